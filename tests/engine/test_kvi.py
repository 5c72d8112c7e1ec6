"""Killer vs. Inspector (RULES §2)."""

import pytest

from noirmail.engine.errors import IllegalAction
from noirmail.engine.play import forms, legal, push
from noirmail.engine.state import State
from noirmail.engine.view import Outcome
from tests.engine.build import after, answers, board, changed, discards, game, texts


def kvi(*actions: str, kills: int = 10) -> State:
    """Killer M, disguise A; Inspector T with N, P and W in hand; G is dead; the Killer's turn."""
    return game("kvi", "MATNPW", "kill G", "identity T", *actions, kills=kills)


def test_the_killer_opens_with_a_kill_and_nothing_else() -> None:
    assert texts(game("kvi", "MATNPW")) == [f"kill {one}" for one in "GHILNQRS"]


def test_the_inspector_chooses_after_the_opening_kill_and_keeps_three_cards() -> None:
    assert (kvi().identities, kvi().hands, kvi().to_act) == (("M", "T"), ("", "NPW"), (0,))


def test_turns_alternate() -> None:
    assert [after(kvi(), *["shift r1 left"] * number).to_act for number in range(3)] == [(0,), (1,), (0,)]


def test_killing_the_inspector_wins() -> None:
    killed = game("kvi", "MASNPW", "kill G", "identity S", "kill S")

    assert killed.result == Outcome((0,), "inspector-killed")


@pytest.mark.parametrize("kills", [10, 14, 16])
def test_the_last_kill_of_the_limit_wins_the_opening_kill_included(kills: int) -> None:
    state = changed(kvi(kills=kills), dead="GABCDEFHIJKLOPQR"[: kills - 2])

    assert after(state, "kill S").result is None
    assert after(state, "kill S", "shift r1 left", "kill N").result == Outcome((0,), "kill-limit")


def test_a_kill_that_ends_the_game_twice_over_is_the_inspectors_death() -> None:
    state = changed(game("kvi", "MASNPW", "kill G", "identity S"), dead="GABCDEFHI")

    assert after(state, "kill S").result == Outcome((0,), "inspector-killed")


def test_the_inspector_answers_when_an_exonerated_suspect_is_killed() -> None:
    near, far = (changed(kvi(), marked=victim) for victim in "SH")

    assert (answers(after(near, "kill S")), discards(after(near, "kill S"))) == ({1: True}, "S")
    assert (answers(after(far, "kill H")), discards(after(far, "kill H"))) == ({1: False}, "H")
    assert after(near, "kill S").marked == ""


def test_an_unmarked_victim_asks_nothing() -> None:
    assert answers(kvi("kill H")) == {}


def test_a_disguise_changes_or_keeps_the_identity_and_nobody_is_told() -> None:
    assert texts(kvi(), "disguise") == ["disguise A", "disguise M"]
    assert (kvi("disguise A").identities[0], kvi("disguise A").disguises[0]) == ("A", "M")
    assert (kvi("disguise M").identities[0], kvi("disguise M").disguises[0]) == ("M", "A")
    assert {kvi(f"disguise {one}").steps[-1].action.public for one in "AM"} == {"disguise"}


def test_d7_a_dead_disguise_cannot_be_chosen_but_the_bluff_stays_legal() -> None:
    assert texts(changed(kvi(), dead="GA"), "disguise") == ["disguise M"]


def test_the_inspector_accuses_living_neighbours_or_oneself() -> None:
    assert texts(kvi("kill S"), "accuse") == [f"accuse {one}" for one in "NOTYZ"]


def test_a_right_accusation_wins_and_a_wrong_one_ends_the_turn() -> None:
    beside = game("kvi", "MASNPW", "kill G", "identity S", "shift r1 left")

    assert after(beside, "accuse M").result == Outcome((1,), "accused")
    assert (after(beside, "accuse N").result, after(beside, "accuse N").to_act) == (None, (0,))
    assert after(beside, "accuse S").result is None


