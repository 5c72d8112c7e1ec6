"""A player's legal actions as choices without a default, by kind."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from noirmail.engine.actions import Action
from noirmail.engine.cards import LETTERS
from noirmail.engine.view import View
from noirmail.i18n import gettext as _
from noirmail.web.pages.boards import tags_of
from noirmail.words.actions import Group, action_groups, action_object
from noirmail.words.names import line_name, suspect_name


@dataclass(frozen=True, slots=True)
class Choice:
    """One action to choose: ``value`` is its canonical text, ``note`` what is worth knowing about its suspect."""

    value: str
    letter: str
    label: str
    note: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Line:
    """Choices that belong together under a label; the label may be empty."""

    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """The actions of one kind; ``form`` is the slug of the page where such an action is put together, or empty."""

    kind: str
    title: str
    lines: tuple[Line, ...]
    form: str


@dataclass(frozen=True, slots=True)
class Pick:
    """One card of a form: who can be picked for it."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class CollapseForm:
    """One way to collapse: one pick a row or a column."""

    axis: str
    title: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class SolveForm:
    """Who can be named as identity, and who as disguise."""

    identities: tuple[Choice, ...]
    disguises: tuple[Choice, ...]


def kinds_of(view: View, chosen: str = "") -> tuple[Kind, ...]:
    """The viewer's legal actions; ``chosen`` is the text of the one that is marked."""
    notes = notes_of(view)
    return tuple(_kind(group, notes, chosen) for group in action_groups(view))


def notes_of(view: View) -> dict[str, str]:
    """What is worth knowing about a suspect when choosing: the viewer's own, dead, exonerated."""
    notes: dict[str, list[str]] = {letter: [tag] for letter, tag in tags_of(view).items()}
    for cell in (cell for row in view.board for cell in row):
        if not cell.living:
            notes.setdefault(cell.suspect, []).append(_("dead"))
        if cell.marked:
            notes.setdefault(cell.suspect, []).append(_("marked") if view.ruleset == "dragnet" else _("exonerated"))
        if cell.suspect == view.counts.target:
            notes.setdefault(cell.suspect, []).append(_("target"))
    return {letter: ", ".join(words) for letter, words in notes.items()}


def _kind(group: Group, notes: dict[str, str], chosen: str) -> Kind:
    # Where the rule set lists its solutions, they are few enough to choose from.
    form = group.form and not (group.kind == "solve" and group.actions)
    lines = () if form else tuple(_lines(group, notes, chosen))
    return Kind(group.kind, group.title, lines, group.kind if form else "")


def _lines(group: Group, notes: dict[str, str], chosen: str) -> Iterator[Line]:
    for label, actions in groupby(group.actions, key=_line_label):
        yield Line(label, tuple(_choice(action, notes, chosen, label) for action in actions))


def _line_label(action: Action) -> str:
    """What the actions of one line have in common: the line that moves, or the first suspect of two."""
    if action.kind == "shift" and action.line:
        return line_name(action.line).capitalize()
    if action.suspects and (action.kind == "shift" or len(action.suspects) > 1):
        return suspect_name(action.suspects[0])
    return ""


def _choice(action: Action, notes: dict[str, str], chosen: str, line: str) -> Choice:
    letter = action.suspects[-1:] if not action.direction else ""
    label = suspect_name(letter) if letter else action_object(action)
    if line and action.direction:
        label = _way(action)
    return Choice(action.text, letter, label, notes.get(letter, ""), action.text == chosen)


def _way(action: Action) -> str:
    way = {"left": _("left"), "right": _("right"), "up": _("up"), "down": _("down")}[action.direction]
    return _("%(way)s by 2", way=way) if action.distance == 2 else way


def collapse_forms(view: View) -> tuple[CollapseForm, ...]:
    """The ways to collapse that are legal now."""
    axes = dict.fromkeys(action.axis for action in view.legal if action.kind == "collapse")
    return tuple(_collapse_form(view, axis) for axis in axes)


def _collapse_form(view: View, axis: str) -> CollapseForm:
    rows = view.board if axis == "rows" else tuple(zip(*view.board, strict=True))
    notes = notes_of(view)
    picks = []
    for number, cells in enumerate(rows):
        dead = [cell.suspect for cell in cells if not cell.living]
        label = line_name(f"{axis[0]}{number + 1}").capitalize()
        picks.append(Pick(f"pick{number}", label, tuple(_suspect(letter, notes) for letter in dead)))
    title = _("One dead suspect leaves each row") if axis == "rows" else _("One dead suspect leaves each column")
    return CollapseForm(axis, title, tuple(picks))


def solve_form(view: View, identity: str = "", disguise: str = "") -> SolveForm:
    """Everybody who can be named: the living for the identity, all for the disguise (RULES §2, D8)."""
    notes = notes_of(view)
    cells = {cell.suspect: cell for row in view.board for cell in row}
    living = sorted(letter for letter, cell in cells.items() if cell.living)
    return SolveForm(
        tuple(_suspect(letter, notes, identity) for letter in living),
        tuple(_suspect(letter, notes, disguise) for letter in LETTERS),
    )


def _suspect(letter: str, notes: dict[str, str], chosen: str = "") -> Choice:
    return Choice(letter, letter, suspect_name(letter), notes.get(letter, ""), letter == chosen)
