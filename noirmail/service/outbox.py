"""Sending what the outbox holds: at least once each, the same bytes every time, none held up by another (TRUST R67).

A row is claimed by a conditional update with a lease, looked at outside any transaction, sent, and only then marked.
Whoever dies in between leaves the lease to run out, and the mail goes out again as it was.
"""

from collections.abc import Sequence
from datetime import timedelta
from random import SystemRandom
from time import monotonic
from typing import Final

from sqlalchemy import bindparam, or_, select, update
from sqlalchemy.orm import Session
from structlog import get_logger

from noirmail import clock
from noirmail.logs import mask
from noirmail.mail.compose import compose
from noirmail.mail.transports import PermanentRefusal, TransientRefusal
from noirmail.service import deadlines
from noirmail.service.context import Context
from noirmail.service.letters import bounce_address, letter_of
from noirmail.service.parcels import Parcel, address_of, obsolete, parcels
from noirmail.store.models import Base, OutboxMail

log = get_logger("noirmail.service.outbox")

# Longer than one mail can take, so that nobody sends what somebody else is sending.
LEASE: Final = timedelta(minutes=5)
BATCH: Final = 20
# A claimed batch is sent for so long at the most; what is left goes back.
_BATCH_SECONDS: Final = 45.0
# After which try to wait how long (R70); later on hourly, until GIVE_UP after the mail was written.
_WAITS: Final = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), timedelta(minutes=60))
GIVE_UP: Final = timedelta(hours=48)
_JITTER: Final = 0.2
# A mail that raises so often is set aside: the fault is in it, or in noirmail (R112).
_MOST_FAILURES: Final = 5
# More than 48 hours of tries: whoever tried this one never lived to mark it.
_MOST_TRIES: Final = 60
# What was read of a mail may be so old when it is sent.
_FRESH_SECONDS: Final = 1.0
_NOTE: Final = 500
_random = SystemRandom()

# On the way of every mail, so it is built once.
_mails = Base.metadata.tables["outbox"]
_MARK: Final = (
    update(_mails)
    .where(_mails.c.id == bindparam("mail"), _mails.c.state == "pending")
    .values(state=bindparam("became"), note=bindparam("said"), accepted_at=bindparam("accepted"), leased_until=None)
)


def drain(ctx: Context, limit: int = BATCH) -> int:
    """Send up to ``limit`` mails that are due; how many were looked at, 0 when nothing is due."""
    ids = claim(ctx, limit)
    if ids:
        _send_all(ctx, ids)
    return len(ids)


def deliver(ctx: Context, mail_id: int) -> bool:
    """Send one mail, if it is due and nobody else is at it; whether it was looked at."""
    ids = _claim(ctx, 1, mail_id)
    _send_all(ctx, ids)
    return bool(ids)


def claim(ctx: Context, limit: int) -> list[int]:
    """Take up to ``limit`` mails that are due for as long as a lease; their ids, the longest due first."""
    return _claim(ctx, limit, None)


def free_leases(ctx: Context) -> None:
    """Let go of what a predecessor had claimed; only for a process that is alone with its database."""
    with ctx.db.write() as session:
        session.execute(
            update(OutboxMail)
            .where(OutboxMail.state == "pending", OutboxMail.leased_until.is_not(None))
            .values(leased_until=None)
        )


def _claim(ctx: Context, limit: int, mail_id: int | None) -> list[int]:
    with ctx.db.read() as session:
        # Most looks find nothing, and need not keep anybody from writing.
        if not _due(session, 1, mail_id):
            return []
    with ctx.db.write() as session:
        ids = _due(session, limit, mail_id, lock=True)
        until = clock.now(session) + LEASE
        session.execute(
            update(OutboxMail).where(OutboxMail.id.in_(ids)).values(leased_until=until, tries=OutboxMail.tries + 1)
        )
    return ids


def _due(session: Session, limit: int, mail_id: int | None, *, lock: bool = False) -> list[int]:
    now = clock.now(session)
    due = (
        select(OutboxMail.id)
        .where(OutboxMail.state == "pending", OutboxMail.due_at <= now)
        .where(or_(OutboxMail.leased_until.is_(None), OutboxMail.leased_until <= now))
        .order_by(OutboxMail.due_at, OutboxMail.id)
        .limit(limit)
    )
    if mail_id is not None:
        due = due.where(OutboxMail.id == mail_id)
    return list(session.scalars(due.with_for_update(skip_locked=True) if lock else due))