def test_an_exonerated_suspect_keeps_the_card_and_the_killer_answers() -> None:
    near, far = kvi("kill H", "exonerate N"), kvi("kill H", "exonerate P")

    assert (near.marked, answers(near), discards(near)) == ("N", {0: True}, "")
    assert (far.marked, answers(far)) == ("P", {0: False})
    assert near.hands[1] == "PWB"


def test_the_card_of_a_dead_suspect_is_asked_about_and_discarded() -> None:
    state = kvi("kill N", "exonerate N")

    assert (state.marked, answers(state), discards(state)) == ("", {0: True}, "N")


def test_exonerating_needs_a_card_in_the_deck() -> None:
    state = changed(kvi("kill H"), deck="")

    assert texts(state, "exonerate") == []
    with pytest.raises(IllegalAction, match="deck, which is empty"):
        push(state, 1, "exonerate N")


def test_a_right_solve_wins_and_a_wrong_one_loses() -> None:
    assert kvi("kill H", "solve M A").result == Outcome((1,), "solved")
    assert kvi("kill H", "solve A M").result == Outcome((0,), "solve-failed")


def test_d8_a_solve_names_two_suspects_of_whom_the_first_lives() -> None:
    state = changed(kvi("kill H"), dead="GHA")

    solves = set(texts(state, "solve"))

    assert len(solves) == 22 * 24
    assert {"solve M A", "solve T M"} <= solves
    assert {"solve A M", "solve M M"}.isdisjoint(solves)


def test_solves_have_a_form_instead_of_a_list() -> None:
    state = kvi("kill H")

    assert forms(state, 1) == ("solve IDENTITY DISGUISE",)
    assert "solve" not in {action.kind for action in legal(state, 1)}
    assert forms(kvi(), 0) == ()


def test_a_collapse_needs_a_dead_suspect_in_every_row_or_in_every_column() -> None:
    assert texts(changed(kvi(), dead="AFKP"), "collapse") == []
    assert texts(changed(kvi(), dead="AFKPU"), "collapse") == ["collapse rows A F K P U"]
    assert texts(changed(kvi(), dead="FGHIJ"), "collapse") == ["collapse columns F G H I J"]
    assert len(texts(changed(kvi(), dead="ABFGKPUV"), "collapse")) == 8


def test_a_collapse_of_rows_takes_one_of_each_and_closes_up() -> None:
    state = after(changed(kvi(), dead="BFLPZ"), "collapse rows B F L P Z")

    assert board(state) == ["ACDE", "GHIJ", "KMNO", "QRST", "UVWY"]


def test_a_collapse_of_columns_takes_one_of_each_and_closes_up() -> None:
    state = after(changed(kvi(), dead="PLHIZ"), "collapse columns P L H I Z")

    assert board(state) == ["ABCDE", "FGMNJ", "KQRSO", "UVWYT"]


def test_after_a_collapse_the_inspector_replaces_the_cards_of_removed_suspects() -> None:
    state = after(changed(kvi(), dead="AFKPU"), "collapse rows A F K P U")

    assert (discards(state), state.hands[1]) == ("P", "NWB")


def test_d9_a_drawn_card_of_a_removed_suspect_goes_at_once_and_is_replaced() -> None:
    state = changed(kvi(), dead="AFKPU", hands=("", "UVP"), deck="FHANB")

    collapsed = after(state, "collapse rows A F K P U")

    assert discards(collapsed) == "PUFA"
    assert (collapsed.hands[1], collapsed.deck) == ("VHN", "B")


def test_d9_replacing_ends_with_the_deck() -> None:
    state = changed(kvi(), dead="AFKPU", hands=("", "UVP"), deck="FA")

    assert after(state, "collapse rows A F K P U").hands[1] == "V"


def test_d9_an_exoneration_that_draws_a_removed_suspect_draws_again() -> None:
    collapsed = after(changed(kvi(), dead="AFKPU"), "collapse rows A F K P U")

    exonerated = after(changed(collapsed, deck="AZ"), "exonerate N")

    assert (discards(exonerated), exonerated.hands[1]) == ("A", "WBZ")
