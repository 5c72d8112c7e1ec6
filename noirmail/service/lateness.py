"""What the clock does to an open decision: reminder, lateness, and what the game's policy makes of it."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session
from structlog import get_logger

from noirmail import clock
from noirmail.service import deadlines, notices, outage
from noirmail.service.arrived import unread_from
from noirmail.service.context import Context
from noirmail.service.givingup import choosers, give_up, stand_in
from noirmail.service.happenings import note
from noirmail.service.sitters import turn
from noirmail.service.starting import let_house_play
from noirmail.service.taking import take
from noirmail.store.models import Decision, Game, OutboxMail, Seat

log = get_logger("noirmail.service.lateness")

# How long to wait for a mail that came in before the deadline and was not read yet (TRUST R82).
_FOR_INBOX: Final = timedelta(minutes=1)
# How soon to look again at a seat that the service could not move for.
_FOR_HOUSE: Final = timedelta(minutes=5)


def look_at(ctx: Context, decision_id: int) -> None:
    """Do what is due for one decision: of all who look at once, one does it.

    Everything is looked at again with the game's row in hand and the clock read after that, so that a move which
    was committed first stands; at the very moment of the deadline the move is still in time (R82).
    """
    with ctx.db.read() as session:
        game_id = session.scalar(select(Decision.game_id).where(Decision.id == decision_id))
    if game_id is None:
        return
    with ctx.db.write() as session:
        game = take(session, game_id)
        now = clock.now(session)
        if outage.unnoticed(session, now):
            return
        row = session.get_one(Decision, decision_id)
        if game is None or row.phase == "closed":
            # Nothing falls due in a game that does not run.
            row.wake_at = None
            return
        if row.wake_at is None or row.wake_at > now:
            return
        if row.seat in deadlines.served_seats(session, game_id):
            deadlines.serve(row, now + _FOR_HOUSE)
            house = True
        else:
            house = _LOOK[row.phase](ctx, session, game, row, now)
    if house:
        let_house_play(ctx, game_id)
    ctx.wake()


def _waiting(ctx: Context, session: Session, game: Game, row: Decision, now: datetime) -> bool:
    """No mail system has taken its mail yet: time stands still; or there is no mail to wait for: it runs."""
    mail = session.scalar(
        select(OutboxMail.id)
        .join(Seat, Seat.id == OutboxMail.seat_id)
        .where(Seat.game_id == game.id, Seat.number == row.seat, OutboxMail.state == "pending")
        .where(OutboxMail.kind == "your-turn", OutboxMail.decision == row.number)
    )
    if mail is None:
        deadlines.run(row, now, turn(session, game.id, row.seat, now))
    else:
        log.warning("a turn's mail is not taken yet; its time stands still", outbox=mail, game=game.code)
        row.wake_at = now + deadlines.MAIL_PATIENCE
    return False


def _running(ctx: Context, session: Session, game: Game, row: Decision, now: datetime) -> bool:
    if _is_over(row, now):
        return _reminded(ctx, session, game, row, now)
    row.phase = "reminded"
    row.wake_at = row.due_at
    notices.reminder(ctx, session, row, game.number, now)
    return False


def _reminded(ctx: Context, session: Session, game: Game, row: Decision, now: datetime) -> bool:
    if not _is_over(row, now):
        row.wake_at = row.due_at
        return False
    if row.due_at is not None and unread_from(session, game.id, row.seat, row.due_at):
        row.wake_at = now + _FOR_INBOX
        return False
    note(session, game.id, "late", now, ply=game.number, channel="clock", seat=row.seat, decision=row.number)
    if game.on_timeout == "standin":
        stand_in(ctx, session, game, row.seat, "timeout", now)
        return True
    chosen_for = bool(choosers(session, game, row.seat))
    if game.on_timeout == "forfeit" and not chosen_for:
        return give_up(ctx, session, game, row.seat, "timeout", now, lose=True)
    row.phase = "late"
    row.wake_at = (row.due_at or now) + deadlines.length(session, game.id)
    notices.time_ran_out(ctx, session, game, row, "choose" if chosen_for else "claim", now)
    return False


def _late(ctx: Context, session: Session, game: Game, row: Decision, now: datetime) -> bool:
    """One more full period went by, and nobody claimed, chose or moved ("Decided" 2)."""
    if row.wake_at is None or now <= row.wake_at:
        return False
    if unread_from(session, game.id, row.seat, row.wake_at):
        row.wake_at = now + _FOR_INBOX
        return False
    return give_up(ctx, session, game, row.seat, "timeout", now, lose=True)


def _is_over(row: Decision, now: datetime) -> bool:
    return row.due_at is not None and now > row.due_at


_LOOK: Final = {"waiting": _waiting, "running": _running, "reminded": _reminded, "late": _late}
