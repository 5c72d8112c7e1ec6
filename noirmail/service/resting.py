"""Moving deadlines that run: no time counts while somebody rests whom the others let rest."""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail.service import deadlines
from noirmail.store.models import Decision


def move_deadlines(session: Session, game_id: int, by: timedelta, now: datetime, seat: int | None = None) -> None:
    """Move what is due in a taken game by so long: of all seats, or of one.

    Whose time has run out already, gets all of it from ``now``. A reminder comes again before the new time is over.
    """
    rows = select(Decision).where(
        Decision.game_id == game_id,
        Decision.phase.in_(("running", "reminded", "late")),
        Decision.due_at.is_not(None),
    )
    for row in session.scalars(rows if seat is None else rows.where(Decision.seat == seat)):
        postpone(row, max(row.due_at or now, now) + by, deadlines.length(session, game_id), now)


def postpone(row: Decision, due: datetime, lasts: timedelta, now: datetime) -> None:
    """Let an open decision fall due at ``due``, and be reminded of when a fifth of a turn is left."""
    row.phase = "running"
    row.due_at = due
    row.wake_at = max(now, due - lasts * (100 - deadlines.REMIND_AT_PERCENT) / 100)
