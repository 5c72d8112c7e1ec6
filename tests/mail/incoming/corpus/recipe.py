"""What a letter of the corpus is made from, and what a reader must find in it."""

from base64 import encodebytes
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.header import Header
from quopri import encodestring
from typing import Any

Expected = Mapping[str, Any]
# The address that a reply to a turn mail goes to; its token is nobody's.
REPLY_TO = "move+k" + "q7" * 13 + "@in.example.test"
SUBJECT = "Re: Noir K7QF2M9A: Alice – Bob"
ANSWERED = f"<{'0' * 32}@example.test>"
AUTHSERV = "mx.example.test"
PASSED = f"{AUTHSERV}; dkim=pass header.d=example.test; spf=pass smtp.mailfrom=alice@example.test; dmarc=pass"


@dataclass(frozen=True)
class Recipe:
    """A letter, by name: its bytes, and what must be found besides the usual (see ``usual`` in test_corpus)."""

    name: str
    raw: bytes
    expected: Expected = field(default_factory=dict)


def fields(name: str, **changes: str | None) -> list[tuple[str, str]]:
    """The header of a reply of Alice's; ``changes`` by name, with _ for -, None for none."""
    usual: dict[str, str | None] = {
        "Received": f"from client.example.test (client.example.test [192.0.2.7]) by {AUTHSERV} with ESMTPS id 4T1; "
        "Wed, 02 Dec 2026 08:15:04 +0000",
        "Authentication-Results": PASSED,
        "From": "Alice <alice@example.test>",
        "To": REPLY_TO,
        "Subject": encoded(SUBJECT),
        "Date": "Wed, 02 Dec 2026 09:15:00 +0100",
        "Message-ID": f"<{name}@client.example.test>",
        "In-Reply-To": ANSWERED,
        "References": f"<first@example.test> {ANSWERED}",
        "MIME-Version": "1.0",
    }
    usual |= {key.replace("_", "-"): value for key, value in changes.items()}
    return [(key, value) for key, value in usual.items() if value is not None]


def encoded(text: str, charset: str = "utf-8") -> str:
    """A subject with its encoded words."""
    return text if text.isascii() else Header(text, charset, maxlinelen=900).encode()


def part(kind: str, text: str, charset: str = "utf-8", encoding: str = "quoted-printable", extra: str = "") -> bytes:
    """A part with its header: ``kind`` like plain or html; ``extra`` parameters of its type."""
    raw = text.encode(charset)
    head = f"Content-Type: text/{kind}; charset={charset}{extra}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return head.encode() + transferred(raw, encoding)


def transferred(raw: bytes, encoding: str) -> bytes:
    """Bytes in a transfer encoding, with CRLF."""
    if encoding == "base64":
        coded = encodebytes(raw.replace(b"\n", b"\r\n"))
    elif encoding == "quoted-printable":
        coded = encodestring(raw)
    else:
        coded = raw
    return coded.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def mail(header: list[tuple[str, str]], body: bytes) -> bytes:
    """A mail: its header, then a body that begins with the fields of its content."""
    return b"".join(f"{name}: {value}\r\n".encode() for name, value in header) + body


def multipart(kind: str, *parts: bytes, boundary: str = "=_noir", extra: str = "") -> bytes:
    """Parts put together, with the field that says so."""
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"{extra}\r\n\r\n'.encode()
    mark = f"--{boundary}".encode()
    return head + b"".join(mark + b"\r\n" + one.rstrip(b"\r\n") + b"\r\n" for one in parts) + mark + b"--\r\n"


def reply(name: str, text: str, *lines: str, **changes: str | None) -> Recipe:
    """A plain reply of Alice's, and the lines that must be read in it."""
    return Recipe(name, mail(fields(name, **changes), part("plain", text)), {"lines": list(lines)})
