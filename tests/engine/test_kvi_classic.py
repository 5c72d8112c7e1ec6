"""Killer vs. Inspector, first edition (RULES §3)."""

from typing import Any

import pytest

from noirmail.engine.grid import shape_of
from noirmail.engine.redact import view_of
from noirmail.engine.state import State
from noirmail.engine.view import Outcome
from tests.engine.build import TABLE_OF_ES, after, answers, board, changed, discards, game, texts


def classic(*actions: str, draw: str = "B", **options: Any) -> State:
    """Killer M; Inspector T with N, P and W in hand; ``draw`` on the deck; G is dead; the Killer's turn."""
    return game("kvi-classic", "MTNPW" + draw, "kill G", "identity T", *actions, **options)


def test_the_killer_has_no_disguise_and_the_inspector_four_cards_to_choose_from() -> None:
    state = game("kvi-classic", "MTNPW")

    assert (state.identities, state.disguises, state.hands) == (("M", ""), ("", ""), ("", "TNPW"))
    assert texts(state) == [f"kill {one}" for one in "GHILNQRS"]


def test_there_is_neither_collapse_nor_solve() -> None:
    kinds = {text.split()[0] for state in (classic(), classic("kill H")) for text in texts(state)}

    assert kinds == {"shift", "kill", "disguise", "accuse", "exonerate"}


def test_killing_the_inspector_wins() -> None:
    assert game("kvi-classic", "MSNPW", "kill G", "identity S", "kill S").result == Outcome((0,), "inspector-killed")


def test_the_killer_wins_by_as_many_dead_as_the_option_says() -> None:
    assert after(changed(classic(kills=10), dead="GABCDEFHI"), "kill N").result == Outcome((0,), "kill-limit")
    assert after(changed(classic(), dead="GABCDEFHI"), "kill N").result is None


def test_d23_the_old_identity_lives_on_as_a_known_innocent() -> None:
    state = classic("disguise")

    assert (state.identities[0], state.marked, state.dead, discards(state)) == ("B", "M", "G", "")


def test_d23_or_it_dies_and_its_card_goes() -> None:
    state = classic("disguise", old_identity="dead")

    assert (state.identities[0], state.marked, state.dead, discards(state)) == ("B", "", "GM", "M")


def test_d23_a_known_innocent_is_canvassed_like_one_when_killed() -> None:
    state = classic("disguise", "shift r5 left", draw="H")

    assert answers(after(state, "kill M")) == {1: False}


def test_a_drawn_dead_suspect_is_discarded_and_nothing_else_happens() -> None:
    state = classic("disguise", draw="G")

    assert (state.identities[0], state.marked, discards(state), state.to_act) == ("M", "", "G", (1,))


def test_d10_a_suspect_that_dies_by_a_disguise_counts_towards_the_kills() -> None:
    state = changed(classic(kills=10, old_identity="dead", draw="Z"), dead="GABCDEFHI")

    assert after(state, "disguise").result == Outcome((0,), "kill-limit")


def test_d22_a_disguise_is_carried_out_in_full_before_its_death_is_counted() -> None:
    state = changed(classic(kills=10, old_identity="dead", draw="Z"), dead="GABCDEFHI")

    ended = after(state, "disguise")

    assert (ended.identities[0], len(ended.dead), discards(ended)) == ("Z", 10, "M")


def test_a_disguise_or_an_exoneration_needs_a_card_in_the_deck() -> None:
    for state in (classic(), classic("kill H")):
        assert {"disguise", "exonerate"}.isdisjoint(texts(changed(state, deck="")))


def test_exonerating_is_drawing_and_then_revealing_one_of_four() -> None:
    drawn = classic("kill H", "exonerate")

    assert (drawn.to_act, drawn.continues, drawn.decisions) == ((1,), True, {1: 4})
    assert texts(drawn) == ["reveal B", "reveal N", "reveal P", "reveal W"]
    assert (after(drawn, "reveal N").to_act, after(drawn, "reveal N").hands[1]) == ((0,), "PWB")


