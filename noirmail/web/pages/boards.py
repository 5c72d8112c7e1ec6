"""The board and a player's own cards, as tables and lists that a template prints."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from noirmail.engine.events import Accused, Canvassed, Captured, Died, IdentityFell, Killed, Marked, TakenUp
from noirmail.engine.view import Cell, LoggedStep, Opened, Own, View
from noirmail.i18n import gettext as _
from noirmail.words.names import role_name, suspect_name


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the board. ``words`` say in words what the marks say; ``tag`` is the viewer's own share in it.

    ``look`` names the style only: living or dead. ``moved``: the last step touched it.
    """

    letter: str
    name: str
    words: tuple[str, ...]
    tag: str
    look: str
    marked: bool
    moved: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the board with its name, r1 first."""

    name: str
    number: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The board as a table: ``columns`` are c1, c2, …; ``caption`` says what it is and at which ply."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card that the viewer may see: ``kind`` says what it is to its holder."""

    kind: str
    letter: str
    name: str
    alive: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """All cards of one player."""

    name: str
    cards: tuple[Card, ...]


def board_of(view: View, names: Sequence[str] = ()) -> Board:
    """The board of a View, with the viewer's own cards told apart in words; everybody's where everything is open."""
    columns = tuple(f"c{number + 1}" for number in range(len(view.board[0]) if view.board else 0))
    touched = frozenset(_touched(view.log[-1])) if view.log else frozenset()
    tags = tags_of(view) if view.opened is None else _everybodys_tags(view, view.opened, names)
    rows = tuple(
        Row(f"r{number}", number, tuple(_place(cell, view, tags, touched) for cell in cells))
        for number, cells in enumerate(view.board, 1)
    )
    return Board(_("Board after move %(ply)s", ply=view.ply), columns, rows)


def _place(cell: Cell, view: View, tags: dict[str, str], touched: frozenset[str]) -> Place:
    words = [] if cell.living else [_("dead")]
    if cell.marked:
        words.append(_("marked") if view.ruleset == "dragnet" else _("exonerated"))
    if cell.suspect == view.counts.target:
        words.append(_("target"))
    return Place(
        cell.suspect,
        suspect_name(cell.suspect),
        tuple(words),
        tags.get(cell.suspect, ""),
        "living" if cell.living else "dead",
        cell.marked,
        cell.suspect in touched,
    )


def _touched(step: LoggedStep) -> Iterator[str]:
    """The suspects on the board to whom a step did something that everybody saw."""
    for event in step.events:
        if isinstance(event, Killed | Died | IdentityFell | Marked | TakenUp | Accused | Captured | Canvassed):
            yield event.suspect


def tags_of(view: View) -> dict[str, str]:
    """What the viewer's own cards are called, by letter; empty for a spectator."""
    own = view.own
    if own is None:
        return {}
    tags = dict.fromkeys(own.hand, _("hand"))
    tags.update(dict.fromkeys(own.disguises, _("disguise")))
    if own.partner:
        tags[own.partner] = _("partner")
    if own.identity:
        tags[own.identity] = _("suspicion") if view.ruleset == "dragnet" else _("you")
    return tags


def _everybodys_tags(view: View, opened: Opened, names: Sequence[str]) -> dict[str, str]:
    """Whose card each is, once everything is open: by role, or by name where roles do not tell seats apart."""
    tags: dict[str, str] = {}
    by_role = len(set(view.roles)) == len(view.roles)
    for seat, own in enumerate(opened.views):
        who = role_name(view.roles[seat]) if by_role else "".join(names[seat : seat + 1])
        tags.update(dict.fromkeys(own.hand, _("hand")))
        tags.update(dict.fromkeys(own.disguises, _("disguise")))
        if own.identity:
            tags[own.identity] = who
    return tags


def everybodys_cards(view: View, names: Sequence[str]) -> tuple[Hand, ...]:
    """All cards of all seats, once everything is open; nothing before."""
    if view.opened is None:
        return ()
    hands = zip(names, view.opened.views, strict=False)
    return tuple(Hand(name, tuple(_cards(own, view))) for name, own in hands)


def cards_of(view: View) -> tuple[Card, ...]:
    """The viewer's own cards, the identity first; empty for a spectator."""
    return tuple(_cards(view.own, view)) if view.own else ()


def _cards(own: Own, view: View) -> Iterator[Card]:
    alive = {cell.suspect for row in view.board for cell in row if cell.living}
    identity = _("Suspicion") if view.ruleset == "dragnet" else _("Identity")
    held = [
        (identity, own.identity or ""),
        (_("Disguise"), own.disguises),
        (_("Partner"), own.partner or ""),
        (_("Hand"), own.hand),
    ]
    for kind, letters in held:
        for letter in letters:
            yield Card(kind, letter, suspect_name(letter), letter in alive)
