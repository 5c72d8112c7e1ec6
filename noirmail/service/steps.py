"""The one place where a step is written: by a player's move, by the house, by a stand-in.

Everything is looked at outside any transaction. Then one short transaction takes the game by raising its number;
whoever finds the number raised already was slower, has changed nothing, and looks again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.engine.state import State
from noirmail.i18n import gettext as _
from noirmail.service import deadlines, endings, notices, presence, sitters, vault
from noirmail.service.context import Context
from noirmail.service.errors import NotFound, TooLate
from noirmail.service.vault import AnyRow, Past
from noirmail.store.models import Base

By = Literal["player", "house", "standin"]
Channel = Literal["page", "api", "mail", "house", "clock"]

# The way of every move, so each statement is built once: putting one together costs more than running it.
_tables = Base.metadata.tables
_games, _steps = _tables["game"], _tables["step"]
_game, _seat = _games.c, _tables["seat"].c
# What the vault needs of a game, and nothing that would have to be unpacked for nothing.
_COLUMNS: Final = (
    *("id", "code", "ruleset", "version", "options", "players", "status", "number", "per_turn"),
    *("board", "deck", "first", "winners", "reason"),
)
_SEATS: Final = (
    select(*_game[_COLUMNS], _seat.id.label("seat_id"), _seat.number.label("seat"), _seat.kind, _seat.standin)
    .join_from(_games, _tables["seat"], _seat.game_id == _game.id)
    .where(_game.id == bindparam("game"), _seat.number.is_not(None))
    .order_by(_seat.number)
)
_TAKE: Final = (
    update(_games)
    .where(_game.id == bindparam("game"), _game.number == bindparam("before"), _game.status == "running")
    .values(number=bindparam("after"), to_act=bindparam("owing", type_=_game.to_act.type))
    .returning(_game.paused_until)
)
_STEP: Final = insert(_steps)


class SomebodyWasFaster(Exception):
    """Another writer took the game; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Position:
    """A game as it was read. ``seats``: a row for each numbered seat, in seat order, with the columns of the game."""

    seats: tuple[AnyRow, ...]
    past: Past

    @property
    def game(self) -> AnyRow:
        """The columns of the game."""
        return self.seats[0]

    @property
    def served(self) -> frozenset[int]:
        """The seats that the service moves for: the house's, and those with a stand-in."""
        return frozenset(row.seat for row in self.seats if row.kind == "house" or row.standin)


def read_seats(session: Session, game_id: int) -> tuple[AnyRow, ...]:
    """The numbered seats of a game, each with the game's columns; raises NotFound where there are none."""
    rows = session.connection().execute(_SEATS, {"game": game_id}).all()
    if not rows:
        raise NotFound
    return tuple(rows)


def position(session: Session, seats: Sequence[AnyRow]) -> Position:
    """The last position of the game that ``seats`` were read of; raises vault.NotStarted."""
    return Position(tuple(seats), vault.past(session, seats[0]))


def append(ctx: Context, before: Position, after: State, *, key: str | None, channel: Channel, by: By) -> int:
    """Commit the one step that leads from ``before`` to ``after``; deadlines and mails are in the same transaction.

    The new ply. Raises SomebodyWasFaster, and TooLate where a player comes after the service took over the seat.
    """
    try:
        with ctx.db.write() as session:
            paused_until = _take(session, before, after)
            # Read with the game in hand: what counts is the order of the commits.
            now = clock.now(session)
            sitting = sitters.sitters(session, before.game.id)
            served = sitters.served(sitting)
            if by == "player" and after.steps[-1].seat in served:
                raise TooLate(_("The time ran out, and the service moves for this seat now."))
            _write(session, before, after, now, key=key, channel=channel, by=by)
            turn = timedelta(seconds=before.game.per_turn)
            rests = {row.number: turn + sitters.rest(row, paused_until, now) for row in sitting}
            lasts = {seat: None if seat in served else rests[seat] for seat in after.decisions}
            _tell(ctx, session, before, after, sitting, lasts, now)
            if by == "player" and (visitor := sitters.visitor(sitting, after.steps[-1].seat)) is not None:
                presence.visited(session, visitor, now)
    except IntegrityError as error:
        # The unique keys behind the number: a step at this ply, or one with this key.
        raise SomebodyWasFaster from error
    vault.keep(before.game.code, Past(after, (*before.past.at, now), (*before.past.by, by)))
    ctx.wake()
    return after.ply


def _take(session: Session, before: Position, after: State) -> datetime | None:
    """Take the game; until when everybody agreed to pause it."""
    game = before.game
    values = {"game": game.id, "before": game.number, "after": after.ply, "owing": list(after.to_act)}
    taken = session.connection().execute(_TAKE, values).first()
    if taken is None:
        raise SomebodyWasFaster
    until: datetime | None = taken.paused_until
    return until


def _write(
    session: Session,
    before: Position,
    after: State,
    now: datetime,
    *,
    key: str | None,
    channel: Channel,
    by: By,
) -> None:
    step = after.steps[-1]
    row = {
        "game_id": before.game.id,
        "ply": after.ply,
        "seat": step.seat,
        "action": step.action.text,
        "public": step.action.public,
        "decision": before.past.state.decisions[step.seat],
        "by": by,
        "channel": channel,
        "key": key,
        "at": now,
    }
    session.connection().execute(_STEP, row)


def _tell(
    ctx: Context,
    session: Session,
    before: Position,
    after: State,
    sitting: Sequence[AnyRow],
    lasts: Mapping[int, timedelta | None],
    now: datetime,
) -> None:
    """Close and open decisions, end the game where the rules say so, and queue the mails."""
    game_id, owed = before.game.id, before.past.state.decisions
    goes_on = after.steps[-1].seat if after.continues else None
    quiet, unmailed = sitters.quiet(sitting, goes_on), sitters.unmailed(sitting, goes_on)
    deadlines.follow_step(session, game_id, now, owed, after.decisions, lasts, quiet)
    if after.result is not None:
        endings.finish(session, game_id, after.result, now, provisional=False)
    notices.after_step(ctx, session, game_id, after.ply, after.decisions, unmailed, after.result, now)
