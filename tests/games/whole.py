"""A game from its first move to its last, with every promise about its mails looked at on the way."""

from random import Random
from typing import Any

from tests.games.lobby import Table
from tests.games.players import Player, Turn, can_answer

MOST_PLIES = 400
# Who makes this action goes on at once, with what it brought (RULES §3, §4, §7): by rule set and canonical text.
_GOES_ON = frozenset({("kvi-classic", "exonerate"), ("hitman", "exonerate"), ("buddycops", "disguise")})


def play(table: Table, rng: Random) -> dict[str, Any]:
    """Play until the rules end the game; how everybody sees it then."""
    _take_seats(table)
    owed = owed_at(table)
    while owed:
        assert table.watched()["ply"] < MOST_PLIES
        mover = rng.choice(sorted(owed))
        text = table.seats[mover].move(rng)
        owed = _after(table, owed, mover, text)
    return table.watched()


def owed_at(table: Table) -> dict[int, int]:
    """What each seat owes, as it is told itself: the number of its decision by seat."""
    told = {seat: player.api(table.code)["decision"] for seat, player in enumerate(table.seats)}
    owed = {seat: number for seat, number in told.items() if number is not None}
    assert sorted(owed) == table.watched()["to_act"]
    return owed


def goes_on(table: Table, text: str, decision: int) -> bool:
    """Whether who made this action goes on in the same turn."""
    ruleset = str(table.watched()["ruleset"])
    if text.startswith("identity"):
        # The Sleuth's first choice opens the game, a later one the Sleuth's turn; the Killer of the cops kills next.
        return (ruleset == "hitman" and decision > 0) or (ruleset == "buddycops" and decision == 0)
    return (ruleset, text) in _GOES_ON


def _take_seats(table: Table) -> None:
    asked = table.post()
    (table.code,) = {str(player.mails[-1]["Subject"]).split(" ")[1].rstrip(":") for player in table.players}
    seats = {player.api(table.code)["seat"]: player for player in table.players}
    table.seats = tuple(seats[number] for number in range(len(seats)))
    assert _by_seat(table, asked) == owed_at(table)


def _after(table: Table, before: dict[int, int], mover: int, text: str) -> dict[int, int]:
    """What is owed after a move; everybody who was asked by it, and nobody else, has one mail more."""
    asked = _by_seat(table, table.post())
    after = owed_at(table)
    new = {seat: number for seat, number in after.items() if before.get(seat) != number}
    continues = goes_on(table, text, before[mover]) and mover in new
    assert asked == {seat: number for seat, number in new.items() if not (continues and seat == mover)}
    if not continues:
        table.seats[mover].page = None
    for seat in after.keys() - new.keys():
        table.waited += 1
        assert can_answer(table.seats[seat], table.code)
    return after


def _by_seat(table: Table, asked: list[tuple[Player, Turn]]) -> dict[int, int]:
    numbers = {table.seats.index(player): turn.decision for player, turn in asked}
    assert len(numbers) == len(asked), "nobody is asked twice at once"
    return numbers
