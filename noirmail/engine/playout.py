"""Random games: a kind of action evenly, then an action of that kind evenly. Chance comes in from outside."""

from collections.abc import Mapping, Sequence
from random import Random

from noirmail.engine.actions import Action
from noirmail.engine.deal import SEED_BYTES, Deal, commitment_of, deal_of
from noirmail.engine.legal import guesses, legal
from noirmail.engine.play import push, start
from noirmail.engine.record import Record, RecordedAction
from noirmail.engine.state import State

LIMIT = 2000


def random_game(
    ruleset_id: str,
    options: Mapping[str, object],
    players: int,
    rng: Random,
    limit: int = LIMIT,
    solve: bool = False,
) -> Record:
    """A game from a seed drawn from ``rng``, played to its end or to ``limit`` plies; the record verifies.

    ``solve``: whether actions too many to list (kvi's solve) are among the choices.
    """
    seed = rng.randbytes(SEED_BYTES)
    dealt = deal_of(seed, (), players, lot=False)
    state = start(ruleset_id, options, players, dealt.deal)
    while state.to_act and state.ply < limit:
        seat = rng.choice(state.to_act)
        actions = [*legal(state, seat), *(guesses(state, seat) if solve else ())]
        state = push(state, seat, choose(actions, rng))
    return record_of(state, tuple(f"Player {seat}" for seat in range(players)), seed)


def choose(actions: Sequence[Action], rng: Random) -> Action:
    """One of the actions: its kind evenly, then it among its kind evenly."""
    kind = rng.choice(sorted({action.kind for action in actions}))
    return rng.choice([action for action in actions if action.kind == kind])


def record_of(state: State, names: Sequence[str], seed: bytes) -> Record:
    """The record of a game dealt from ``seed`` without words and without a lot."""
    return Record(
        ruleset=state.ruleset,
        version=state.version,
        options=dict(state.options),
        players=tuple(names),
        deal=Deal(state.deal.board, state.deal.deck, state.deal.first),
        actions=tuple(RecordedAction(step.seat, step.action.text) for step in state.steps),
        result=state.result,
        seed=seed,
        commitment=commitment_of(seed),
    )
