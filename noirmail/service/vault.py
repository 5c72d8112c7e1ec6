"""The only door to the full state of a game: what goes out of here is a View, or a State for a rule to work on.

The history is replayed. Positions that were read from committed rows are kept, the latest used of all games, so
that a move costs one push; they are keyed by code and number, which name one history for good.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, Final

from sqlalchemy import Row, bindparam, select
from sqlalchemy.orm import Session

from noirmail.engine import play
from noirmail.engine.actions import Action
from noirmail.engine.deal import Deal
from noirmail.engine.redact import view_of
from noirmail.engine.state import State
from noirmail.engine.view import Outcome, View
from noirmail.store.models import Game, Step

# A game as the ORM or a plain SELECT of its columns gives it.
AnyRow = Row[*tuple[Any, ...]]
GameRow = Game | AnyRow

KEPT: Final = 512

# Built once: putting a statement together costs more than running it.
_step = Step.__table__.c
_STEPS: Final = (
    select(*_step["seat", "action", "at", "by"])
    .where(_step.game_id == bindparam("game"), _step.ply > bindparam("after"), _step.ply <= bindparam("number"))
    .order_by(_step.ply)
)


@dataclass(frozen=True, slots=True)
class Past:
    """A position with all its secrets; when each of its plies was made, and by whom, first ply first."""

    state: State
    at: tuple[datetime, ...] = ()
    by: tuple[str, ...] = ()


class NotStarted(LookupError):
    """The game has no position: it was not dealt yet."""


class _Kept:
    """The positions used last, by code and number; safe between threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pasts: OrderedDict[tuple[str, int], Past] = OrderedDict()
        self._lock = Lock()

    def find(self, code: str, number: int) -> Past | None:
        with self._lock:
            past = self._pasts.get((code, number))
            if past is not None:
                self._pasts.move_to_end((code, number))
            return past

    def put(self, code: str, past: Past) -> None:
        with self._lock:
            self._pasts[code, past.state.ply] = past
            while len(self._pasts) > self._most:
                self._pasts.popitem(last=False)


_kept = _Kept(KEPT)


def load(session: Session, game: GameRow, ply: int | None = None) -> State:
    """The position after ``ply`` (the last one where None); that of a game that is over has the result.

    Raises NotStarted, and LookupError for a ply that the game has not.
    """
    return _with_result(game, past(session, game, ply).state)


def past(session: Session, game: GameRow, ply: int | None = None) -> Past:
    """As ``load``, without a result that the service brought, and with the times of the steps."""
    number = game.number if ply is None else ply
    if game.board is None or not 0 <= number <= game.number:
        raise NotStarted(f"the game has no position {number}")
    found = _kept.find(game.code, number)
    if found is None:
        found = _replayed(session, game, number)
        if session.info.get("reading"):
            # Inside a writing transaction rows are seen that may never be committed.
            _kept.put(game.code, found)
    return found


def keep(code: str, past: Past) -> None:
    """Keep a position that the caller has just committed, so that the next move finds it."""
    _kept.put(code, past)


def push(state: State, seat: int, action: str | Action) -> State:
    """The position after an action, given canonically; raises what ``play.push`` raises. ``state`` stays as it is."""
    return play.push(state, seat, action)


def show(state: State, viewer: int | None, *, opened: bool = False) -> View:
    """What a seat, or a spectator (None), may know of a position; ``opened``: everything may be shown."""
    return view_of(state, viewer, opened=opened)


def view(
    session: Session, game: GameRow, viewer: int | None, ply: int | None = None, *, opened: bool = False
) -> View:
    """What a viewer may know of the position after ``ply`` (the last one where None), as known at that time."""
    return show(load(session, game, ply), viewer, opened=opened)


def positions(session: Session, game: GameRow, viewer: int | None, *, opened: bool = False) -> list[View]:
    """What a viewer may know of every position, the one before the first action first."""
    states = _replay(game, _steps(session, game, 0, game.number))
    states[-1] = _with_result(game, states[-1])
    return [show(state, viewer, opened=opened) for state in states]


def _replayed(session: Session, game: GameRow, number: int) -> Past:
    """From the nearest position that is kept just before, or from the deal."""
    for near in range(number - 1, max(number - 8, -1), -1):
        start = _kept.find(game.code, near)
        if start is not None:
            break
    else:
        start = Past(_dealt(game))
    steps = _steps(session, game, start.state.ply, number)
    state = start.state
    for step in steps:
        state = play.push(state, step.seat, step.action)
    return Past(state, start.at + tuple(step.at for step in steps), start.by + tuple(step.by for step in steps))


def _steps(session: Session, game: GameRow, after: int, number: int) -> Sequence[AnyRow]:
    rows = session.connection().execute(_STEPS, {"game": game.id, "after": after, "number": number}).all()
    if len(rows) != number - after:
        raise RuntimeError(f"game {game.code} has {len(rows)} steps after ply {after}, not {number - after}")
    return rows


def _replay(game: GameRow, steps: Sequence[AnyRow]) -> list[State]:
    states = [_dealt(game)]
    for step in steps:
        states.append(play.push(states[-1], step.seat, step.action))
    return states


def _dealt(game: GameRow) -> State:
    if game.board is None or game.deck is None or game.first is None:
        raise NotStarted("the game was not dealt yet")
    deal = Deal(game.board, game.deck, game.first)
    return play.start(game.ruleset, game.options, game.players, deal, game.version)


def _with_result(game: GameRow, state: State) -> State:
    """The last position of a game that the service ended, or whose winner it was itself (``endings.finish``)."""
    if game.status != "finished" or state.ply != game.number:
        return state
    winners = tuple(game.winners or ())
    if state.result is None:
        return play.stop(state, Outcome(winners, game.reason or ""))
    return state if state.result.winners == winners else play.strike(state, set(state.result.winners) - {*winners})


def exhibit(state: State, viewer: int | None, *, opened: bool = False) -> View:
    """What a viewer would see of a position of no game of anybody's: one that was made up to be shown."""
    return view_of(state, viewer, opened=opened)
