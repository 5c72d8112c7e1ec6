"""How fast the rules are, in CPU time: random playouts, and rebuilding every position of a game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time

from noirmail.engine.deal import SEED_BYTES, Deal, deal_of
from noirmail.engine.play import legal, push, replay, start
from noirmail.engine.playout import LIMIT
from noirmail.engine.rulesets import RULESETS, ruleset
from noirmail.engine.state import State

# The length of the game whose positions are rebuilt.
REPLAYED = 70


@dataclass(frozen=True, slots=True)
class EngineRow:
    """The figures of one rule set and number of players, with default options.

    ``per_second``: plies per CPU second; for each, every legal action but kvi's ``solve`` is listed, one is chosen
    evenly, and it is made, with the history kept. ``replay_ms``: CPU milliseconds to rebuild every position of a
    game of 70 actions from its texts, the median of several; None where no game was that long.
    """

    ruleset: str
    players: int
    games: int
    plies: int
    per_second: float
    replay_ms: float | None


def bench_engine(
    ruleset_ids: Iterable[str] = tuple(RULESETS), seconds: float = 2.0, seed: int = 1
) -> list[EngineRow]:
    """A row for each rule set and number of players; about ``seconds`` of CPU time each, and some for the replay.

    Raises UnknownRuleSet. The same ``seed`` plays the same games, however many fit in the time.
    """
    return [
        _row(ruleset_id, players, seconds, Random(seed))
        for ruleset_id in ruleset_ids
        for players in ruleset(ruleset_id).description.players
    ]


def format_rows(rows: Sequence[EngineRow]) -> str:
    """The rows as a table of text."""
    lines = [
        f"{'rule set':<12} {'players':>7} {'games':>7} {'plies':>9} {'plies/CPU s':>12} {'replay of 70, ms':>17}"
    ]
    for row in rows:
        took = "-" if row.replay_ms is None else f"{row.replay_ms:.2f}"
        lines.append(
            f"{row.ruleset:<12} {row.players:>7} {row.games:>7,} {row.plies:>9,} {row.per_second:>12,.0f} {took:>17}"
        )
    return "\n".join(lines)


def _row(ruleset_id: str, players: int, seconds: float, rng: Random) -> EngineRow:
    games = plies = 0
    long: State | None = None
    began = process_time()
    while (spent := process_time() - began) < seconds or not games:
        last = _play(ruleset_id, players, rng)
        games, plies = games + 1, plies + last.ply
        long = long or (last if last.ply >= REPLAYED else None)
    took = None if long is None else _replay_ms(long)
    return EngineRow(ruleset_id, players, games, plies, plies / max(spent, 1e-9), took)


def _play(ruleset_id: str, players: int, rng: Random) -> State:
    """One game to its end, or to the limit."""
    state = start(ruleset_id, {}, players, _deal(players, rng))
    while state.decisions and state.ply < LIMIT:
        seat = next(iter(state.decisions))
        actions = legal(state, seat)
        state = push(state, seat, actions[int(rng.random() * len(actions))])
    return state


def _deal(players: int, rng: Random) -> Deal:
    return deal_of(rng.randbytes(SEED_BYTES), (), players, lot=False).deal


def _replay_ms(state: State, rounds: int = 15) -> float:
    actions = [(step.seat, step.action.text) for step in state.steps[:REPLAYED]]
    times = []
    for _ in range(rounds):
        began = process_time()
        replay(state.ruleset, state.options, state.players, state.deal, actions)
        times.append(process_time() - began)
    return 1000 * median(times)
