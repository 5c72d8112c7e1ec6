"""The text of a mail: the plain part where there is one, else the HTML part (TRUST R59 to R61)."""

from collections.abc import Iterable, Sequence

from noirmail.mail.incoming.charsets import decoded
from noirmail.mail.incoming.limits import TEXT
from noirmail.mail.incoming.markup import text_of_html
from noirmail.mail.incoming.parts import Part
from noirmail.mail.incoming.quoting import own_text, unflowed


def own_words(parts: Sequence[Part]) -> tuple[str, bool]:
    """The player's own new text, at most 32 K characters of it, and whether something quoted was left out."""
    shown = [part for part in parts if not part.attached]
    plain = _joined(map(_plain, (part for part in shown if part.type == "text/plain" or _is_broken(part))))
    if plain.strip():
        return own_text(plain)
    pages = [text_of_html(_text(part)) for part in shown if part.type == "text/html"]
    own, cut = own_text(_joined(text for text, _quoted in pages))
    return own, cut or any(quoted for _text, quoted in pages)


def _joined(texts: Iterable[str]) -> str:
    return "\n".join(texts)[:TEXT]


def _is_broken(part: Part) -> bool:
    """A multipart without parts is read as it stands."""
    return part.type.startswith("multipart/")


def _plain(part: Part) -> str:
    text = _text(part)[:TEXT]
    if part.parameter("format").lower() != "flowed":
        return text
    return unflowed(text, delsp=part.parameter("delsp").lower() == "yes")


def _text(part: Part) -> str:
    text = decoded(part.decoded(), part.parameter("charset") or "utf-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")
