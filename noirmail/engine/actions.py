"""Actions as values: made once, shared, and looked up by their canonical text (RECORD, "Actions")."""

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Action:
    """One action of one seat.

    ``text`` is the canonical form, ``public`` the form that everybody may read; they differ where the action
    names a secret. ``kind`` is the first word. ``suspects`` are the letters named, in order; ``line`` is r1…r5,
    c1…c5, d1, d2 or empty, ``axis`` rows, columns, row, column or empty, ``direction`` a shift's direction or
    empty, ``distance`` a shift's distance (0 for everything else).
    """

    text: str
    public: str
    kind: str
    suspects: str = ""
    line: str = ""
    axis: str = ""
    direction: str = ""
    distance: int = 0

    def __str__(self) -> str:
        return self.text


# Bounded, since texts come from outside; the legal actions of real games fit in several times over.
@lru_cache(maxsize=65536)
def action_of(text: str, public: str | None = None) -> Action:
    """The shared Action for a canonical text; ``public`` where the public form differs.

    The text is taken apart by form alone: whether a rule set knows the action is for the rule set to say.
    """
    words = text.split(" ")
    letters = "".join(word for word in words[1:] if len(word) == 1 and word.isalpha() and word.isupper())
    line = next((word for word in words[1:] if len(word) == 2 and word[0] in "rcd" and word[1].isdigit()), "")
    axis = next((word for word in words[1:] if word in {"rows", "columns", "row", "column"}), "")
    direction = next((word for word in words[1:] if word in {"left", "right", "up", "down"}), "")
    distance = (2 if words[-1] == "2" else 1) if words[0] == "shift" else 0
    return Action(text, text if public is None else public, words[0], letters, line, axis, direction, distance)
