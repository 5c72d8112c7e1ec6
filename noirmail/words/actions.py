"""What a player can do, in words: a sentence for a preview, a short label for a link, and kinds with their titles."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from noirmail.engine.actions import Action
from noirmail.engine.view import View
from noirmail.i18n import gettext as _
from noirmail.i18n import language
from noirmail.words.names import line_name, suspect_name
from noirmail.words.previews import in_final_round, preview

# The order in which kinds are shown: choices that are due, then what is aimed at somebody, then the rest.
_ORDER = (
    *("identity", "suspicion", "reveal", "kill", "capture", "accuse", "exonerate", "question", "canvas", "deputize"),
    *("disguise", "escape", "rethink", "shift", "collapse", "solve", "decline"),
)
# Kinds with too many actions for a link each: they are put together on a page of their own.
FORMS = frozenset({"collapse", "solve"})


@dataclass(frozen=True, slots=True)
class Group:
    """The legal actions of one kind. ``title`` says what the kind does.

    ``form``: the action is put together on a page of its own, whose slug is the kind; ``actions`` may be empty then.
    """

    kind: str
    title: str
    actions: tuple[Action, ...]
    form: bool


def action_words(action: Action, view: View) -> str:
    """What the action would do, as full sentences, for the player who is to confirm it."""
    return preview(action, view)


def action_label(action: Action) -> str:
    """The action as a short phrase that says all of it, for a link or a button: Kill Marion."""
    return _labels(action, language())[0]


def action_object(action: Action) -> str:
    """What the action is aimed at, for a list under the title of its kind: Marion, row 3 right."""
    return _labels(action, language())[1]


def action_groups(view: View) -> list[Group]:
    """The viewer's legal actions by kind, in the order in which they are shown; empty when none is due."""
    # Rows stand before columns, everything else as the engine has it.
    ranked = sorted(view.legal, key=lambda action: (rank(action.kind), action.line[:1] == "c"))
    groups = [
        Group(kind, title(kind, view), tuple(those), kind in FORMS)
        for kind, those in groupby(ranked, key=lambda action: action.kind)
    ]
    listed = {group.kind for group in groups}
    missing = [kind for kind in dict.fromkeys(form.split(" ")[0] for form in view.forms) if kind not in listed]
    groups += [Group(kind, title(kind, view), (), True) for kind in missing]
    return sorted(groups, key=lambda group: rank(group.kind))


def rank(kind: str) -> int:
    """Where a kind of action stands among the others."""
    return _ORDER.index(kind) if kind in _ORDER else len(_ORDER)


def title(kind: str, view: View) -> str:
    """What a kind of action does, as a short heading."""
    dragnet = view.ruleset == "dragnet"
    titles = {
        "identity": _("Choose your identity"),
        "suspicion": _("You raised a hand: choose your suspicion anew, or keep it"),
        "reveal": _("Lay open a card of your hand"),
        "kill": _("Kill a neighbour"),
        "capture": _("Capture a neighbour"),
        "accuse": _("Accuse a neighbour, or yourself as a bluff"),
        "exonerate": _("Exonerate a suspect"),
        "question": _("Mark a suspect and question the neighbours of another"),
        "canvas": _("Canvass the neighbours of a suspect"),
        "deputize": _("Give the Undercover a new identity"),
        "disguise": _("Disguise yourself"),
        "escape": _("Escape into a new identity"),
        "rethink": _("Mark a suspect and rethink your suspicion"),
        "shift": _("Mark a suspect and shift its line") if dragnet else _("Shift a row or a column"),
        "collapse": _("Collapse the board"),
        "solve": _solving(view) if dragnet else _("Solve the case"),
        "decline": _("Decline the final solve"),
    }
    return titles.get(kind, kind)


def _solving(view: View) -> str:
    return _("Solve a line: the last time that you can") if in_final_round(view) else _("Solve a line")


