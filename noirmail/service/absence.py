"""Being away for some days: an own deadline waits, and the others are told."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.i18n import gettext as _
from noirmail.i18n import ngettext
from noirmail.service import deadlines, notices
from noirmail.service.context import Context
from noirmail.service.errors import BadInput, Refused
from noirmail.service.happenings import note
from noirmail.service.resting import move_deadlines
from noirmail.service.steps import Channel
from noirmail.service.taking import seat_taken
from noirmail.store.models import Game, Happening, Person, Seat

# So many days of any so many a player may be away from a game.
MOST: Final = timedelta(days=14)
OF: Final = timedelta(days=90)


def declare(ctx: Context, game_id: int, seat: int, days: int, channel: Channel = "page", key: str = "") -> datetime:
    """The player of a seat is away for ``days``, 1 to 14, from now: until when.

    An own deadline that runs moves by as much, and none that comes meanwhile runs before the end; the others are
    told. A second absence lengthens the first. Raises NotFound, Refused where the game does not run, where the time
    of the seat has run out, or for more than 14 days in any 90, and BadInput.
    """
    _check(days)
    with ctx.db.write() as session:
        game, own, now = seat_taken(session, game_id, seat)
        until = _away(ctx, session, game, own, now, days, channel, key)
        own.absent_until = until
    ctx.wake()
    return until


def declare_everywhere(ctx: Context, person_id: int, days: int) -> datetime:
    """A person is away for ``days`` from all games, those that begin meanwhile included; as ``declare``."""
    _check(days)
    with ctx.db.read() as session:
        running = select(Seat.game_id, Seat.number).join(Game, Game.id == Seat.game_id)
        seats = session.execute(
            running.where(Seat.person_id == person_id, Game.status == "running", ~Seat.standin).order_by(Game.id)
        ).all()
    with ctx.db.write() as session:
        for game_id, number in seats:
            game, own, now = seat_taken(session, game_id, number or 0)
            own.absent_until = _away(ctx, session, game, own, now, days, "page", "")
        until = clock.now(session) + timedelta(days=days)
        session.get_one(Person, person_id).absent_until = until
    ctx.wake()
    return until


def _check(days: int) -> None:
    if not 1 <= days <= MOST.days:
        raise BadInput(_("An absence has at least 1 day and at most %(most)s days.", most=MOST.days), "days")


def _away(
    ctx: Context, session: Session, game: Game, own: Seat, now: datetime, days: int, channel: Channel, key: str
) -> datetime:
    """Let the deadlines of one seat of a taken game wait; until when its player is away now."""
    seat = own.number or 0
    before = max(now, own.absent_until or now)
    until = max(before, now + timedelta(days=days))
    longer = until - before
    row = deadlines.open_decision(session, game.id, seat)
    if row is not None and row.phase == "late":
        raise Refused(_("Your time has run out: move now, as long as you still can."))
    left = MOST - _used(session, game.id, seat, now)
    if longer > left:
        raise Refused(_too_long(left.days))
    if longer:
        move_deadlines(session, game.id, longer, now, seat)
        told = {"days": days, "until": until.isoformat()}
        seconds = int(longer.total_seconds())
        note(session, game.id, "absent", now, ply=game.number, channel=channel, seat=seat, seconds=seconds, key=key)
        notices.happened(ctx, session, game, "absent", seat, now, **told)
    return until


def _used(session: Session, game_id: int, seat: int, now: datetime) -> timedelta:
    """How much of the last 90 days the player of a seat was, or will have been, away."""
    rows = session.scalars(
        select(Happening).where(
            Happening.game_id == game_id, Happening.kind == "absent", Happening.seat == seat, Happening.at > now - OF
        )
    )
    return timedelta(seconds=sum(row.data["seconds"] for row in rows))


def _too_long(left: int) -> str:
    if left <= 0:
        return _("A player may be away for 14 days in any 90, and you have been.")
    return ngettext(
        "A player may be away for 14 days in any 90; you have %(num)s day left.",
        "A player may be away for 14 days in any 90; you have %(num)s days left.",
        left,
    )
