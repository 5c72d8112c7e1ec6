"""What became of a mail, written into its row, and what that means for the decision that waits for it (TRUST R70)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Final

from sqlalchemy import bindparam, update
from sqlalchemy.orm import Session
from structlog import get_logger

from noirmail import clock
from noirmail.logs import mask
from noirmail.service import deadlines, parking
from noirmail.service.context import Context
from noirmail.service.parcels import Parcel
from noirmail.store.models import Base, OutboxMail

log = get_logger("noirmail.service.marks")

# After which try to wait how long; later on hourly, until GIVE_UP after the mail was written.
WAITS: Final = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), timedelta(minutes=60))
GIVE_UP: Final = timedelta(hours=48)
_JITTER: Final = 0.2
_NOTE: Final = 500
_random = SystemRandom()

# On the way of every mail, so it is built once.
_mails = Base.metadata.tables["outbox"]
_MARK: Final = (
    update(_mails)
    .where(_mails.c.id == bindparam("mail"), _mails.c.state == "pending")
    .values(state=bindparam("became"), note=bindparam("said"), accepted_at=bindparam("accepted"), leased_until=None)
)


def sent(ctx: Context, taken: Sequence[Parcel]) -> None:
    """A mail system took these mails: the time of the decisions that they tell runs, in the same transaction."""
    if not taken:
        return
    with ctx.db.write() as session:
        now = clock.now(session)
        marked = [{"mail": parcel.id, "became": "sent", "said": None, "accepted": now} for parcel in taken]
        session.connection().execute(_MARK, marked)
        for parcel in taken:
            if parcel.kind == "your-turn":
                deadlines.mail_accepted(
                    session, parcel.game_id, parcel.seat_number, parcel.decision, parcel.date, now
                )


def superseded(ctx: Context, parcel: Parcel, reason: str) -> None:
    """The mail does not matter any more; a decision that waits for it waits for no mail any more."""
    with ctx.db.write() as session:
        values = {"mail": parcel.id, "became": "superseded", "said": _noted(reason), "accepted": None}
        session.connection().execute(_MARK, values)
        _start(session, parcel)


def dropped(ctx: Context, parcel: Parcel) -> None:
    """The host gave the mail up."""
    with ctx.db.write() as session:
        given_up = update(OutboxMail).where(OutboxMail.id == parcel.id, OutboxMail.state.in_(("pending", "dead")))
        session.execute(given_up.values(state="superseded", note="given up by the host", leased_until=None))
        _start(session, parcel)


def held(ctx: Context, parcel: Parcel, reason: str, until: datetime) -> None:
    """The mail waits for its reader's sake, without a try; unless the reader is at the table, the time runs."""
    with ctx.db.write() as session:
        session.execute(
            update(OutboxMail)
            .where(OutboxMail.id == parcel.id, OutboxMail.state == "pending")
            .values(due_at=until, leased_until=None, tries=OutboxMail.tries - 1, note=_noted(reason))
        )
        if parcel.seat_present_until is None or until != parcel.seat_present_until:
            _start(session, parcel)


def dead(ctx: Context, parcel: Parcel, note: str) -> None:
    """The mail will never be taken: it is kept to be looked at, and its decision waits for no mail any more."""
    with ctx.db.write() as session:
        values = {"mail": parcel.id, "became": "dead", "said": _noted(note), "accepted": None}
        session.connection().execute(_MARK, values)
        if parcel.kind == "your-turn":
            now = clock.now(session)
            deadlines.mail_refused(session, parcel.game_id, parcel.seat_number, parcel.decision, now)
    log.error("a mail is dead", outbox=parcel.id, kind=parcel.kind, note=note)


def faulty(ctx: Context, parcel: Parcel, note: str) -> None:
    """The mail raised again and again: it is kept to be looked at, and its game is parked, its clock held (R112)."""
    with ctx.db.write() as session:
        values = {"mail": parcel.id, "became": "dead", "said": _noted(note), "accepted": None}
        session.connection().execute(_MARK, values)
        if parcel.game_id is not None:
            parking.park(session, parcel.game_id, clock.now(session))
    log.error("a mail is dead", outbox=parcel.id, kind=parcel.kind, note=note)


def postponed(ctx: Context, parcel: Parcel, note: str) -> None:
    """The mail is tried again later, by the table; or given up where it has taken too long."""
    wait = WAITS[min(parcel.tries, len(WAITS)) - 1] * _random.uniform(1 - _JITTER, 1 + _JITTER)
    with ctx.db.write() as session:
        again = clock.now(session) + wait
        if again <= parcel.date + GIVE_UP:
            session.execute(
                update(OutboxMail)
                .where(OutboxMail.id == parcel.id, OutboxMail.state == "pending")
                .values(due_at=again, leased_until=None, note=_noted(note))
            )
            log.warning("a mail has to wait", outbox=parcel.id, kind=parcel.kind, tries=parcel.tries, note=note)
            return
    dead(ctx, parcel, note)


def hand_back(ctx: Context, ids: Sequence[int], wait: timedelta) -> None:
    """Nobody has tried these claimed mails: they are due again after ``wait``."""
    if not ids:
        return
    with ctx.db.write() as session:
        again = clock.now(session) + wait
        session.execute(
            update(OutboxMail)
            .where(OutboxMail.id.in_(ids), OutboxMail.state == "pending")
            .values(leased_until=None, due_at=again, tries=OutboxMail.tries - 1)
        )


def _start(session: Session, parcel: Parcel) -> None:
    if parcel.kind == "your-turn":
        now = clock.now(session)
        deadlines.start_without_mail(session, parcel.game_id, parcel.seat_number, parcel.decision, now)


def _noted(note: str) -> str:
    return mask(note)[:_NOTE]
