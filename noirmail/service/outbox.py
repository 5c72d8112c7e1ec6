"""Sending what the outbox holds: at least once each, the same bytes every time, none held up by another (TRUST R67).

Rows are claimed by a conditional update with a lease, looked at and made into mails outside any transaction, sent,
and only then marked. Whoever dies in between leaves the lease to run out, and the mails go out again as they were.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic, sleep
from typing import Final

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session
from structlog import get_logger

from noirmail import clock
from noirmail.mail.compose import compose
from noirmail.mail.transports import PermanentRefusal, TransientRefusal
from noirmail.service import digests, marks, pacing
from noirmail.service.context import Context
from noirmail.service.letters import letter_of
from noirmail.service.parcels import Parcel, address_of, parcels
from noirmail.service.postbox import bounce_address
from noirmail.service.timing import verdicts
from noirmail.store.models import OutboxMail

log = get_logger("noirmail.service.outbox")

# Longer than a batch takes, and no longer than a player may wait when a worker died (TRUST I10). A server that keeps
# one mail for longer than what is left may be handed the same bytes twice.
LEASE: Final = timedelta(minutes=2)
BATCH: Final = 20
# A claimed batch is sent for so long at the most; what is left goes back.
_BATCH_SECONDS: Final = 45.0
# What was read of a mail may be so old when it is sent, and a mail that was taken may wait so long to be marked.
_FRESH_SECONDS: Final = 1.0
# Where mails have to take turns, so long is waited for the next one.
_LONGEST_WAIT: Final = timedelta(seconds=1)
# A mail that raises so often is set aside: the fault is in it, or in noirmail (R112).
_MOST_FAILURES: Final = 5
# More than 48 hours of tries: whoever tried this one never lived to mark it.
_MOST_TRIES: Final = 60


@dataclass(frozen=True, slots=True)
class Ready:
    """A mail that is to be handed over now."""

    parcel: Parcel
    to: str
    raw: bytes


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
        marks.hand_back(ctx, left, timedelta(0))


def _send_some(ctx: Context, ids: Sequence[int]) -> list[int]:
    """Send mails for as long as what was read of them is fresh; the ids of the others."""
    read_at = monotonic()
    left = list(_made(ctx, ids))
    taken: list[Parcel] = []
    begun = False
    try:
        while left:
            if begun and monotonic() - read_at > _FRESH_SECONDS:
                return _ids(left)
            begun = True
            at, wait = pacing.take_turn(ctx, [mail.to for mail in left])
            if at is None:
                if wait > _LONGEST_WAIT:
                    marks.hand_back(ctx, _ids(left), wait)
                    return []
                sleep(wait.total_seconds())
            elif not _hand_over(ctx, left.pop(at), taken):
                marks.hand_back(ctx, _ids(left), marks.WAITS[0])
                return []
        return []
    finally:
        # Marked together, since that is most of what marking costs; whatever happened, what was taken is marked.
        marks.sent(ctx, taken)


def _ids(mails: Iterable[Ready]) -> list[int]:
    return [mail.parcel.id for mail in mails]


def _made(ctx: Context, ids: Sequence[int]) -> Iterator[Ready]:
    """The mails that still matter, made; what becomes of the others is marked."""
    with ctx.db.read() as session:
        now = clock.now(session)
        found = verdicts(ctx, session, parcels(session, ids), now)
    gathering = {parcel.seat_person_id for parcel, verdict in found if verdict.what == "gather"}
    for person_id in gathering:
        digests.gather(ctx, person_id)
    for parcel, verdict in found:
        if verdict.what == "superseded":
            marks.superseded(ctx, parcel, verdict.reason)
        elif verdict.until is not None:
            marks.held(ctx, parcel, verdict.reason, verdict.until)
        elif verdict.what == "gather":
            continue
        elif parcel.tries > _MOST_TRIES:
            marks.dead(ctx, parcel, "given up: nobody lived to tell what came of it")
        else:
            try:
                yield Ready(parcel, address_of(parcel) or "", compose(letter_of(ctx, parcel)))
            except Exception as error:
                _failed(ctx, parcel, error)


def _hand_over(ctx: Context, mail: Ready, taken: list[Parcel]) -> bool:
    """Send one mail; False where the mail server itself was not to be had."""
    try:
        ctx.transport.send(bounce_address(ctx, mail.parcel.id), mail.to, mail.raw)
        taken.append(mail.parcel)
    except PermanentRefusal as refusal:
        marks.dead(ctx, mail.parcel, str(refusal))
    except TransientRefusal as refusal:
        marks.postponed(ctx, mail.parcel, str(refusal))
        return refusal.stage != "connect"
    except Exception as error:
        _failed(ctx, mail.parcel, error)
    return True


def _failed(ctx: Context, parcel: Parcel, error: Exception) -> None:
    log.error("a mail could not be made or sent", outbox=parcel.id, kind=parcel.kind, exc_info=error)
    if parcel.tries < _MOST_FAILURES:
        marks.postponed(ctx, parcel, type(error).__name__)
    else:
        marks.faulty(ctx, parcel, type(error).__name__)
