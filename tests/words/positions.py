"""Positions of every rule set: random games, seen by each viewer."""

from collections.abc import Iterator
from functools import cache
from random import Random

from noirmail.engine.deal import deal_of
from noirmail.engine.legal import guesses, legal
from noirmail.engine.play import push, start
from noirmail.engine.playout import choose
from noirmail.engine.redact import view_of
from noirmail.engine.rulesets import RULESETS
from noirmail.engine.state import State
from noirmail.engine.view import View

NAMES = ("Alice", "Bob", "Charlie", "Dana")
TABLES = [
    *((name, players, {}) for name, rules in RULESETS.items() for players in rules.description.players),
    ("kvi-classic", 2, {"canvas": False, "old_identity": "dead"}),
]


@cache
def states(ruleset: str, players: int, options: tuple[tuple[str, object], ...], seed: int) -> tuple[State, ...]:
    """Every position of one random game of at most 150 plies."""
    rng = Random(f"{ruleset}{players}{options}{seed}")
    state = start(ruleset, dict(options), players, deal_of(rng.randbytes(32), (), players, lot=False).deal)
    found = [state]
    while state.to_act and state.ply < 150:
        seat = rng.choice(state.to_act)
        choices = legal(state, seat) or guesses(state, seat)
        if rng.random() < 0.02:
            choices = [*choices, *guesses(state, seat)]
        state = push(state, seat, choose(list(choices), rng))
        found.append(state)
    return tuple(found)


def game(table: tuple[str, int, dict[str, object]], seed: int = 1) -> tuple[State, ...]:
    """As ``states``, for an entry of TABLES."""
    ruleset, players, options = table
    return states(ruleset, players, tuple(sorted(options.items())), seed)


def views(state: State) -> Iterator[View]:
    """A position as each seat and a spectator sees it."""
    for viewer in (*range(state.players), None):
        yield view_of(state, viewer)
