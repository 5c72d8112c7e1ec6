"""What mail systems report: that a mail could not be delivered, or that its reader complained (TRUST R74, R75).

Delivery reports are those of RFC 3464 with the codes of RFC 3463, complaints those of RFC 5965.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from noirmail.mail.incoming.charsets import decoded
from noirmail.mail.incoming.headers import Headers, one_id, parse_fields
from noirmail.mail.incoming.limits import HEADER_BYTES, Exceeded
from noirmail.mail.incoming.parts import Part

Kind = Literal["hard", "soft", "delayed", "delivered"]

_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_REPLY = re.compile(r"\b[245]\d\d\b")
_DELIVERY = frozenset({"message/delivery-status", "message/global-delivery-status"})
_ORIGINAL = frozenset({"message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global"})
_DELIVERED = frozenset({"delivered", "relayed", "expanded"})
# 5.1.7 and 5.1.8 speak of the sender's address, which is ours.
_ABOUT_US = frozenset({"5.1.7", "5.1.8"})
# Feedback that says the opposite of a complaint, or nothing about the reader.
_NO_COMPLAINT = frozenset({"not-spam", "auth-failure"})


@dataclass(frozen=True, slots=True)
class Failure:
    """What is reported for one recipient. ``address``: as the mail was sent to it, where known, in lower case.

    ``status``: the code such as 5.1.1, '' where none is given. ``kind``: hard (nobody has that address), soft (this
    mail was lost, the next may arrive), delayed (still being tried), delivered.
    """

    address: str | None
    action: str
    status: str
    kind: Kind
    said: str


@dataclass(frozen=True, slots=True)
class Bounce:
    """A delivery report. ``message_id``: that of the mail which it is about, None where it does not say."""

    failures: tuple[Failure, ...]
    message_id: str | None


@dataclass(frozen=True, slots=True)
class Complaint:
    """A reader's complaint, such as abuse; ``address``: whose, in lower case, None where it was blackened."""

    feedback: str
    address: str | None
    message_id: str | None


def report_in(parts: Sequence[Part]) -> Bounce | Complaint | None:
    """The report that a mail is, None where it is none or one that cannot be read."""
    try:
        original = _original(parts)
        for part in parts:
            if part.type in _DELIVERY:
                return Bounce(tuple(_failures(_fields(part))), original)
            if part.type == "message/feedback-report":
                return _complaint(_fields(part), original)
    # A report that is larger than any report is none.
    except Exceeded:
        return None
    return None


def _fields(part: Part) -> list[Headers]:
    """The groups of fields of a machine-readable part."""
    text = decoded(part.decoded()[:HEADER_BYTES], part.parameter("charset") or "utf-8").replace("\r", "")
    groups = (parse_fields(group) for group in re.split(r"\n[ \t]*\n", text.strip("\n")))
    return [group for group in groups if group.fields]


def _original(parts: Sequence[Part]) -> str | None:
    """The Message-ID of the mail that was sent back with a report."""
    for part in parts:
        if part.type in _ORIGINAL:
            text = decoded(part.decoded()[:HEADER_BYTES], "utf-8").replace("\r", "")
            return one_id(parse_fields(text.lstrip("\n").partition("\n\n")[0]).first("message-id"))
    return None


def _failures(groups: list[Headers]) -> Iterator[Failure]:
    for fields in groups:
        if not (fields.has("final-recipient") or fields.has("original-recipient")):
            continue
        said = fields.first("diagnostic-code").partition(";")[2].strip()[:500]
        status = _status(fields.first("status"), said)
        action = fields.first("action").split(" ")[0].lower() or _action(status)
        address = _address(fields.first("original-recipient")) or _address(fields.first("final-recipient"))
        yield Failure(address, action, status, _kind(action, status), said)


def _status(given: str, said: str) -> str:
    """The code of the report, or what the other mail system said where the report has none or a general one."""
    codes = [found[0] for found in (_STATUS.search(given), _STATUS.search(said)) if found]
    if len(codes) == 2 and codes[0][1:] == ".0.0" and codes[1][0] == codes[0][0]:
        return codes[1]
    if codes:
        return codes[0]
    reply = _REPLY.match(said)
    return f"{reply[0][0]}.0.0" if reply else ""


def _action(status: str) -> str:
    return {"2": "delivered", "4": "delayed"}.get(status[:1], "failed")


def _kind(action: str, status: str) -> Kind:
    if action in _DELIVERED:
        return "delivered"
    if action == "delayed":
        return "delayed"
    hard = (status.startswith("5.1.") and status not in _ABOUT_US) or status == "5.2.1"
    return "hard" if hard else "soft"


def _address(value: str) -> str | None:
    """``rfc822; alice@example.test`` without its type."""
    kind, _semicolon, address = value.rpartition(";")
    address = address.strip().strip("<>").lower()
    known = kind.strip().lower() in {"", "rfc822", "utf-8"}
    return address if known and "@" in address and len(address) <= 254 else None


def _complaint(groups: list[Headers], original: str | None) -> Complaint | None:
    fields = groups[0] if groups else Headers(())
    feedback = fields.first("feedback-type").split(" ")[0].lower() or "abuse"
    if feedback in _NO_COMPLAINT:
        return None
    return Complaint(feedback, _address(fields.first("original-rcpt-to")), original)
