"""What in a reply is the player's own: quoted lines go, and all ends at our marker or at a signature (TRUST R45).

No list of how clients of all languages announce a quote: what they put before it is noise to the reader of commands.
"""

import re

from noirmail.mail.plain import MARKER

_QUOTED = re.compile(r"\s*[>＞]")
_DELIMITERS = frozenset({"--", "—"})
# The marker without its frame, which a client may take for a heading.
_MARKER = MARKER.strip("# ")


def own_text(text: str) -> tuple[str, bool]:
    """The player's own lines, and whether something quoted was left out. Lines end with a newline only."""
    own: list[str] = []
    quoted = False
    for line in text.split("\n"):
        if _QUOTED.match(line):
            quoted = True
        elif _MARKER in line:
            quoted = True
            break
        elif line.strip() in _DELIMITERS:
            break
        else:
            own.append(line.rstrip())
    return "\n".join(own).strip("\n"), quoted


def unflowed(text: str, *, delsp: bool) -> str:
    """A text in the flowed format as it was typed: soft line breaks joined (RFC 3676 §4); ``delsp``: its DelSp."""
    lines: list[str] = []
    open_depth = -1
    for line in text.split("\n"):
        depth, words = _depth_of(line)
        flows = words.endswith(" ") and words != "-- "
        if flows and delsp:
            words = words[:-1]
        if open_depth == depth and words.strip() not in _DELIMITERS:
            lines[-1] += words
        else:
            lines.append(f"{'>' * depth} {words}" if depth else words)
        open_depth = depth if flows else -1
    return "\n".join(lines)


def _depth_of(line: str) -> tuple[int, str]:
    """How often a line is quoted, and its words without the space that they are stuffed with."""
    words = line.lstrip(">")
    return len(line) - len(words), words.removeprefix(" ")
