"""Who wins and loses together at a table."""

from noirmail.engine.rules import Description
from noirmail.engine.rulesets import ruleset
from noirmail.store.models import Game


def sides(game: Game) -> list[tuple[int, ...]]:
    """The sides of a game, each a tuple of seats, ascending; a side of one is a seat on its own."""
    return _rules(game).sides(game.players)


def side_of(game: Game, seat: int) -> tuple[int, ...]:
    """The seats that win and lose together with ``seat``, itself included."""
    return _rules(game).side_of(seat, game.players)


def each_against_all(game: Game) -> bool:
    """Whether more than two sides play, so that one side's giving up does not make another win."""
    return _rules(game).each_against_all(game.players)


def others(game: Game, seat: int) -> tuple[int, ...]:
    """The seats of the other sides, ascending."""
    return tuple(other for other in range(game.players) if other not in side_of(game, seat))


def _rules(game: Game) -> Description:
    return ruleset(game.ruleset, game.version).description
