"""The mailbox of a noirmail that has no outside mail server: mails come in here, are read and answered on a page.

There is one in the embedded and the test mode; anywhere else it is as if there were none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import default
from email.utils import parseaddr

from sqlalchemy import select

from noirmail import clock
from noirmail.mail.answering import answer_to
from noirmail.mail.transports import Accepted
from noirmail.service.context import Context
from noirmail.service.errors import NotFound
from noirmail.service.ingest import ingest
from noirmail.service.postbox import is_ours
from noirmail.store.database import Database
from noirmail.store.models import LocalMail

MODES = ("embedded", "test")
_HEADERS = BytesHeaderParser(policy=default)
# Of each person, so many mails are listed.
_LISTED = 200
# So many of the newest mails are looked at, however many there are.
_LOOKED_AT = 1000


class LocalTransport:
    """Delivers into the local mailbox; a mail that was taken survives a power cut."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def send(self, envelope_from: str, to: str, raw: bytes) -> Accepted:
        """Put the mail into its recipient's box; raises what the database raises."""
        with self._db.write() as session:
            session.add(LocalMail(recipient=to.lower(), raw=raw, received_at=clock.now(session)))
        return Accepted()


@dataclass(frozen=True, slots=True)
class Entry:
    """A mail in a list."""

    id: int
    subject: str
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Thread:
    """Mails of one subject, newest first, as a mail client would keep them together."""

    subject: str
    mails: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """The mails of one person, the thread with the newest mail first."""

    recipient: str
    threads: tuple[Thread, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A mail opened. ``html``: as it came, to be shown in a sandboxed frame; '' where there is none.

    ``answerable``: noirmail reads what is written back to it.
    """

    id: int
    recipient: str
    sender: str
    subject: str
    received_at: datetime
    text: str
    html: str
    answerable: bool


def threads(ctx: Context) -> list[Box]:
    """Everybody's mails by thread, whoever got the newest mail first; raises NotFound where there is no mailbox."""
    _require_mailbox(ctx)
    boxes: dict[str, list[Entry]] = {}
    with ctx.db.read() as session:
        for mail in session.scalars(select(LocalMail).order_by(LocalMail.id.desc()).limit(_LOOKED_AT)):
            mails = boxes.setdefault(mail.recipient, [])
            if len(mails) < _LISTED:
                mails.append(Entry(mail.id, _subject(mail.raw), mail.received_at))
    return [Box(recipient, _by_subject(mails)) for recipient, mails in boxes.items()]


def letter(ctx: Context, mail_id: int) -> Reading:
    """One mail, taken apart; raises NotFound where there is no such mail or no mailbox."""
    mail = _mail(ctx, mail_id)
    parsed = _parsed(mail.raw)
    return Reading(
        id=mail.id,
        recipient=mail.recipient,
        sender=str(parsed["From"]),
        subject=str(parsed["Subject"]),
        received_at=mail.received_at,
        text=_part(parsed, "plain"),
        html=_part(parsed, "html"),
        answerable=is_ours(ctx, _reply_address(parsed)),
    )


def answer(ctx: Context, mail_id: int, text: str) -> bool:
    """Send the recipient's answer to a mail, as a mail client would; whether there is somebody who reads it.

    Raises NotFound where there is no such mail or no mailbox.
    """
    mail = _mail(ctx, mail_id)
    parsed = _parsed(mail.raw)
    now = clock.process_now()
    raw = answer_to(parsed, text, mail.recipient, now)
    return ingest(ctx, raw, mail.recipient, _reply_address(parsed), now, "mailbox") is not None


def _mail(ctx: Context, mail_id: int) -> LocalMail:
    _require_mailbox(ctx)
    with ctx.db.read() as session:
        mail = session.get(LocalMail, mail_id)
    if mail is None:
        raise NotFound
    return mail


def _reply_address(parsed: EmailMessage) -> str:
    return parseaddr(str(parsed["Reply-To"] or parsed["From"]))[1]


def _require_mailbox(ctx: Context) -> None:
    if ctx.settings.mode not in MODES:
        raise NotFound


def _by_subject(mails: Sequence[Entry]) -> tuple[Thread, ...]:
    found: dict[str, list[Entry]] = {}
    for mail in mails:
        found.setdefault(mail.subject, []).append(mail)
    return tuple(Thread(subject, tuple(those)) for subject, those in found.items())


def _subject(raw: bytes) -> str:
    return str(_HEADERS.parsebytes(raw.partition(b"\r\n\r\n")[0])["Subject"])


def _parsed(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=default)


def _part(parsed: EmailMessage, kind: str) -> str:
    part = parsed.get_body((kind,))
    content: str = part.get_content() if part is not None else ""
    return content.replace("\r\n", "\n")
