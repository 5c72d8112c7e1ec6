"""Bytes as text, whatever they claim to be (TRUST R60)."""

import codecs
import re

# Families of codecs that are for text of mails; the others do something else (punycode is quadratic besides).
_TEXT = re.compile(
    r"(ascii|utf|iso|latin|cp\d|windows|koi8|mac|gb|big5|euc|shift|hz|johab|tis|kz|ptcp|viscii|hp_roman)",
    re.IGNORECASE,
)
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_WASTE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]")


def decoded(raw: bytes, charset: str) -> str:
    """The text of some bytes: as declared, else as UTF-8, else as the likeliest of the old charsets. Never raises.

    NULs, other control characters but tab and newline, and characters that only steer the look are removed.
    """
    return _WASTE.sub("", _as_declared(raw, charset))


def _as_declared(raw: bytes, charset: str) -> str:
    for name in (charset, "utf-8"):
        codec = _codec(name)
        if codec:
            try:
                return raw.decode(codec)
            except UnicodeError:
                continue
    mended = raw.decode("utf-8", "replace")
    high = sum(map(len, _HIGH_RUN.findall(raw)))
    # Cut or damaged UTF-8 has few wrong bytes; another charset has almost nothing else.
    if mended.count("\ufffd") * 4 <= high:
        return mended
    return raw.decode(_likeliest(raw), "replace")


def _codec(charset: str) -> str | None:
    """The name of a codec for text, None where there is none of that name."""
    try:
        name = codecs.lookup(charset.strip().strip("'\"")).name
    except (LookupError, ValueError):
        return None
    return name if _TEXT.match(name) else None


def _likeliest(raw: bytes) -> str:
    """Western letters with marks stand alone; Cyrillic words are runs of high bytes, most of them small letters."""
    runs = _HIGH_RUN.findall(raw)
    high = b"".join(runs)
    if len(high) < 3 * len(runs):
        return "cp1252" if not re.search(rb"[\x81\x8d\x8f\x90\x9d]", high) else "latin-1"
    small_in_koi8 = sum(0xC0 <= byte <= 0xDF for byte in high)
    small_in_1251 = sum(byte >= 0xE0 for byte in high)
    return "koi8-r" if small_in_koi8 > small_in_1251 else "cp1251"
