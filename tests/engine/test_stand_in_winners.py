"""Where each plays against all, a stand-in cannot win: what that makes of a game's end and of its record."""

from dataclasses import replace

import pytest

from noirmail.engine.events import Ended
from noirmail.engine.play import strike
from noirmail.engine.playout import record_of
from noirmail.engine.record import Record, explain, verify
from noirmail.engine.state import State
from noirmail.engine.view import Outcome
from tests.engine.build import game

NAMES = ("Ada", "Ben", "Cleo")


def won_by_seat_0() -> State:
    """Spy Tag in which seat 0, Alyss, captures Barrin, then Franklin."""
    return game("spytag", "ABF", "capture B", "canvas B", "canvas A", "capture F", players=3)


def record(*, by: str | None, winners: tuple[int, ...]) -> Record:
    """The record of that game, its last move made by a stand-in or by the player."""
    played = record_of(won_by_seat_0(), NAMES, bytes(32))
    last = replace(played.actions[-1], by=by)
    return replace(played, seed=None, actions=(*played.actions[:-1], last), result=Outcome(winners, "trophies"))


def test_who_is_struck_from_the_winners_is_struck_everywhere() -> None:
    struck = strike(won_by_seat_0(), {0})

    assert struck.result == Outcome((), "trophies")
    assert struck.steps[-1].events[-1] == Ended((), "trophies")


def test_striking_changes_no_position_that_was_given_out() -> None:
    before = won_by_seat_0()
    strike(before, {0})

    assert before.result == Outcome((0,), "trophies")


@pytest.mark.parametrize(
    ("by", "winners", "right"),
    [("standin", (), True), ("standin", (0,), False), (None, (0,), True), (None, (), False)],
)
def test_a_record_verifies_when_a_stand_in_wins_nothing(
    by: str | None, winners: tuple[int, ...], right: bool
) -> None:
    assert verify(record(by=by, winners=winners)).outcome is right


def test_that_a_stand_in_made_the_winning_move_is_said() -> None:
    assert "cannot win" in verify(record(by="standin", winners=())).notes[-1]


def test_the_last_line_of_the_explain_stream_has_the_result_of_the_record() -> None:
    *_, last = explain(record(by="standin", winners=()))

    assert last["result"] == {"winners": [], "reason": "trophies"}


def test_where_two_sides_play_a_stand_in_wins_like_anybody() -> None:
    played = record_of(
        game("kvi", "ABFKPU", "kill B", "identity F", "shift r5 left", "accuse A"), NAMES[:2], bytes(32)
    )
    *others, last = played.actions

    assert verify(replace(played, seed=None, actions=(*others, replace(last, by="standin")))).outcome
