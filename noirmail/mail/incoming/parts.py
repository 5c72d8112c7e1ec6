"""A mail taken apart into its parts, with a count of how many and how deep (TRUST R58, R59).

Only multiparts are opened. A mail inside a mail, an archive, a picture stay closed: one part each, not decoded.
"""

import re
from binascii import a2b_base64
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.policy import compat32

from noirmail.mail.incoming.headers import Headers, split_headers
from noirmail.mail.incoming.limits import DEPTH, HEADER, MAIL_BYTES, PARTS, Exceeded

_ENDS = re.compile(rb"\r+\n?")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]+")
_PADDING = re.compile(rb"=+")
_OF_CONTENT = ("content-type", "content-disposition", "content-transfer-encoding")


@dataclass(frozen=True, slots=True)
class Part:
    """A part that is not opened any further. ``type`` is like text/plain; ``attached``: meant as a file."""

    headers: Headers
    content: "Message[str, str]"
    body: bytes
    type: str
    attached: bool

    def decoded(self) -> bytes:
        """The bytes without their transfer encoding; damaged encodings give what can be had."""
        encoding = self.content.get("content-transfer-encoding", "").strip().lower()
        if encoding == "base64":
            return _base64(self.body)
        held: Message[str, str] = Message(policy=compat32)
        held["content-transfer-encoding"] = encoding
        held.set_payload(self.body.decode("ascii", "surrogateescape"))
        found = held.get_payload(decode=True)
        return found if isinstance(found, bytes) else self.body

    def parameter(self, name: str) -> str:
        """A parameter of the content type, '' where it has none that can be read."""
        return _parameter(self.content, name)


@dataclass(frozen=True, slots=True)
class Opened:
    """A mail's own headers and type, and its parts in their order."""

    headers: Headers
    type: str
    parts: tuple[Part, ...]


def take_apart(raw: bytes) -> Opened:
    """The parts of a mail; raises Exceeded, before it has looked at more than the limits allow."""
    if len(raw) > MAIL_BYTES:
        raise Exceeded("size")
    headers, body = split_headers(_ENDS.sub(b"\n", raw))
    return Opened(headers, _content(headers, "text/plain").get_content_type(), tuple(_counted(headers, body)))


def _counted(headers: Headers, body: bytes) -> Iterator[Part]:
    for number, part in enumerate(_leaves(headers, body, "text/plain", 0), 1):
        if number > PARTS:
            raise Exceeded("parts")
        if part is not None:
            yield part


def _leaves(headers: Headers, body: bytes, default: str, depth: int) -> Iterator[Part | None]:
    """The leaves in their order; None stands for each multipart, which counts as a part, too."""
    content = _content(headers, default)
    kind = content.get_content_type()
    boundary = _parameter(content, "boundary").encode("utf-8", "replace")
    if not kind.startswith("multipart/") or not boundary or b"--" + boundary not in body:
        yield Part(headers, content, body, kind, _is_attached(content))
        return
    if depth == DEPTH:
        raise Exceeded("depth")
    yield None
    inner = "message/rfc822" if kind == "multipart/digest" else "text/plain"
    for chunk in _chunks(body, boundary):
        yield from _leaves(*split_headers(chunk), inner, depth + 1)


def _chunks(body: bytes, boundary: bytes) -> Iterator[bytes]:
    """What stands between the boundaries; without an end, the last goes on to the end of the mail."""
    begin = None
    for line in re.finditer(rb"(?m)^--" + re.escape(boundary) + rb"(--)?[ \t]*$", body):
        if begin is not None:
            yield body[begin : max(begin, line.start() - 1)]
        begin = line.end() + 1
        if line[1]:
            return
    if begin is not None:
        yield body[begin:]


def _content(headers: Headers, default: str) -> "Message[str, str]":
    """The fields that say what a part is, for the standard library to take apart; overlong ones are left out."""
    content: Message[str, str] = Message(policy=compat32)
    content.set_default_type(default)
    for name in _OF_CONTENT:
        value = headers.first(name)
        if value and len(value) <= HEADER:
            content[name] = value
    return content


def _parameter(content: "Message[str, str]", name: str) -> str:
    try:
        found = content.get_param(name, "")
        text = found if isinstance(found, str) else str(found[2])
    # What the standard library stumbles over is no parameter.
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""
    return text.strip()


def _base64(raw: bytes) -> bytes:
    """What a gateway has left of it: strangers among the letters, cut short, put together of several."""
    return b"".join(map(_run_of_base64, _PADDING.split(_NOT_BASE64.sub(b"", raw))))


def _run_of_base64(run: bytes) -> bytes:
    # Four letters are three bytes; one letter alone is none.
    whole = run[: len(run) - (len(run) % 4 == 1)]
    return a2b_base64(whole + b"=" * (-len(whole) % 4))


def _is_attached(content: "Message[str, str]") -> bool:
    disposition = content.get("content-disposition", "").partition(";")
    named = "filename" in disposition[2].lower() or bool(_parameter(content, "name"))
    return disposition[0].strip().lower() == "attachment" or named
