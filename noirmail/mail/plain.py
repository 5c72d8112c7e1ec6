"""Plain text for mails: folded lines, none of which can be taken for a command or an action (TRUST R46)."""

import re
from functools import lru_cache

from noirmail.engine.cards import NAMES
from noirmail.engine.notation import FILLERS, VERBS

WIDTH = 76
MARKER = "## NOIR-REPLY-ABOVE ##"

# First words by which players of slow games command a server by mail.
COMMANDS = frozenset(
    {
        *(
            "absence",
            "board",
            "cancel",
            "claim",
            "draw",
            "help",
            "history",
            "link",
            "list",
            "message",
            "move",
            "pause",
        ),
        *("press", "queue", "quit", "resign", "show", "signoff", "status", "stop", "sub", "unsub", "wait"),
    }
)
# In front of a line that would otherwise be one: a sign that no reader of commands overlooks or drops.
_GUARD = "· "
_WORD = re.compile(r"\w+")
_LINE = re.compile(r"[rcd]?\d")
_VERBS = frozenset(word for row in VERBS.values() for said in row.values() for word in said)
_NAMES = frozenset(name.casefold() for name in NAMES.values())


def fold(text: str, first: str = "", rest: str = "") -> str:
    """The text in lines of at most 76 characters, ``first`` before the first and ``rest`` before the others.

    A word that is longer stands alone on its line. Lines that could be read as a command or an action begin with a
    point in mid-air.
    """
    lines: list[str] = []
    start, line = first, ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and len(start) + len(longer) > WIDTH - len(_GUARD):
            lines.append(start + guarded(line))
            start, line = rest, word
        else:
            line = longer
    lines.append(start + guarded(line))
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def guarded(line: str) -> str:
    """The line, behind a guard where it begins with a command word or has no word that no action has."""
    words = _WORD.findall(line.casefold())
    if words and (words[0] in COMMANDS or all(map(_may_be_of_an_action, words))):
        return _GUARD + line
    return line


def _may_be_of_an_action(word: str) -> bool:
    if len(word) == 1 or word in _VERBS or word in FILLERS or _LINE.fullmatch(word):
        return True
    return word in _NAMES or any(name.startswith(word) for name in _NAMES)
