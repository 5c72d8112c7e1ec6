"""Spy Tag (RULES §5)."""

from noirmail.engine.events import Drew
from noirmail.engine.redact import counts_of, view_of
from noirmail.engine.rulesets import ruleset
from noirmail.engine.state import State
from noirmail.engine.view import Outcome
from tests.engine.build import after, answers, changed, discards, game, texts


def three(*actions: str, first: int = 0) -> State:
    """Spies M, S and Z; B and C on the deck."""
    return game("spytag", "MSZBC", *actions, players=3, first=first)


def four(*actions: str) -> State:
    """Spies M, S, N and A: M and N against S and A; B and C on the deck."""
    return game("spytag", "MSNABC", *actions, players=4)


def test_the_first_seat_is_the_deals_and_turns_go_clockwise() -> None:
    state = three(first=2)

    assert state.to_act == (2,)
    assert after(state, "shift r1 left").to_act == (0,)


def test_a_turn_is_a_fast_shift_a_capture_or_a_canvas_of_a_neighbour() -> None:
    assert len(texts(three(), "shift")) == 40
    assert texts(three(), "capture") == [f"capture {one}" for one in "GHILNQRS"]
    assert texts(three(), "canvas") == [f"canvas {one}" for one in "GHILNQRS"]


def test_a_captured_identity_is_a_trophy_and_its_spy_draws_a_new_one() -> None:
    state = three("capture S")

    assert (state.trophies, state.dead, state.identities) == (("S", "", ""), "S", ("M", "B", "Z"))
    assert (discards(state), counts_of(state).trophies, state.result) == ("", (1, 0, 0), None)


def test_a_failed_capture_changes_nothing_and_is_public() -> None:
    state = three("capture R")

    assert (state.trophies, state.dead, state.to_act) == (("", "", ""), "", (1,))
    assert "victim=None" in repr(view_of(state, None).log[-1].events)


def test_the_second_trophy_wins_among_three() -> None:
    state = after(changed(three(), trophies=("Y", "", "")), "capture S")

    assert state.result == Outcome((0,), "trophies")


def test_the_third_trophy_of_a_team_wins_among_four() -> None:
    two = after(changed(four(), trophies=("", "", "Y", "")), "capture S")
    won = after(changed(four(), trophies=("U", "", "Y", "")), "capture S")

    assert two.result is None
    assert won.result == Outcome((0, 2), "trophies")


def test_d22_the_capture_that_wins_draws_nothing() -> None:
    state = after(changed(three(), trophies=("Y", "", "")), "capture S")

    assert (state.identities[1], state.deck[0]) == ("", "B")


def test_d16_seats_0_and_2_are_a_team_and_1_and_3_the_other() -> None:
    for name in ("spytag", "dragnet"):
        description = ruleset(name).description
        assert [description.side_of(seat, 4) for seat in range(4)] == [(0, 2), (1, 3), (0, 2), (1, 3)]
        assert [description.side_of(seat, 3) for seat in range(3)] == [(0,), (1,), (2,)]


def test_d17_any_adjacent_suspect_may_be_canvassed_living_or_dead() -> None:
    state = changed(three(), dead="R")

    assert "canvas R" in texts(state)
    assert "capture R" not in texts(state)
    assert answers(after(state, "canvas R")) == {1: True, 2: False}


def test_a_canvass_asks_about_the_living_beside_the_suspect_not_about_it() -> None:
    assert answers(three("canvas S")) == {1: False, 2: True}


def test_among_four_the_partner_does_not_answer_a_canvass() -> None:
    assert answers(four("canvas R")) == {1: True, 3: False}


def test_a_partners_identity_cannot_be_captured() -> None:
    state = four("capture N")

    assert (state.dead, state.trophies, state.to_act) == ("", ("",) * 4, (1,))


def test_partners_know_each_others_identity_new_ones_included() -> None:
    state = four("capture S")
    partner, other = view_of(state, 3), view_of(state, 0)

    assert partner.own is not None
    assert partner.own.partner == "B"
    assert Drew(1, 1, "B") in partner.log[-1].events
    assert Drew(1, 1, None) in other.log[-1].events


def test_among_three_nobody_has_a_partner() -> None:
    assert [getattr(view_of(three(), seat).own, "partner", "") for seat in range(3)] == [None] * 3


def test_d27_but_for_the_identity_partners_are_told_nothing_that_opponents_are_not() -> None:
    state = four("canvas R", "canvas T", "capture O", "shift r5 left")

    logs = [view_of(state, viewer).log for viewer in (0, 1, 2, 3, None)]

    assert all(log == logs[0] for log in logs)
