"""Resting by agreement: everybody at the table lets all deadlines wait for some days."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from noirmail.i18n import gettext as _
from noirmail.service import givingup, notices
from noirmail.service.context import Context
from noirmail.service.errors import BadInput
from noirmail.service.happenings import note
from noirmail.service.resting import move_deadlines
from noirmail.service.steps import Channel
from noirmail.service.taking import seat_taken
from noirmail.store.models import Game, Seat

LONGEST: Final = 30


@dataclass(frozen=True, slots=True)
class Pause:
    """What came of an offer. ``days``: the fewest that anybody offered; ``until``: None until all have agreed."""

    days: int
    until: datetime | None


def offer(ctx: Context, game_id: int, seat: int, days: int, channel: Channel = "page", key: str = "") -> Pause:
    """Offer to let the game rest for ``days``, 1 to 30, or agree to what others offered.

    Once every person who still moves has offered at the same ply, all running deadlines move by the fewest days that
    anybody offered, and whatever is asked meanwhile runs from the end of the pause. A move takes the offers back.
    Raises NotFound, Refused where the game does not run, and BadInput.
    """
    if not 1 <= days <= LONGEST:
        raise BadInput(_("A pause has at least 1 day and at most %(most)s days.", most=LONGEST), "days")
    with ctx.db.write() as session:
        game, own, now = seat_taken(session, game_id, seat)
        fresh = (own.pause_ply, own.pause_days) != (game.number, days)
        own.pause_ply, own.pause_days = game.number, days
        session.flush()
        offers = _offers(session, game)
        fewest = min(number for number in offers if number is not None)
        until = _begin(session, game, fewest, now) if None not in offers else None
        kind: notices.Happened = "paused" if until else "pause-offered"
        if fresh:
            note(session, game_id, kind, now, ply=game.number, channel=channel, seat=seat, days=fewest, key=key)
            told = until.isoformat() if until else None
            notices.happened(ctx, session, game, kind, seat, now, days=fewest, until=told)
    ctx.wake()
    return Pause(fewest, until)


def take_back(ctx: Context, game_id: int, seat: int) -> None:
    """Take an offer back that not everybody has agreed to; raises as ``offer`` does."""
    with ctx.db.write() as session:
        _game, own, _now = seat_taken(session, game_id, seat)
        own.pause_ply = own.pause_days = None


def _offers(session: Session, game: Game) -> list[int | None]:
    """What each person who still moves offers at this ply, None where nothing is offered."""
    playing = givingup.players(session, game)
    seats = select(Seat).where(Seat.game_id == game.id, Seat.number.in_(playing))
    return [seat.pause_days if seat.pause_ply == game.number else None for seat in session.scalars(seats)]


def _begin(session: Session, game: Game, days: int, now: datetime) -> datetime:
    """Let a taken game rest; until when it does."""
    began = max(game.paused_until or now, now)
    until = began + timedelta(days=days)
    game.paused_until = until
    session.execute(update(Seat).where(Seat.game_id == game.id).values(pause_ply=None, pause_days=None))
    move_deadlines(session, game.id, timedelta(days=days), now)
    return until
