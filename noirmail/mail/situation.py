"""A position as a mail shows it: what happened, the board, the reader's cards, what can be done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from noirmail.engine.actions import Action
from noirmail.engine.rulesets import ruleset
from noirmail.engine.view import Cell, LoggedStep, View
from noirmail.i18n import gettext as _
from noirmail.i18n import ngettext
from noirmail.mail.links import Links
from noirmail.words.actions import Group, action_groups, action_label, action_object, shift_words
from noirmail.words.board import legend, text_board, text_cell
from noirmail.words.events import step_sentences
from noirmail.words.names import enumeration, role_name, suspect_name
from noirmail.words.patterns import pattern
from noirmail.words.standing import count_sentences, opened_sentences, own_sentences
from noirmail.words.table import Table

# So many moves are told in a mail; older ones stand on the page (TRUST R21).
_TOLD = 12


@dataclass(frozen=True, slots=True)
class Told:
    """One ply in words."""

    ply: int
    words: str


@dataclass(frozen=True, slots=True)
class Square:
    """A cell of the board. ``mark`` says in words what the looks say in colour, '' for a plain living suspect."""

    letter: str
    name: str
    mark: str
    look: str
    struck: bool


@dataclass(frozen=True, slots=True)
class Way:
    """A link to one thing that can be done: ``label`` stands under the title of its kind, ``whole`` alone."""

    label: str
    whole: str
    url: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of action. ``pattern``: as a line of plain text behind the kind; ``ways``: the links."""

    kind: str
    title: str
    pattern: str
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a mail tells about a position. ``earlier``: how many moves are left out before those told.

    ``picture``: the Content-ID of a picture of the board, None where there is none.
    """

    since: str
    earlier: str
    told: tuple[Told, ...]
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Square, ...]], ...]
    grid: str
    legend: tuple[str, ...]
    cards: str
    own: tuple[str, ...]
    counts: tuple[str, ...]
    choices: tuple[Choice, ...]
    picture: str | None = None

    @property
    def summary(self) -> str:
        """The board in one line, for who cannot see a picture of it."""
        rows = "; ".join(f"{name}: {' '.join(square.letter for square in squares)}" for name, squares in self.rows)
        return f"{self.caption}. {rows}. {', '.join(self.legend)}"


def situation(table: Table, links: Links, decision: int | None = None, *, whole: bool = False) -> Situation:
    """The position of a table that has begun, for its viewer.

    ``decision``: the one for which links to actions are made, none where None. ``whole``: tell the last moves
    whoever made them, not only what came after the viewer's own.
    """
    view = table.view
    if view is None:
        raise ValueError("a table that has not begun has no position to tell")
    steps = view.log if whole else _since_own(view, table.viewer)
    marks = _own_marks(view)
    told = tuple(_told(step, table.names, view.viewer) for step in steps[-_TOLD:])
    return Situation(
        since=_since(view, table.viewer, whole=whole),
        earlier=_earlier(len(steps) - len(told)),
        told=told,
        caption=_caption(view),
        columns=tuple(f"c{column + 1}" for column in range(len(view.board[0]) if view.board else 0)),
        rows=tuple(
            (f"r{at}", tuple(_square(cell, view, marks) for cell in row)) for at, row in enumerate(view.board, 1)
        ),
        grid=text_board(view),
        legend=tuple(legend(view)),
        cards=_("All cards") if view.opened else _("Your cards"),
        own=tuple(opened_sentences(view, table.names) or own_sentences(view)),
        counts=tuple(count_sentences(view, table.names)),
        choices=() if decision is None else tuple(_choice(group, decision, links) for group in action_groups(view)),
    )


def seats_in_words(table: Table) -> str:
    """Who plays what: Ann (Killer), Bob (Inspector); by teams or names alone where all play the same."""
    names = table.names
    roles = table.view.roles if table.view else ()
    if len(set(roles)) < 2:
        return _teams(table) if table.view else ", ".join(names)
    return ", ".join(f"{name} ({role_name(role)})" for name, role in zip(names, roles, strict=True))


def _teams(table: Table) -> str:
    sides = ruleset(table.game.ruleset).description.sides(table.game.players)
    told = [enumeration([table.names[seat] for seat in side]) for side in sides]
    if len(sides) > 2:
        return ", ".join(told)
    return _("%(one)s against %(other)s", one=told[0], other=told[1])


def _since(view: View, seat: int | None, *, whole: bool) -> str:
    if whole:
        return _("What happened last")
    moved = any(step.seat == seat for step in view.log)
    return _("Since your last move") if moved else _("What has happened so far")


def _since_own(view: View, seat: int | None) -> tuple[LoggedStep, ...]:
    """The reader's last turn and what came after it: a slow game is easily forgotten."""
    at = len(view.log)
    while at and view.log[at - 1].seat != seat:
        at -= 1
    while at and view.log[at - 1].seat == seat:
        at -= 1
    return view.log[at:]


def _told(step: LoggedStep, names: Sequence[str], viewer: int | None) -> Told:
    return Told(step.ply, " ".join(step_sentences(step, names, viewer)))


def _earlier(number: int) -> str:
    if not number:
        return ""
    return ngettext("%(num)s earlier move is on the page.", "%(num)s earlier moves are on the page.", number)


def _caption(view: View) -> str:
    return _("The board after move %(ply)s", ply=view.ply) if view.ply else _("The board at the start")


def _square(cell: Cell, view: View, known: Mapping[str, Sequence[str]]) -> Square:
    own = view.own.identity if view.own else None
    marks = list(known.get(cell.suspect, ()))
    if not cell.living:
        marks.append(_("dead"))
    if cell.marked:
        marks.append(_("card"))
    if cell.suspect == view.counts.target:
        marks.append(_("target"))
    look = "marked" if cell.marked else "living" if cell.living else "dead"
    if cell.suspect == own:
        look += " own own-ink" if look == "living" else " own"
    return Square(text_cell(cell, own), suspect_name(cell.suspect), ", ".join(marks), look, not cell.living)


def _own_marks(view: View) -> Mapping[str, Sequence[str]]:
    """By suspect, what it is to the viewer, who alone knows it."""
    own = view.own
    if own is None:
        return {}
    known = {
        _("yours") if view.ruleset == "dragnet" else _("you"): own.identity or "",
        _("disguise"): own.disguises,
        _("in hand"): own.hand,
        _("partner"): own.partner or "",
    }
    marks: dict[str, list[str]] = {}
    for mark, letters in known.items():
        for suspect in letters:
            marks.setdefault(suspect, []).append(mark)
    return marks


def _choice(group: Group, decision: int, links: Links) -> Choice:
    if group.form:
        ways: tuple[Way, ...] = (Way(_("Choose on the page"), group.title, links.form(decision, group.kind)),)
    else:
        actions = group.actions
        ways = tuple(Way(_aim(action), action_label(action), links.action(decision, action)) for action in actions)
    return Choice(group.kind, group.title, pattern(group), ways)


def _aim(action: Action) -> str:
    """What a link says under the title of its kind: lines and suspects as they are marked on the board.

    A name alone could be read as an action by whoever reads the mail's text (TRUST R46).
    """
    if action.direction and not action.suspects:
        return shift_words(action)
    return f"{action.suspects} {action_object(action)}" if len(action.suspects) == 1 else action_object(action)
