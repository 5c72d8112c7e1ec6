"""Answering mails as players do, and reading what comes back."""

from email.message import EmailMessage

from sqlalchemy import select

from noirmail import clock
from noirmail.mail.answering import answer_to
from noirmail.service.context import Context
from noirmail.service.ingest import drain_inbox, ingest
from noirmail.store.models import InboxMail
from tests.cast import Somebody
from tests.post import deliver_all, mails_to


def receive(ctx: Context, raw: bytes, sender: str, recipient: str) -> int | None:
    """A mail comes in by a door, and is not read yet."""
    return ingest(ctx, raw, sender, recipient, clock.process_now(), "test")


def letter(mail: EmailMessage, text: str, sender: str, **headers: str) -> bytes:
    """The answer of a mail program to ``mail``; ``headers`` come on top, with _ for -."""
    raw = answer_to(mail, text, sender, clock.process_now())
    return b"".join(f"{name.replace('_', '-')}: {value}\r\n".encode() for name, value in headers.items()) + raw


def reply(ctx: Context, mail: EmailMessage, text: str, sender: Somebody | str, **headers: str) -> int | None:
    """Somebody answers a mail; the answer is taken and read. The row's id."""
    address = sender if isinstance(sender, str) else sender.email
    inbox_id = receive(ctx, letter(mail, text, address, **headers), address, str(mail["Reply-To"]))
    while drain_inbox(ctx):
        pass
    return inbox_id


def turn_of(ctx: Context, who: Somebody) -> EmailMessage:
    """The last mail that is to be sent to somebody now."""
    return mails_to(who.email, deliver_all(ctx))[-1]


def inbox(ctx: Context, mail_id: int | None) -> InboxMail:
    """What is kept of a mail."""
    with ctx.db.read() as session:
        return session.get_one(InboxMail, mail_id)


def inboxes(ctx: Context) -> list[InboxMail]:
    """All mails that were kept, in order."""
    with ctx.db.read() as session:
        return list(session.scalars(select(InboxMail).order_by(InboxMail.id)))
