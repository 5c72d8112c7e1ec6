"""Who wrote a mail, by its From: one address, or none that could be acted upon (TRUST R53)."""

import re
from typing import Literal

from noirmail.mail.addresses import BadAddress, parse_address
from noirmail.mail.incoming.limits import HEADER

Problem = Literal["none", "several", "unreadable"]

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"')
_COMMENT = re.compile(r"\((?:[^()\\]|\\.)*+\)")
_ANGLE = re.compile(r"<([^<>]*)>")


def sender_of(values: list[str]) -> tuple[str | None, Problem | None]:
    """The key of the one address in the From fields, or None and why.

    The name before an address says nothing, whatever it looks like; it is neither decoded nor compared.
    """
    if not values or not any(values):
        return None, "none"
    if len(values) > 1:
        return None, "several"
    value = values[0]
    if len(value) > HEADER:
        return None, "unreadable"
    spots = _spots(value)
    if len(spots) != 1:
        return None, "several" if spots else "none"
    try:
        return parse_address(spots[0]).key, None
    except BadAddress:
        return None, "unreadable"


def _spots(value: str) -> list[str]:
    """The texts that stand where an address stands; quoted names and comments are gone."""
    plain = _QUOTED.sub(" ", value)
    while (less := _COMMENT.sub(" ", plain)) != plain:
        plain = less
    angles = _ANGLE.findall(plain)
    around = [text.strip() for text in re.split(r"[,;:]", _ANGLE.sub(" > ", plain))]
    if not angles:
        return [text for text in around if "@" in text]
    # Before its brackets, a name may look like an address; behind them or behind a comma it is another one.
    others = [text for text in around if "@" in text.rpartition(">")[2]]
    return [*angles, *others]
