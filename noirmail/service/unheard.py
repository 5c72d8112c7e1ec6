"""What was said at a table and no mail has told somebody yet: gathered, so that talk never floods a mailbox."""

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from noirmail.store.models import Message, OutboxMail, Seat

# How long the first words after a silence wait for more, and how often a mail of nothing but talk may come.
GATHERED: Final = timedelta(minutes=5)
APART: Final = timedelta(hours=1)


def key_of(seat: Seat) -> str:
    """The key of the mail that tells a seat what was said from its first unheard message on."""
    return f"messages:{seat.id}:{seat.unheard_id}"


def lengthen(session: Session, seat: Seat, upto: int) -> bool:
    """Let the mail that waits for more tell one message more; False where none waits any more."""
    if seat.unheard_id is None:
        return False
    mail = _waiting(session, seat)
    if mail is None:
        return False
    mail.data = {**mail.data, "said": [seat.unheard_id, upto]}
    return True


def take_up(session: Session, seat: Seat) -> dict[str, Any]:
    """What another mail, queued now, tells of the talk instead of a mail of its own; empty where nothing waits."""
    first = seat.unheard_id
    if first is None:
        return {}
    mail = _waiting(session, seat)
    seat.unheard_id = None
    if mail is None:
        return {}
    mail.state, mail.note = "superseded", "told in another mail"
    upto = session.scalar(select(func.max(Message.id)).where(Message.game_id == seat.game_id))
    return {"said": [first, upto]}


def next_mail_at(session: Session, seat: Seat, now: datetime) -> datetime:
    """When the next mail of nothing but talk may go to a seat."""
    last = session.scalar(
        select(OutboxMail.date)
        .where(OutboxMail.seat_id == seat.id, OutboxMail.kind == "messages", OutboxMail.state != "superseded")
        .order_by(OutboxMail.id.desc())
        .limit(1)
    )
    return max(now + GATHERED, last + APART) if last else now + GATHERED


def _waiting(session: Session, seat: Seat) -> OutboxMail | None:
    """The seat's mail of unheard messages, taken, as long as nobody has begun to send it."""
    return session.scalars(
        select(OutboxMail)
        .where(OutboxMail.key == key_of(seat), OutboxMail.state == "pending")
        .where(OutboxMail.tries == 0, OutboxMail.leased_until.is_(None))
        .with_for_update(),
        execution_options={"populate_existing": True},
    ).one_or_none()
