"""What all rule sets share (RULES §1)."""

import pytest

from noirmail.engine.actions import Action
from noirmail.engine.errors import DeadEnd, IllegalAction, InvalidOptions, UnknownRuleSet
from noirmail.engine.grid import shape_of
from noirmail.engine.play import legal, push, start
from noirmail.engine.redact import view_of
from noirmail.engine.rulesets import RULESETS, options_of, ruleset
from noirmail.engine.state import State
from tests.engine.build import after, answers, board, changed, deal, game, texts


def kvi() -> State:
    """Killer M, disguise A; Inspector T with P, V and W in hand; G is dead; the Killer's turn."""
    return game("kvi", "MATPVW", "kill G", "identity T")


def test_a_row_shifts_and_its_last_card_comes_in_at_the_other_end() -> None:
    assert board(after(kvi(), "shift r1 right"))[0] == "EABCD"
    assert board(after(kvi(), "shift r1 left"))[0] == "BCDEA"


def test_a_column_shifts_up_and_down() -> None:
    assert [row[0] for row in board(after(kvi(), "shift c1 up"))] == list("FKPUA")
    assert [row[0] for row in board(after(kvi(), "shift c1 down"))] == list("UAFKP")


def test_a_fast_shift_moves_two_spaces() -> None:
    assert board(game("spytag", "MGT", "shift r2 right 2", players=3))[1] == "IJFGH"


def test_adjacency_is_diagonal_too_and_never_crosses_the_edge() -> None:
    assert texts(game("kvi", "AMTPVW")) == ["kill B", "kill F", "kill G"]


def test_a_shift_may_not_be_undone_by_the_next_player() -> None:
    open_to_inspector = texts(after(kvi(), "shift c2 up"), "shift")

    assert "shift c2 down" not in open_to_inspector
    assert "shift c2 up" in open_to_inspector
    assert len(open_to_inspector) == 19


def test_d1_the_ban_on_undoing_holds_for_every_distance() -> None:
    state = game("spytag", "MGT", "shift r3 right 2", players=3)

    assert {"shift r3 left", "shift r3 left 2"}.isdisjoint(texts(state))
    assert {"shift r3 right", "shift r3 right 2"} <= set(texts(state))


def test_d1_the_ban_ends_with_the_turn_after_the_shift() -> None:
    state = game("spytag", "MGT", "shift r3 right 2", "canvas A", players=3)

    assert {"shift r3 left", "shift r3 left 2"} <= set(texts(state))


def test_d1_a_line_of_two_cards_may_be_shifted_back_in_neither_direction() -> None:
    low = changed(kvi(), board="MTABCDEFHI", shape=shape_of(2, 5), dead="GKLNOPQRSUVWYZ")

    shifts = texts(after(low, "shift c3 up"), "shift")

    assert [text for text in shifts if "c3" in text] == []
    assert {"shift c1 up", "shift c1 down", "shift r1 left"} <= set(shifts)


def test_d2_a_line_of_one_card_cannot_be_shifted() -> None:
    flat = changed(kvi(), board="MTABC", shape=shape_of(1, 5), dead="DEFGHIJKLNOPQRSUVWYZ")

    assert texts(flat, "shift") == ["shift r1 left", "shift r1 right"]
    with pytest.raises(IllegalAction, match="c1 has only one card"):
        push(flat, 0, "shift c1 up")


def test_d2_nothing_is_banned_after_a_shift_that_led_to_a_removal() -> None:
    state = changed(game("kvi-classic", "MTPVW", "kill G", "identity T"), dead="EFKPU")

    shifted = after(state, "shift r1 right")

    assert board(shifted) == ["ABCD", "GHIJ", "LMNO", "QRST", "VWYZ"]
    assert len(texts(shifted, "shift")) == 18


def test_d3_the_dead_can_be_neither_killed_nor_accused_nor_captured() -> None:
    assert "kill G" not in texts(kvi())
    assert "accuse N" not in texts(after(kvi(), "kill N"))
    assert "capture G" not in texts(changed(game("spytag", "MGT", players=3), dead="G"))


def test_d4_an_identity_must_be_living() -> None:
    assert texts(game("kvi", "MAGPVW", "kill G")) == ["identity P", "identity V", "identity W"]
    assert texts(game("kvi-classic", "MGPVW", "kill G")) == ["identity P", "identity V", "identity W"]


def test_d5_a_seat_without_a_legal_action_is_a_fault_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(rules: object, state: State, seat: int) -> list[Action]:
        return []

    monkeypatch.setattr(type(ruleset("spytag")), "legal", nothing)

    with pytest.raises(DeadEnd, match="Seat 0"):
        legal(game("spytag", "MGT", players=3), 0)


def test_d6_everybody_hears_the_answer_to_a_canvass() -> None:
    state = after(kvi(), "kill H", "exonerate P")

    for viewer in (0, 1, None):
        assert view_of(state, viewer).log[-1].answers == answers(state) == {0: False}


def test_d22_a_game_ends_the_moment_a_condition_is_met() -> None:
    fatal = game("kvi", "MATPNW", "kill G", "identity N", "kill N")

    assert fatal.steps[-1].discards == ""
    assert (fatal.to_act, fatal.identities[1]) == ((), "N")


def test_d22_the_evidence_card_of_the_last_victim_still_goes() -> None:
    state = changed(kvi(), marked="N", dead="GABCDEFHI")

    last = after(state, "kill N")

    assert last.result is not None
    assert (last.steps[-1].discards, answers(last)) == ("N", {})


def test_cards_on_suspects_move_along_with_them() -> None:
    state = after(changed(kvi(), marked="L"), "shift r3 right")

    assert [str(cell) for cell in view_of(state, None).board[2]] == ["O", "K", "L+", "M", "N"]


def test_d28_spytag_and_dragnet_are_for_three_or_four() -> None:
    for name in ("spytag", "dragnet"):
        assert ruleset(name).description.players == (3, 4)
        for players in (2, 5):
            with pytest.raises(UnknownRuleSet, match="3 or 4 players"):
                start(name, {}, players, deal())


def test_the_rule_sets_stand_in_the_order_of_the_rules() -> None:
    assert list(RULESETS) == ["kvi", "kvi-classic", "hitman", "spytag", "dragnet", "buddycops"]


def test_a_rule_set_or_version_that_does_not_exist_is_said() -> None:
    with pytest.raises(UnknownRuleSet, match="'noir'"):
        ruleset("noir")
    with pytest.raises(UnknownRuleSet, match="2"):
        ruleset("kvi", 2)


def test_options_have_the_defaults_of_the_rules() -> None:
    assert options_of("kvi", {}) == {"kills": 10}
    assert options_of("kvi-classic", {}) == {"canvas": True, "old_identity": "exonerated", "kills": 16}
    assert options_of("hitman", {}) == {}


@pytest.mark.parametrize(
    ("given", "named"),
    [({"kills": 11}, "kills"), ({"kills": 10.0}, "kills"), ({"kils": 10}, "kils"), ({"canvas": 1}, "canvas")],
)
def test_an_option_that_cannot_be_is_named(given: dict[str, object], named: str) -> None:
    with pytest.raises(InvalidOptions, match=named):
        options_of("kvi", given)


def test_true_is_not_1() -> None:
    with pytest.raises(InvalidOptions, match="canvas"):
        options_of("kvi-classic", {"canvas": 1})