def test_what_was_drawn_is_seen_before_choosing_and_by_nobody_else() -> None:
    drawn = classic("kill H", "exonerate")

    own, other = view_of(drawn, 1).own, view_of(drawn, 0)
    assert own is not None
    assert own.hand == "BNPW"
    assert "suspects=None" in repr(other.log[-1].events)


def test_a_revealed_living_suspect_keeps_the_card_and_the_killer_answers() -> None:
    near, far = (classic("kill H", "exonerate", f"reveal {one}") for one in "NP")

    assert (near.marked, answers(near)) == ("N", {0: True})
    assert (far.marked, answers(far)) == ("P", {0: False})


def test_a_revealed_dead_suspect_is_asked_about_and_discarded() -> None:
    state = classic("kill N", "exonerate", "reveal N")

    assert (state.marked, answers(state), discards(state)) == ("", {0: True}, "N")


def test_d11_a_removed_suspect_is_not_asked_about() -> None:
    drawn = classic("kill H", "exonerate")
    smaller = changed(drawn, board="".join(drawn.board[:20]), shape=shape_of(4, 5), dead="GHUVWYZ")

    state = after(smaller, "reveal W")

    assert (answers(state), discards(state), state.marked) == ({}, "W", "")


def test_without_canvassing_nobody_is_asked() -> None:
    revealed = classic("kill H", "exonerate", "reveal N", canvas=False)

    assert (answers(revealed), revealed.marked) == ({}, "N")
    assert (answers(after(revealed, "kill N")), discards(after(revealed, "kill N"))) == ({}, "N")


def test_d25_the_neighbours_of_the_victim_are_asked_about_not_the_killers() -> None:
    state = game("kvi-classic", "MSNPW", "kill H", "identity S")

    killed = after(changed(state, marked="G"), "kill G")

    assert answers(killed) == {1: False}


def test_lines_of_the_dead_are_removed_after_every_action() -> None:
    row, both = changed(classic(), dead="UVWYZ"), changed(classic(), dead="ABCDEFKPU")

    assert board(after(row, "kill N")) == ["ABCDE", "FGHIJ", "KLMnO", "PQRST"]
    assert board(after(both, "kill N")) == ["GHIJ", "LMnO", "QRST", "VWYZ"]


def test_what_was_apart_becomes_adjacent() -> None:
    """The Inspector is W, two rows below the Killer; the row between them falls."""
    state = changed(classic(), dead="PQRST", identities=("M", "W"))

    assert "accuse M" in texts(after(state, "kill N"))
    assert "accuse M" not in texts(after(changed(state, dead="PQRS"), "kill N"))


@pytest.mark.parametrize("options", [{}, TABLE_OF_ES])
def test_d24_at_both_tables_one_accuses_neighbours_and_oneself(options: dict[str, Any]) -> None:
    assert texts(classic("kill S", **options), "accuse") == [f"accuse {one}" for one in "NOTYZ"]


@pytest.mark.parametrize("options", [{}, TABLE_OF_ES])
def test_d24_at_both_tables_a_shift_may_not_be_undone(options: dict[str, Any]) -> None:
    assert "shift r2 right" not in texts(classic("shift r2 left", **options))


@pytest.mark.parametrize("options", [{}, TABLE_OF_ES])
def test_d24_at_both_tables_lines_vanish_after_a_shift(options: dict[str, Any]) -> None:
    state = changed(classic(**options), dead="EFKPU")

    assert board(after(state, "shift r1 right")) == ["ABCD", "GHIJ", "LMNO", "QRST", "VWYZ"]


@pytest.mark.parametrize("options", [{}, TABLE_OF_ES])
def test_d24_at_both_tables_an_innocents_card_lies_on_its_suspect(options: dict[str, Any]) -> None:
    assert classic("kill H", "exonerate", "reveal N", **options).marked == "N"


def test_a_right_accusation_wins() -> None:
    assert game("kvi-classic", "MSNPW", "kill G", "identity S", "kill H", "accuse M").result == Outcome(
        (1,), "accused"
    )
