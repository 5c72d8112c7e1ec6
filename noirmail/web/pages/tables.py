"""What every page of a table shows: head, players, moves and times, made from a Table."""

from dataclasses import dataclass
from datetime import datetime

from noirmail import clock
from noirmail.engine.rulesets import ruleset
from noirmail.engine.view import LoggedStep
from noirmail.i18n import gettext as _
from noirmail.i18n import ngettext
from noirmail.words.events import step_sentences
from noirmail.words.names import enumeration, role_name, ruleset_name
from noirmail.words.results import result_sentence
from noirmail.words.table import SeatInfo, Table
from noirmail.words.terms import option_pairs, timeout_words
from noirmail.words.times import instant, length

# Roles that tell nobody apart, since every seat of the game has the same.
_ALIKE = frozenset({"Spy", "Investigator"})


@dataclass(frozen=True, slots=True)
class Moment:
    """An instant: for programs (UTC) and for people, with zone and offset."""

    iso: str
    words: str


@dataclass(frozen=True, slots=True)
class Player:
    """One place of the table. ``notes``: what is to be said of it now, such as that it is to act."""

    name: str
    role: str
    you: bool
    to_act: bool
    notes: tuple[str, ...]
    due: Moment | None


@dataclass(frozen=True, slots=True)
class Move:
    """One ply of the list of moves. ``link``: the page of the position after it; ``now``: that is shown.

    ``note``: that it was not the player who moved, or empty.
    """

    ply: int
    note: str
    sentences: tuple[str, ...]
    when: Moment | None
    link: str
    now: bool


@dataclass(frozen=True, slots=True)
class Head:
    """What a table is: ``facts`` are pairs of a label and its value."""

    title: str
    ruleset: str
    code: str
    turn: str
    facts: tuple[tuple[str, str], ...]


def moment(at: datetime, zone: str) -> Moment:
    """The instant, said in the reader's zone."""
    return Moment(f"{at:%Y-%m-%dT%H:%M:%SZ}", instant(at, zone))


def head_of(table: Table) -> Head:
    """The head of every page of this table."""
    game = table.game
    name = ruleset_name(game.ruleset)
    facts = [
        (_("Rules"), name),
        (_("Pace"), _("%(length)s a turn", length=length(game.per_turn))),
        (_("When time runs out"), timeout_words(game.on_timeout, game.ruleset, game.players)),
        (_("Who may watch"), watch_words(game.watch)),
    ]
    facts += option_pairs(game.options)
    title = game.title or (" – ".join(table.names) if table.view else name)
    return Head(title, name, game.code, turn_words(table), tuple(facts))


def turn_words(table: Table) -> str:
    """How things stand, in a sentence or two."""
    if table.game.status == "open":
        return _("This table waits for its players.")
    if table.game.status == "cancelled":
        return _("This table was given up before the game began.")
    view = table.view
    if view is not None and view.result is not None:
        return result_sentence(view.result, table.names, view.roles, table.game.ruleset, table.viewer)
    waited_for = [seat for seat in table.seats if seat.to_act]
    if any(seat.you for seat in waited_for):
        return _("It is for you to act.")
    names = enumeration([named(seat) for seat in waited_for])
    return _("%(names)s is to act.", names=names) if len(waited_for) == 1 else _("%(names)s are to act.", names=names)


def named(seat: SeatInfo) -> str:
    """A player with the role, where roles are told apart already: Bob (Inspector)."""
    name, role = seat.name or _("a free place"), told_role(seat)
    return f"{name} ({role})" if role else name


def told_role(seat: SeatInfo) -> str:
    """What the player is called by, empty before the start and where all play the same."""
    return role_name(seat.role) if seat.role and seat.role not in _ALIKE else ""


def players_of(table: Table, zone: str) -> tuple[Player, ...]:
    """Everybody at the table, by seat; in order of joining before seats are drawn."""
    ordered = sorted(table.seats, key=lambda seat: (seat.number is None, seat.number, seat.place))
    return tuple(_player(seat, table, zone) for seat in ordered)


def _player(seat: SeatInfo, table: Table, zone: str) -> Player:
    return Player(
        seat.name or _("Free place"),
        told_role(seat),
        seat.you,
        seat.to_act,
        tuple(_notes(seat, table, zone)),
        moment(seat.due, zone) if seat.due else None,
    )


def _notes(seat: SeatInfo, table: Table, zone: str) -> list[str]:
    said = {
        _("the house plays"): seat.kind == "house",
        _("your partner"): not seat.you and _is_partner(seat, table),
        _("invited"): seat.state == "invited",
        _("waits for somebody to take it over"): seat.state == "free" and table.view is not None,
        _("to act"): seat.to_act,
        _("time ran out"): seat.late,
        _("the service moves for this seat"): seat.standin,
        _("takes no mail, may be slow"): seat.silent,
        _("offers to end the game"): seat.number is not None and seat.number in table.agreed,
    }
    return [*(words for words, holds in said.items() if holds), *_rests(seat, zone)]


def _rests(seat: SeatInfo, zone: str) -> list[str]:
    """How long a player is away, and what pause it offers."""
    said = []
    if seat.away_until is not None and seat.away_until > clock.process_now():
        said.append(_("away until %(until)s", until=instant(seat.away_until, zone)))
    if seat.pause_days is not None:
        days = seat.pause_days
        said.append(ngettext("offers a pause of %(num)s day", "offers a pause of %(num)s days", days))
    return said


def _is_partner(seat: SeatInfo, table: Table) -> bool:
    if table.viewer is None or seat.number is None or table.view is None:
        return False
    return seat.number in ruleset(table.game.ruleset).description.side_of(table.viewer, table.game.players)


def moves_of(table: Table, zone: str, link: str, tail: str = "", now: int | None = None) -> tuple[Move, ...]:
    """Every ply that the viewer may know of, the first one first.

    ``link`` and ``tail`` are the address before and after the ply's number; ``now``: the ply that is shown.
    """
    if table.view is None:
        return ()
    return tuple(_move(step, table, zone, f"{link}{step.ply}{tail}", now) for step in table.view.log)


def _move(step: LoggedStep, table: Table, zone: str, link: str, now: int | None) -> Move:
    at = table.times.get(step.ply)
    return Move(
        step.ply,
        _("A stand-in moved.") if table.by.get(step.ply) == "standin" else "",
        tuple(step_sentences(step, table.names, table.view.viewer if table.view else None)),
        moment(at, zone) if at else None,
        link,
        step.ply == now,
    )


def watch_words(watch: str) -> str:
    """Who may watch."""
    return {
        "everyone": _("everybody; the table is listed"),
        "link": _("whoever has the link"),
        "players": _("the players alone"),
    }[watch]
