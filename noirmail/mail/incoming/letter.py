"""An incoming mail as facts: who, when, in answer to what, written by a person or not, and the player's own words."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from noirmail.mail.incoming.authentication import Verdict, verdict
from noirmail.mail.incoming.automatic import Reason, suppresses_answer, why_automatic
from noirmail.mail.incoming.bodies import own_words
from noirmail.mail.incoming.headers import Headers, ids, one_id, shown
from noirmail.mail.incoming.limits import HEADER, Exceeded
from noirmail.mail.incoming.parts import Opened, take_apart
from noirmail.mail.incoming.reports import Bounce, Complaint, report_in
from noirmail.mail.incoming.senders import Problem, sender_of


@dataclass(frozen=True, slots=True)
class TooBig:
    """A mail that exceeds a limit and was not read. ``reason``: size, header-bytes, headers, parts or depth."""

    reason: str


@dataclass(frozen=True, slots=True)
class IncomingLetter:
    """What a mail says of itself, and the player's own new text in it.

    ``message_id``, ``in_reply_to`` and ``references`` have their angle brackets. ``sender``: the key of the one
    address in From, as ``parse_address`` makes it, or None with a ``sender_problem``. ``subject``: decoded, one
    line. ``date``: as the sender's clock had it, in UTC. ``automatic``: why it must be neither obeyed nor answered.
    ``only_suppress_answer``: its subject is that of an automatic answer, so that none of ours may go out; what it
    says counts. ``authentication``: the verdict of our own mail system. ``text``: quotes and signature are gone.
    """

    message_id: str | None
    in_reply_to: str | None
    references: tuple[str, ...]
    sender: str | None
    sender_problem: Problem | None
    subject: str
    date: datetime | None
    automatic: Reason | None
    only_suppress_answer: bool
    report: Bounce | Complaint | None
    authentication: Verdict
    text: str
    quoted_removed: bool


def read_letter(
    raw: bytes, *, return_path: str | None = None, authserv_id: str = "", own: Collection[str] = ()
) -> IncomingLetter | TooBig:
    """Read any bytes as a mail; never raises, and looks at no more than the limits of TRUST R58 allow.

    ``return_path``: the envelope's sender, '' for the null one, None where it is not known. ``authserv_id``: by
    which our own mail system signs its verdicts, '' where it gives none. ``own``: the addresses that mail of ours
    comes from, and domains of which all do as ``@domain``.
    """
    try:
        opened = take_apart(raw)
        return _letter(opened, return_path, authserv_id, own)
    except Exceeded as exceeded:
        return TooBig(exceeded.reason)


def _letter(opened: Opened, return_path: str | None, authserv_id: str, own: Collection[str]) -> IncomingLetter:
    headers = opened.headers
    sender, problem = sender_of(headers.all("from"))
    subject = shown(headers.first("subject"))
    types = {opened.type, *(part.type for part in opened.parts)}
    text, quoted = own_words(opened.parts)
    return IncomingLetter(
        message_id=one_id(headers.first("message-id")),
        in_reply_to=one_id(headers.first("in-reply-to")),
        references=ids(headers.first("references")),
        sender=sender,
        sender_problem=problem,
        subject=subject,
        date=_date(headers),
        automatic=why_automatic(headers, types, return_path, sender, own),
        only_suppress_answer=suppresses_answer(subject),
        report=report_in(opened.parts),
        authentication=verdict(headers.all("authentication-results"), authserv_id, sender),
        text=text,
        quoted_removed=quoted,
    )


def _date(headers: Headers) -> datetime | None:
    """The instant of the Date field; a time without a zone is taken for UTC."""
    try:
        date = parsedate_to_datetime(headers.first("date")[:HEADER])
        return date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
    # What is no date, or none that has a year of four digits.
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
