"""Texts that players chose, made harmless for mails: one line, no code for a header, nothing like a link."""

import re
from dataclasses import replace
from unicodedata import category

from noirmail.words.table import Table

# What mail clients take for the beginning of a link: a dot, an at or a colon between the right letters.
_LINKS = re.compile(r"(?<=\w)\.(?=\w\w|\d)|@(?=\w)|:(?=//|\w{3})")


def tame(text: str) -> str:
    """The text without control characters and encoded words, and with a space in whatever looks like a link.

    Somebody called ``example.test`` is shown as ``example. test``, which no mail client turns into a link (TRUST
    R26, R27). Quotes, angle brackets and the like stay: a header's and a page's own writer knows how to hold them.
    """
    line = "".join(" " if category(letter) in {"Cc", "Zl", "Zp", "Cs"} else letter for letter in text)
    return _LINKS.sub(lambda found: f"{found[0]} ", line.replace("=?", "= ?")).strip()


def tamed(table: Table) -> Table:
    """The table with every text that a player chose made harmless."""
    seats = tuple(replace(seat, name=tame(seat.name)) for seat in table.seats)
    return replace(table, game=replace(table.game, title=tame(table.game.title)), seats=seats)
