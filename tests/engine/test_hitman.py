"""Hitman vs. Sleuth (RULES §4)."""

from noirmail.engine.redact import counts_of, view_of
from noirmail.engine.state import State
from noirmail.engine.view import Outcome
from tests.engine.build import after, answers, changed, discards, game, texts


def hitman(*actions: str, draw: str = "BC") -> State:
    """Hit list H A Z Y; Killer M; Sleuth S with N and T in hand; ``draw`` on the deck; the Killer's turn."""
    return game("hitman", "HAZYMSNT" + draw, "identity S", *actions)


def test_the_sleuth_chooses_one_of_three_and_keeps_the_others() -> None:
    assert texts(game("hitman", "HAZYMSNT")) == ["identity N", "identity S", "identity T"]
    assert (hitman().identities, hitman().hands[1]) == (("M", "S"), "NT")


def test_d12_the_list_is_opened_after_the_choice_and_there_is_no_opening_kill() -> None:
    before = counts_of(game("hitman", "HAZYMSNT"))

    assert (before.target, before.listed) == (None, 4)
    assert (counts_of(hitman()).target, counts_of(hitman()).listed) == ("H", 3)
    assert hitman().to_act == (0,)
    assert "shift r1 left" in texts(hitman())


def test_nobody_knows_the_cards_of_the_list() -> None:
    for viewer in (0, 1, None):
        assert "hit_list" not in repr(view_of(hitman(), viewer))


def test_a_killed_target_is_discarded_and_the_next_is_turned_up() -> None:
    state = hitman("kill H")

    assert (state.target, state.hit_list, discards(state)) == ("A", "ZY", "H")


def test_the_dead_on_the_list_are_passed_over() -> None:
    state = after(changed(hitman(), dead="A"), "kill H")

    assert (state.target, discards(state)) == ("Z", "HA")


def test_a_victim_in_the_sleuths_hand_is_discarded_and_not_replaced() -> None:
    state = hitman("kill N")

    assert (state.hands[1], discards(state), state.to_act) == ("T", "N", (1,))


def test_an_evidence_card_on_the_victim_is_discarded() -> None:
    state = after(changed(hitman(), marked="G"), "kill G")

    assert (state.marked, discards(state), answers(state)) == ("", "G", {})


def test_a_killed_sleuth_takes_a_new_identity_at_once_and_then_has_the_turn() -> None:
    killed = hitman("kill S")

    assert (discards(killed), killed.identities[1], killed.to_act) == ("S", "", (1,))
    assert texts(killed) == ["identity N", "identity T"]
    again = after(killed, "identity T")
    assert (again.to_act, again.continues, again.decisions) == ((1,), True, {1: 3})
    assert "accuse T" in texts(again)


def test_d13_only_a_living_suspect_may_be_the_new_identity_and_dead_cards_stay() -> None:
    state = after(changed(hitman(), dead="N"), "kill S")

    assert texts(state) == ["identity T"]
    assert after(state, "identity T").hands[1] == "N"


def test_d13_without_a_living_suspect_the_killer_wins() -> None:
    state = after(changed(hitman(), dead="NT"), "kill S")

    assert (state.result, state.hands[1]) == (Outcome((0,), "sleuth-exhausted"), "NT")


def test_d22_a_sleuths_last_identity_is_laid_down_before_it_is_found_that_none_is_left() -> None:
    state = after(changed(hitman(), dead="NT"), "kill S")

    assert (discards(state), state.identities[1]) == ("S", "")


def test_an_empty_list_wins() -> None:
    assert after(changed(hitman(), hit_list=""), "kill H").result == Outcome((0,), "list-completed")
    assert after(changed(hitman(), hit_list="AB", dead="AB"), "kill H").result == Outcome((0,), "list-completed")


def test_an_escape_exonerates_the_old_identity_and_makes_the_list_longer() -> None:
    state = hitman("escape")

    assert (state.identities[0], state.marked, state.hit_list) == ("B", "M", "AZYC")
    assert discards(state) == ""


def test_an_escape_to_a_dead_suspect_changes_nothing() -> None:
    state = after(changed(hitman(), dead="B"), "escape")

    assert (state.identities[0], state.marked, state.hit_list, discards(state)) == ("M", "", "AZY", "B")


def test_d14_an_escape_with_the_last_card_adds_none_to_the_list() -> None:
    state = after(changed(hitman(), deck="B"), "escape")

    assert (state.identities[0], state.hit_list, state.deck) == ("B", "AZY", "")


def test_an_escape_or_an_exoneration_needs_a_card_in_the_deck() -> None:
    for state in (hitman(), hitman("kill G")):
        assert {"escape", "exonerate"}.isdisjoint(texts(changed(state, deck="")))


def test_d15_a_shift_may_not_be_undone() -> None:
    assert "shift c4 up" not in texts(hitman("shift c4 down"))


def test_a_right_accusation_wins_and_costs_the_list_nothing() -> None:
    state = hitman("kill G", "accuse M")

    assert (state.result, state.hit_list) == (Outcome((1,), "accused"), "AZY")


def test_d26_a_wrong_accusation_sends_the_last_face_down_card_below_the_deck() -> None:
    for wrong in ("accuse R", "accuse S"):
        state = hitman("kill G", wrong)
        assert (state.hit_list, state.deck[-1], state.target) == ("AZ", "Y", "H")


def test_d26_with_no_face_down_card_a_wrong_accusation_costs_nothing() -> None:
    state = changed(hitman("kill G"), hit_list="")

    assert after(state, "accuse R").deck == state.deck


def test_exonerating_is_drawing_and_then_choosing_from_the_hand() -> None:
    drawn = hitman("kill G", "exonerate")

    assert (texts(drawn), drawn.continues) == (["reveal B", "reveal N", "reveal T"], True)
    state = after(drawn, "reveal N")
    assert (state.marked, state.hands[1], answers(state), state.to_act) == ("N", "TB", {}, (0,))


def test_d29_a_dead_or_removed_suspects_card_is_discarded_and_nothing_is_asked() -> None:
    drawn = changed(hitman("kill G", "exonerate", draw="G"), hands=("", "NTG"))

    state = after(drawn, "reveal G")

    assert (state.marked, discards(state), answers(state)) == ("", "G", {})


def test_a_collapse_is_open_to_both() -> None:
    for state in (hitman(), hitman("kill G")):
        assert texts(changed(state, dead="AFKPU"), "collapse") == ["collapse rows A F K P U"]
