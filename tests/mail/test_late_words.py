"""What each reader is told when somebody's time has run out."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from noirmail.engine.redact import view_of
from noirmail.mail.kinds import TimeRanOut
from noirmail.mail.sayings import facts, late_sentences
from noirmail.words.table import Table
from tests.mail.letters import LINKS, table_of
from tests.words.positions import game

UNTIL = datetime(2026, 12, 5, 12, tzinfo=UTC)


def table(ruleset: str, players: int, viewer: int) -> Table:
    return table_of(view_of(game((ruleset, players, {}))[0], viewer))


def told(ruleset: str, players: int, viewer: int, then: str = "claim") -> str:
    """What the reader at ``viewer`` is told, seat 0 being late."""
    return " ".join(late_sentences(TimeRanOut(table(ruleset, players, viewer), 0, then, UNTIL, LINKS), "UTC"))


def test_of_two_sides_the_other_may_end_the_game() -> None:
    assert told("kvi", 2, 1).startswith("You may end the game on your page")
    assert "the game ends by itself after Sat 5 Dec 2026, 12:00" in told("kvi", 2, 1)


def test_each_against_all_a_stand_in_takes_over() -> None:
    assert told("spytag", 3, 1).startswith("You may let a stand-in take over")
    assert "a stand-in takes over by itself after" in told("spytag", 3, 1)
    assert "no stand-in has taken over" in told("spytag", 3, 0)


@pytest.mark.parametrize(
    ("viewer", "words"), [(0, "until your partner has chosen"), (2, "You choose on your page"), (1, "The partner of")]
)
def test_in_teams_each_is_told_who_chooses(viewer: int, words: str) -> None:
    assert words in told("dragnet", 4, viewer, "choose")


def test_who_is_invited_reads_the_options_and_what_the_clock_does() -> None:
    known = dict(facts(table("kvi-classic", 2, 0)))
    assert known["Canvassing"] == "yes"
    assert known["When time runs out"] == "the other side may end the game or wait"
    three = table("spytag", 3, 0)
    three = replace(three, game=replace(three.game, on_timeout="forfeit"))
    assert dict(facts(three))["When time runs out"] == "a stand-in takes over at once, and cannot win"