# Labels depend on the action and the language alone, and every mail and page asks for dozens.
@lru_cache(maxsize=8192)
def _labels(action: Action, language: str) -> tuple[str, str]:
    names = [suspect_name(letter) for letter in action.suspects]
    match action.kind:
        case "shift":
            return _shift_labels(action)
        case "collapse":
            return _collapse_labels(action, names)
        case "solve" if action.line:
            line = line_name(action.line)
            return _("Solve %(line)s", line=line), line
        case "solve" | "rethink" | "question":
            return _pair_labels(action.kind, names)
        case _:
            return _plain_labels(action.kind, names)


def shift_words(action: Action) -> str:
    """A shift as briefly as it can be said, the line as it is marked at the board: r3 left."""
    way = _ways()[action.direction]
    if action.distance == 2:
        return _("%(line)s %(way)s by 2", line=action.line, way=way)
    return _("%(line)s %(way)s", line=action.line, way=way)


def _ways() -> dict[str, str]:
    return {"left": _("left"), "right": _("right"), "up": _("up"), "down": _("down")}


def _shift_labels(action: Action) -> tuple[str, str]:
    way = _ways()[action.direction]
    if action.suspects:
        name = suspect_name(action.suspects)
        line = _("row") if action.axis == "row" else _("column")
        aim = _("%(suspect)s, %(line)s %(way)s", suspect=name, line=line, way=way)
        return _("Mark %(suspect)s and shift the %(line)s %(way)s", suspect=name, line=line, way=way), aim
    if action.distance == 2:
        aim = _("%(line)s %(way)s by 2", line=line_name(action.line), way=way)
    else:
        aim = _("%(line)s %(way)s", line=line_name(action.line), way=way)
    return _("Shift %(aim)s", aim=aim), aim


def _collapse_labels(action: Action, names: list[str]) -> tuple[str, str]:
    gone = ", ".join(names)
    if action.axis == "rows":
        return _("Collapse the rows by %(suspects)s", suspects=gone), _("rows: %(suspects)s", suspects=gone)
    return _("Collapse the columns by %(suspects)s", suspects=gone), _("columns: %(suspects)s", suspects=gone)


def _pair_labels(kind: str, names: list[str]) -> tuple[str, str]:
    first, second = names
    match kind:
        case "solve":
            aim = _("%(identity)s disguised as %(disguise)s", identity=first, disguise=second)
            return _("Solve: %(aim)s", aim=aim), aim
        case "rethink":
            aim = _("mark %(suspect)s, suspicion %(suspicion)s", suspect=first, suspicion=second)
            return _("Rethink: %(aim)s", aim=aim), aim
        case _:
            aim = _("mark %(suspect)s, take up %(other)s", suspect=first, other=second)
            return _("Question: %(aim)s", aim=aim), aim


def _plain_labels(kind: str, names: list[str]) -> tuple[str, str]:
    if not names:
        label = {
            "disguise": _("Disguise yourself by drawing a card"),
            "escape": _("Escape by drawing a card"),
            "exonerate": _("Exonerate by drawing a card"),
            "decline": _("Decline the final solve"),
        }.get(kind, kind)
        return label, label if kind == "decline" else _("by drawing a card")
    name = names[0]
    labels = {
        "identity": _("Be %(suspect)s", suspect=name),
        "suspicion": _("Suspect %(suspect)s", suspect=name),
        "reveal": _("Lay open %(suspect)s", suspect=name),
        "kill": _("Kill %(suspect)s", suspect=name),
        "capture": _("Capture %(suspect)s", suspect=name),
        "accuse": _("Accuse %(suspect)s", suspect=name),
        "exonerate": _("Exonerate %(suspect)s", suspect=name),
        "canvas": _("Canvass around %(suspect)s", suspect=name),
        "deputize": _("Deputize %(suspect)s", suspect=name),
        "disguise": _("Be %(suspect)s from now on", suspect=name),
    }
    return labels.get(kind, f"{kind} {name}"), name