def _send_all(ctx: Context, ids: Sequence[int]) -> None:
    """Send claimed mails, and hand back what there was no time for."""
    end, left = monotonic() + _BATCH_SECONDS, list(ids)
    while left and monotonic() < end:
        left = _send_some(ctx, left)
    if left:
        _hand_back(ctx, left, timedelta(0))


def _send_some(ctx: Context, ids: Sequence[int]) -> list[int]:
    """Send mails for as long as what was read of them is fresh; the ids of the others."""
    with ctx.db.read() as session:
        now = clock.now(session)
        found = [(parcel, obsolete(session, parcel, now)) for parcel in parcels(session, ids)]
    read_at = monotonic()
    for at, (parcel, reason) in enumerate(found):
        left = [other.id for other, _reason in found[at:]]
        if at and monotonic() - read_at > _FRESH_SECONDS:
            return left
        if reason is not None:
            _close(ctx, parcel, "superseded", reason)
        elif not _send(ctx, parcel):
            _hand_back(ctx, left[1:], _WAITS[0])
            break
    return []


def _send(ctx: Context, parcel: Parcel) -> bool:
    """Send one mail and mark what came of it; False where the mail server itself was not to be had."""
    if parcel.tries > _MOST_TRIES:
        _close(ctx, parcel, "dead", "given up: nobody lived to tell what came of it")
        return True
    try:
        raw = compose(letter_of(ctx, parcel))
        ctx.transport.send(bounce_address(ctx, parcel.id), address_of(parcel) or "", raw)
    except PermanentRefusal as refusal:
        _close(ctx, parcel, "dead", str(refusal))
    except TransientRefusal as refusal:
        _postpone(ctx, parcel, str(refusal))
        return refusal.stage != "connect"
    except Exception as error:
        log.exception("a mail could not be made or sent", outbox=parcel.id, kind=parcel.kind)
        if parcel.tries < _MOST_FAILURES:
            _postpone(ctx, parcel, type(error).__name__)
        else:
            _close(ctx, parcel, "dead", type(error).__name__)
    else:
        _close(ctx, parcel, "sent", None)
    return True


def _close(ctx: Context, parcel: Parcel, state: str, note: str | None) -> None:
    """Mark what became of a mail, and let the time of its decision run, in one transaction."""
    with ctx.db.write() as session:
        now = clock.now(session)
        accepted_at = now if state == "sent" else None
        values = {"mail": parcel.id, "became": state, "said": _noted(note), "accepted": accepted_at}
        session.connection().execute(_MARK, values)
        if parcel.kind == "your-turn" and state == "sent":
            deadlines.mail_accepted(session, parcel.game_id, parcel.seat_number, parcel.decision, parcel.date, now)
        if parcel.kind == "your-turn" and state == "dead":
            deadlines.mail_refused(session, parcel.game_id, parcel.seat_number, parcel.decision, now)
    if state == "dead":
        log.error("a mail is dead", outbox=parcel.id, kind=parcel.kind, note=note)


def _postpone(ctx: Context, parcel: Parcel, note: str) -> None:
    """Try again later, or give up where it has taken too long."""
    wait = _WAITS[min(parcel.tries, len(_WAITS)) - 1] * _random.uniform(1 - _JITTER, 1 + _JITTER)
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
    _close(ctx, parcel, "dead", note)


def _hand_back(ctx: Context, ids: Sequence[int], wait: timedelta) -> None:
    """Give up the lease on mails that were not tried."""
    if not ids:
        return
    with ctx.db.write() as session:
        again = clock.now(session) + wait
        session.execute(
            update(OutboxMail)
            .where(OutboxMail.id.in_(ids), OutboxMail.state == "pending")
            .values(leased_until=None, due_at=again, tries=OutboxMail.tries - 1)
        )


def _noted(note: str | None) -> str | None:
    return None if note is None else mask(note)[:_NOTE]
