"""One mail a day for all of a player's tables: what waited for it is gathered, looked at again, and told together."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.service import deadlines, notices
from noirmail.service.context import Context
from noirmail.service.hours import next_at
from noirmail.service.parcels import Parcel, parcels
from noirmail.service.timing import OF_GAMES, SECOND, last_digest, verdicts
from noirmail.store.models import OutboxMail, Person, Seat

# So many mails are told by one digest; the page has all.
MOST: Final = 20


def gather(ctx: Context, person_id: int) -> None:
    """Put the digest of a person into the outbox that tells all that waits; once for each time it is due.

    What comes after the digest of a day was made waits for the next. What is told in it is settled.
    """
    with ctx.db.write() as session:
        person = session.get_one(Person, person_id, with_for_update=True)
        now = clock.now(session)
        found = verdicts(ctx, session, parcels(session, _waiting(session, person_id)), now)
        told = [parcel for parcel, verdict in found if verdict.what == "gather"][-MOST:]
        if not told:
            return
        due = last_digest(now, person.digest_at, person.zone)
        key = f"digest:{person_id}:{due:%Y%m%dT%H%M}"
        ids = [parcel.id for parcel in told]
        if notices.queue(ctx, session, "digest", key=key, now=now, person=person, data={"mails": ids}):
            _settle(session, told, note="told in the digest")
        else:
            again = next_at(now + SECOND, person.digest_at, person.zone)
            session.execute(update(OutboxMail).where(OutboxMail.id.in_(ids)).values(due_at=again, leased_until=None))
    ctx.wake()


def _waiting(session: Session, person_id: int) -> list[int]:
    waiting = (
        select(OutboxMail.id)
        .join(Seat, Seat.id == OutboxMail.seat_id)
        .where(Seat.person_id == person_id, OutboxMail.state == "pending", OutboxMail.kind.in_(OF_GAMES))
    )
    return list(session.scalars(waiting))


def _settle(session: Session, told: Sequence[Parcel], note: str) -> None:
    ids = [parcel.id for parcel in told]
    settled = update(OutboxMail).where(OutboxMail.id.in_(ids))
    session.execute(settled.values(state="superseded", note=note, leased_until=None))
    for parcel in told:
        if parcel.kind == "your-turn":
            now = clock.now(session)
            deadlines.start_without_mail(session, parcel.game_id, parcel.seat_number, parcel.decision, now)
