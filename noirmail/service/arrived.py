"""A mail that came in, opened: whom it is for and what it says; and what is written down when it was dealt with."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.mail.incoming.letter import IncomingLetter, TooBig, read_letter
from noirmail.service.context import Context
from noirmail.service.postbox import Recipient, recipient_of
from noirmail.service.sealing import BrokenSeal, unpack
from noirmail.store.models import InboxMail, Seat

State = Literal["done", "ignored", "held"]
# Raw mails are kept for so long ("Decided" 12).
KEPT: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Arrived:
    """``recipient``: None where its address is dead by now. ``again``: it was begun before, and not finished."""

    id: int
    received_at: datetime
    recipient: Recipient | None
    letter: IncomingLetter | TooBig
    again: bool


def opened(ctx: Context, row: InboxMail) -> Arrived:
    """The mail of a row; raises BrokenSeal."""
    if row.sealed is None:
        raise BrokenSeal("a mail is not kept any more")
    sender, recipient, raw = unpack(ctx, row.sealed)
    with ctx.db.read() as session:
        known = recipient_of(ctx, session, recipient)
    letter = read_letter(
        raw,
        return_path=sender,
        authserv_id=ctx.settings.authserv_id,
        own={ctx.settings.mail_from.lower()},
    )
    return Arrived(row.id, row.received_at, known, letter, again=row.tries > 1)


def close(ctx: Context, mail_id: int, state: State, note: str | None = None) -> None:
    """Write down what became of a mail that waited or was held; one that is closed stays as it is."""
    with ctx.db.write() as session:
        mark(session, mail_id, state, note)


def mark(
    session: Session, mail_id: int, state: State, note: str | None = None, answered: datetime | None = None
) -> bool:
    """As ``close``, within a transaction; whether the mail was still to be dealt with. ``note`` holds no address."""
    marked = session.execute(
        update(InboxMail)
        .where(InboxMail.id == mail_id, InboxMail.state.in_(("waiting", "held")))
        .values(state=state, note=note, leased_until=None, answered_at=answered)
        .returning(InboxMail.id)
    )
    return marked.first() is not None


def forget_old(ctx: Context) -> None:
    """Delete the mails that came in 30 days ago, and that they came at all."""
    with ctx.db.read() as session:
        oldest = session.scalar(select(func.min(InboxMail.received_at)))
        if oldest is None or oldest >= clock.now(session) - KEPT:
            return
    with ctx.db.write() as session:
        session.execute(delete(InboxMail).where(InboxMail.received_at < clock.now(session) - KEPT))


def unread_from(session: Session, game_id: int, seat: int, until: datetime) -> bool:
    """Whether a mail of that seat is unread which came before ``until``: its bytes are sealed, it may be a move."""
    mails = (
        select(InboxMail.id)
        .join(Seat, Seat.id == InboxMail.seat_id)
        .where(Seat.game_id == game_id, Seat.number == seat)
        .where(InboxMail.state == "waiting", InboxMail.received_at <= until)
    )
    return session.scalar(mails.limit(1)) is not None
