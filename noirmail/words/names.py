"""What suspects, roles, rule sets and lines of the board are called."""

from collections.abc import Iterable, Sequence

from noirmail.engine.cards import NAMES
from noirmail.i18n import gettext as _


def suspect_name(letter: str) -> str:
    """The full name behind a letter, in either case."""
    return NAMES[letter.upper()]


def suspect_names(letters: Iterable[str]) -> str:
    """The full names, in the order given, as one enumeration."""
    return enumeration([suspect_name(letter) for letter in letters])


def enumeration(names: Sequence[str]) -> str:
    """The names with commas, and the last after an "and"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s", first=", ".join(names[:-1]), last=names[-1])


def role_name(role: str) -> str:
    """The name of a role that a rule set gives; one that is not known here is shown as it is."""
    known = {
        "Killer": _("Killer"),
        "Inspector": _("Inspector"),
        "Sleuth": _("Sleuth"),
        "Profiler": _("Profiler"),
        "Undercover": _("Undercover"),
        "Spy": _("Spy"),
        "Investigator": _("Investigator"),
    }
    return known.get(role, role)


def ruleset_name(ruleset_id: str) -> str:
    """The name of a rule set by its id; an id that is not known here is shown as it is."""
    known = {
        "kvi": _("Killer vs. Inspector"),
        "kvi-classic": _("Killer vs. Inspector, first edition"),
        "hitman": _("Hitman vs. Sleuth"),
        "spytag": _("Spy Tag"),
        "dragnet": _("Dragnet"),
        "buddycops": _("Buddy Cops"),
    }
    return known.get(ruleset_id, ruleset_id)


def line_name(line: str) -> str:
    """A line of the board (r1…r5, c1…c5, d1, d2) inside a sentence: row 3."""
    if line == "d1":
        return _("the diagonal from the top left")
    if line == "d2":
        return _("the diagonal from the top right")
    return _("row %(number)s", number=line[1:]) if line[0] == "r" else _("column %(number)s", number=line[1:])


def way_words(direction: str, distance: int) -> str:
    """Where a line moves, inside a sentence: to the left, up by two spaces."""
    way = {
        "left": _("to the left"),
        "right": _("to the right"),
        "up": _("up"),
        "down": _("down"),
    }[direction]
    return _("%(way)s by two spaces", way=way) if distance == 2 else way
