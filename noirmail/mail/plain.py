"""Plain text for mails: folded lines, none of which can be taken for a command or an action (TRUST R46)."""

import re
from functools import lru_cache

from noirmail.engine.notation import bare, is_word_of_actions
from noirmail.mail.incoming.vocabulary import FIRST_WORDS

WIDTH = 76
MARKER = "## NOIR-REPLY-ABOVE ##"

# First words that a line of a player's mail is a command by.
COMMANDS = FIRST_WORDS
# In front of a line that would otherwise be one: a sign that no reader of commands overlooks or drops.
_GUARD = "· "
_WORD = re.compile(r"\w+")
_LINE = re.compile(r"[rcd]?\d")


def fold(text: str, first: str = "", rest: str = "") -> str:
    """The text in lines of at most 76 characters, ``first`` before the first and ``rest`` before the others.

    A word that is longer stands alone on its line. No line can be read as a command or an action: the words before
    it join it, and where that does not help it begins with a point in mid-air.
    """
    room = WIDTH - max(len(first), len(rest)) - len(_GUARD)
    lines = _filled(text.split(), room)
    for at in range(len(lines) - 1, 0, -1):
        before, line = lines[at - 1], lines[at]
        while is_risky(" ".join(line)) and len(before) > 2 and len(" ".join(line)) + len(before[-1]) < room:
            line.insert(0, before.pop())
    folded = [guarded(" ".join(line)) for line in lines]
    return "\n".join([first + folded[0], *(rest + line for line in folded[1:])])


def _filled(words: list[str], room: int) -> list[list[str]]:
    lines: list[list[str]] = [[]]
    length = 0
    for word in words:
        if lines[-1] and length + len(word) > room:
            lines.append([])
            length = 0
        lines[-1].append(word)
        length += len(word) + 1
    return lines


def guarded(line: str) -> str:
    """The line, behind a guard where it could be read as a command or an action."""
    return _GUARD + line if is_risky(line) else line


@lru_cache(maxsize=4096)
def is_risky(line: str) -> bool:
    """Whether a line begins with a command word, or has no word that is no part of any action."""
    words = _WORD.findall(bare(line))
    return bool(words) and (words[0] in COMMANDS or all(map(_may_be_of_an_action, words)))


def _may_be_of_an_action(word: str) -> bool:
    return len(word) == 1 or _LINE.fullmatch(word) is not None or is_word_of_actions(word)
