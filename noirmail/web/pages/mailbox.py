"""The mailbox of a server that has no outside mail: everybody's mails, to read and answer as in a mail client."""

from dataclasses import dataclass

from flask import Blueprint, Response, request

from noirmail.i18n import gettext as _
from noirmail.service import mailbox as boxes
from noirmail.service.mailbox import Entry, Reading
from noirmail.web.pages.doors import context, field
from noirmail.web.pages.tables import Moment, moment
from noirmail.web.rendering import page
from noirmail.web.security import MAIL_FRAME, POLICY

mailbox = Blueprint("mailbox", __name__, url_prefix="/mailbox")

# What no database can hold as a number of a row is no address.
_MAIL = f"/<int(max={2**63 - 1}):mail_id>"


@dataclass(frozen=True, slots=True)
class MailLine:
    """A mail in a list."""

    link: str
    subject: str
    when: Moment
    now: bool


@dataclass(frozen=True, slots=True)
class ThreadLines:
    """The mails of one subject, newest first."""

    subject: str
    mails: tuple[MailLine, ...]


@dataclass(frozen=True, slots=True)
class BoxLines:
    """One person's mails; ``open``: the box from which a mail is being read."""

    recipient: str
    anchor: str
    threads: tuple[ThreadLines, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a mail's text; ``link`` where it is nothing but an address of this server."""

    words: str
    link: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A mail that is being read. ``frame``: the address of its HTML part, or empty.

    ``answer``: where an answer to it is posted, empty where nobody would read one. ``answered``: one was sent now.
    """

    subject: str
    sender: str
    recipient: str
    when: Moment
    lines: tuple[TextLine, ...]
    frame: str
    answer: str
    answered: bool


@dataclass(frozen=True, slots=True)
class MailboxPage:
    """Everybody's boxes, and the mail that is open, if any."""

    boxes: tuple[BoxLines, ...]
    opened: Opened | None


@mailbox.get("")
def everybody() -> Response:
    """The boxes of all people."""
    return _shown(None)


@mailbox.get(_MAIL)
def one(mail_id: int) -> Response:
    """One mail, as text and as HTML."""
    return _shown(boxes.letter(context(), mail_id))


@mailbox.post(f"{_MAIL}/answer")
def answer(mail_id: int) -> Response:
    """Write back to a mail, as its recipient would from a mail client; what comes of it comes as a mail."""
    text = field("answer").replace("\r\n", "\n").strip()
    sent = bool(text) and boxes.answer(context(), mail_id, text)
    return Response(status=303, headers={"Location": f"/mailbox/{mail_id}{'?answered' * sent}"})


@mailbox.get(f"{_MAIL}/html")
def html(mail_id: int) -> Response:
    """The HTML part for its sandboxed frame: no script, no form, nothing from elsewhere."""
    reading = boxes.letter(context(), mail_id)
    # Links open in the whole window, as they do from a mail client.
    text = reading.html.replace("<head>", '<head><base target="_top">', 1)
    response = Response(text, mimetype="text/html")
    response.headers["Content-Security-Policy"] = MAIL_FRAME
    return response


def _shown(reading: Reading | None) -> Response:
    lines = tuple(_box(box, reading) for box in boxes.threads(context()))
    model = MailboxPage(lines, _opened(reading) if reading else None)
    response = page("mailbox.html", model, title=_("Mailbox"))
    response.headers["Content-Security-Policy"] = f"{POLICY}; frame-src 'self'"
    return response


def _box(box: boxes.Box, reading: Reading | None) -> BoxLines:
    threads = tuple(
        ThreadLines(thread.subject, tuple(_line(entry, reading) for entry in thread.mails)) for thread in box.threads
    )
    shown = reading is None or reading.recipient == box.recipient
    return BoxLines(box.recipient, box.recipient.partition("@")[0], threads, shown)


def _line(entry: Entry, reading: Reading | None) -> MailLine:
    now = reading is not None and reading.id == entry.id
    return MailLine(f"/mailbox/{entry.id}", entry.subject, moment(entry.received_at, "UTC"), now)


def _opened(reading: Reading) -> Opened:
    return Opened(
        reading.subject,
        reading.sender,
        reading.recipient,
        moment(reading.received_at, "UTC"),
        tuple(_text_line(line) for line in reading.text.splitlines()),
        f"/mailbox/{reading.id}/html" if reading.html else "",
        f"/mailbox/{reading.id}/answer" if reading.answerable else "",
        "answered" in request.args,
    )


def _text_line(line: str) -> TextLine:
    # What players wrote is never made a link (TRUST R27).
    address = line.strip()
    ours = address.startswith(context().settings.base_url + "/") and " " not in address
    return TextLine(line, address if ours else "")
