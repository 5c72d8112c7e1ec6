"""What the doors for incoming mail ask before they take a mail: is it of a size, and who sent it to whom."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import getaddresses
from typing import Final

from noirmail.mail.incoming.headers import Headers, split_headers
from noirmail.mail.incoming.limits import HEADER, MAIL_BYTES, Exceeded
from noirmail.service.context import Context
from noirmail.service.postbox import is_ours

# What the last mail system notes of the envelope, the surest first; then what the writer's program says.
_TO: Final = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc")
# Of the addresses in those headers, so many are looked at.
_LOOKED_AT: Final = 20
_LINE_ENDS: Final = re.compile(rb"\r\n?")


@dataclass(frozen=True, slots=True)
class Envelope:
    """From where and to where a mail went; ``sender`` is empty where it was sent by a program, as bounces are."""

    sender: str
    recipient: str


def too_much(raw: bytes, limit: int = MAIL_BYTES) -> bool:
    """Whether a mail has over ``limit`` bytes, or more headers than are looked at (TRUST R58)."""
    if len(raw) > limit:
        return True
    try:
        headers_of(raw)
    except Exceeded:
        return True
    return False


def headers_of(raw: bytes) -> Headers:
    """The headers of a mail whose lines end in any way; raises Exceeded."""
    return split_headers(_LINE_ENDS.sub(b"\n", raw))[0]


def envelope_of(ctx: Context, headers: Headers) -> Envelope | None:
    """The envelope of a mail of which only the headers are left; None where they name no address of ours.

    Raises what the database raises.
    """
    named = list(_addresses(headers, *_TO))[:_LOOKED_AT]
    recipient = next((address for address in named if is_ours(ctx, address)), None)
    return Envelope(sender_of(headers), recipient) if recipient else None


def sender_of(headers: Headers) -> str:
    """From where a mail came: the return path, which may be empty, or where none was noted, the writer's address."""
    name = "return-path" if headers.has("return-path") else "from"
    return next(_addresses(headers, name), "")


def _addresses(headers: Headers, *names: str) -> Iterator[str]:
    for name in names:
        values = [value for value in headers.all(name) if len(value) <= HEADER]
        yield from (address for _name, address in getaddresses(values) if address)
