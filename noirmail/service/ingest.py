"""From the bytes of a mail to what came of it: kept for good before anybody says "taken" (TRUST R44), read once.

Every door calls ``ingest``. What it kept is read by ``drain_inbox``, by as many processes as there are: a row is
taken with a lease, and all that a mail causes has a key made of its row, so that a second reading causes nothing.
"""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session
from structlog import get_logger

from noirmail import clock
from noirmail.mail.incoming.headers import one_id, split_headers
from noirmail.mail.incoming.letter import TooBig
from noirmail.mail.incoming.limits import Exceeded
from noirmail.service import replies, returns
from noirmail.service.arrived import Arrived, close, opened
from noirmail.service.context import Context
from noirmail.service.once import insert_once
from noirmail.service.postbox import Recipient, recipient_of
from noirmail.service.sealing import BrokenSeal, pack
from noirmail.store.models import InboxMail

log = get_logger("noirmail.service.ingest")

# Longer than one mail can take; whoever dies meanwhile lets it run out.
LEASE: Final = timedelta(minutes=1)
BATCH: Final = 20
# A mail that raises so often is set aside, and the others go on (TRUST R112).
MOST_TRIES: Final = 5


def ingest(
    ctx: Context, raw: bytes, envelope_from: str, envelope_to: str, received_at: datetime, source: str
) -> int | None:
    """Keep a mail that a door received, sealed; when this returns, it is committed. The row's id.

    None, and nothing kept, where the address is none that noirmail gave out. A mail that was kept before, for the
    same recipient, gives the same id and changes nothing (TRUST R55). ``envelope_from``: '' for the null sender;
    ``source``: the kind of door. Raises what the database raises, and then nothing was taken.
    """
    with ctx.db.read() as session:
        recipient = recipient_of(ctx, session, envelope_to)
    if recipient is None:
        log.info("a mail came for nobody", source=source)
        return None
    key = _key(raw, envelope_to)
    sealed = pack(ctx, envelope_from, envelope_to, raw)
    with ctx.db.write() as session:
        # No mail comes from the future, whatever a door's clock says.
        received = min(received_at, clock.now(session))
        made = _row(ctx, recipient, envelope_from, received, source)
        insert_once(session, InboxMail, {"key": key, "sealed": sealed, **made}, "key")
        mail_id = session.scalar(select(InboxMail.id).where(InboxMail.key == key))
    ctx.wake()
    return mail_id


def drain_inbox(ctx: Context, limit: int = BATCH) -> int:
    """Read up to ``limit`` mails that wait; how many were read, 0 when none waits."""
    taken = _claim(ctx, limit, None)
    for mail_id in taken:
        _read(ctx, mail_id)
    return len(taken)


def process(ctx: Context, mail_id: int) -> bool:
    """Read one mail if it waits and nobody else is at it; whether it was read."""
    taken = _claim(ctx, 1, mail_id)
    for one in taken:
        _read(ctx, one)
    return bool(taken)


def _key(raw: bytes, envelope_to: str) -> str:
    """By what a mail is known again: its Message-ID, or all its bytes, and whom it is for. A hash, so no token."""
    try:
        message_id = one_id(split_headers(raw.replace(b"\r\n", b"\n"))[0].first("message-id"))
    except Exceeded:
        message_id = None
    told = message_id.encode() if message_id else sha256(raw).digest()
    return sha256(told + b"\0" + envelope_to.strip().lower().encode()).hexdigest()


def _row(ctx: Context, recipient: Recipient, sender: str, received: datetime, source: str) -> dict[str, Any]:
    return {
        "source": source[:12],
        "received_at": received,
        "state": "waiting",
        "tries": 0,
        "seat_id": recipient.seat_id,
        "decision": recipient.decision,
        "sender_key": ctx.keys.nonce("sender", sender.lower()) if sender else None,
    }


def _claim(ctx: Context, limit: int, mail_id: int | None) -> list[int]:
    with ctx.db.read() as session:
        # Most looks find nothing, and need not keep anybody from writing.
        if not _waiting(session, 1, mail_id):
            return []
    with ctx.db.write() as session:
        ids = _waiting(session, limit, mail_id, lock=True)
        until = clock.now(session) + LEASE
        session.execute(
            update(InboxMail).where(InboxMail.id.in_(ids)).values(leased_until=until, tries=InboxMail.tries + 1)
        )
    return ids


def _waiting(session: Session, limit: int, mail_id: int | None, *, lock: bool = False) -> list[int]:
    now = clock.now(session)
    rows = (
        select(InboxMail.id)
        .where(InboxMail.state == "waiting", or_(InboxMail.leased_until.is_(None), InboxMail.leased_until <= now))
        .order_by(InboxMail.id)
        .limit(limit)
    )
    if mail_id is not None:
        rows = rows.where(InboxMail.id == mail_id)
    return list(session.scalars(rows.with_for_update(skip_locked=True) if lock else rows))


def _read(ctx: Context, mail_id: int) -> None:
    """Read a claimed mail. What raises is tried again when the lease has run out, and set aside at last."""
    with ctx.db.read() as session:
        row = session.get_one(InboxMail, mail_id)
    try:
        _obey(ctx, opened(ctx, row))
    except BrokenSeal:
        log.error("a mail cannot be opened with the keys that are configured", inbox=mail_id)
        close(ctx, mail_id, "held", "sealed with another key")
    except Exception as error:
        log.exception("a mail could not be read", inbox=mail_id, tries=row.tries)
        if row.tries >= MOST_TRIES:
            close(ctx, mail_id, "held", f"failed: {type(error).__name__}")


def _obey(ctx: Context, mail: Arrived) -> None:
    letter = mail.letter
    if mail.recipient is None:
        close(ctx, mail.id, "ignored", "the address is dead")
    elif mail.recipient.outbox_id is not None:
        close(ctx, mail.id, *returns.take_back(ctx, mail.recipient.outbox_id, mail))
    elif isinstance(letter, TooBig):
        replies.too_big(ctx, mail, letter)
    elif letter.automatic is not None:
        close(ctx, mail.id, "ignored", letter.automatic)
    else:
        replies.reply(ctx, mail, letter)
