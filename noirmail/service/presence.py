"""Who is at the table now: a signal of the running page, or a deed of the player; never that a page was opened.

Presence may delay a notice and never cancels it (TRUST "Decided" 15).
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import update
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.service.context import Context
from noirmail.store.models import Person, Seat

# How long a player who was seen at the table may answer there before the turn is mailed.
PRESENT_FOR: Final = timedelta(minutes=5)


def seen(ctx: Context, seat_id: int) -> None:
    """The page of a seat runs before its player now, who does something there."""
    with ctx.db.write() as session:
        now = clock.now(session)
        seat = session.get_one(Seat, seat_id)
        seat.present_until = now + PRESENT_FOR
        if seat.person_id is not None:
            visited(session, seat.person_id, now)


def visited(session: Session, person_id: int, now: datetime) -> None:
    """A person was here: what comes next may be mailed, where one mail until the next visit is wanted."""
    session.execute(update(Person).where(Person.id == person_id).values(visited_at=now))
