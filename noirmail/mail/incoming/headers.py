"""Headers as they came: names and values, in their order, with nothing refused that a mail system let through.

The structured parser of the standard library is not used here (TRUST R58: compat32).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header

from noirmail.mail.incoming.charsets import decoded
from noirmail.mail.incoming.limits import HEADER, HEADER_BYTES, HEADERS, Exceeded

_FIELD = re.compile(r"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)
_ID = re.compile(r"<[^<>\s]{1,250}>")
_BARE_ID = re.compile(r"[^<>\s]{1,250}")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class Headers:
    """The header fields, topmost first: names in lower case, values unfolded and stripped."""

    fields: tuple[tuple[str, str], ...]

    def all(self, name: str) -> list[str]:
        """Every value of a field, topmost first."""
        return [value for known, value in self.fields if known == name]

    def first(self, name: str) -> str:
        """The topmost value of a field, '' where there is none."""
        return next((value for known, value in self.fields if known == name), "")

    def has(self, name: str) -> bool:
        """Whether a field is there, be it empty."""
        return any(known == name for known, _value in self.fields)


def split_headers(raw: bytes) -> tuple[Headers, bytes]:
    """The headers and what follows the first empty line; ``raw`` has newlines only. Raises Exceeded."""
    if raw.startswith(b"\n"):
        return Headers(()), raw[1:]
    block, _gap, body = raw.partition(b"\n\n")
    if len(block) > HEADER_BYTES:
        raise Exceeded("header-bytes")
    return Headers(tuple(_fields(block))), body


def parse_fields(text: str) -> Headers:
    """A block of fields inside a body, such as that of a delivery report; raises Exceeded."""
    return Headers(tuple(_fields(text.encode("utf-8", "replace"))))


def _fields(block: bytes) -> Iterator[tuple[str, str]]:
    """Lines that are neither a field nor its continuation are passed over."""
    lines = _unfolded(decoded(block, "utf-8").split("\n"))
    for number, line in enumerate(lines, 1):
        if number > HEADERS:
            raise Exceeded("headers")
        if field := _FIELD.fullmatch(line):
            yield field[1].lower(), field[2].strip()


def _unfolded(lines: list[str]) -> Iterator[str]:
    gathered: list[str] = []
    for line in lines:
        if line[:1] in {" ", "\t"} and gathered:
            gathered.append(line.strip())
            continue
        if gathered:
            yield " ".join(gathered)
        gathered = [line]
    if gathered:
        yield " ".join(gathered)


def shown(value: str) -> str:
    """A value as a person reads it: encoded words decoded, on one line; what cannot be decoded stays as it is."""
    value = value[:HEADER]
    try:
        words = decode_header(value)
    except (HeaderParseError, ValueError):
        words = [(value, None)]
    text = "".join(word if isinstance(word, str) else decoded(word, charset or "ascii") for word, charset in words)
    return " ".join(_CONTROLS.sub(" ", text).split())


def ids(value: str) -> tuple[str, ...]:
    """The message ids of a value, with their brackets; of very many the last fifty."""
    return tuple(_ID.findall(value[-16_000:])[-50:])


def one_id(value: str) -> str | None:
    """The first message id of a value, with its brackets even where they are missing; None where it has none."""
    found = _ID.search(value[:HEADER])
    if found:
        return found[0]
    return f"<{value}>" if _BARE_ID.fullmatch(value) else None
