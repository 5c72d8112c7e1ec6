"""The mail that the tests get: what the outbox sends, read as a mail client reads it."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from noirmail.mail.transports import MemoryTransport
from noirmail.service.context import Context
from noirmail.service.outbox import drain


def deliver_all(ctx: Context) -> list[EmailMessage]:
    """Send all that is due, and what that leads to; the mails of this call, in their order."""
    assert isinstance(ctx.transport, MemoryTransport)
    before = len(ctx.transport.sent)
    while drain(ctx):
        pass
    return [read(sent.raw) for sent in ctx.transport.sent[before:]]


def read(raw: bytes) -> EmailMessage:
    """A mail's bytes as a message."""
    return message_from_bytes(raw, policy=default)


def mails_to(address: str, mails: list[EmailMessage]) -> list[EmailMessage]:
    """Those mails that go to one address."""
    return [mail for mail in mails if address in str(mail["To"])]


def text_of(mail: EmailMessage) -> str:
    """The text part as a person reads it."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(mail: EmailMessage) -> str:
    """The HTML part as it is."""
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())
