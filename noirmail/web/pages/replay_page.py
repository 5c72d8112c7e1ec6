"""The page of one position of a game, as a dataclass: board, moves beside it, and the ways to step."""

from dataclasses import dataclass

from noirmail.i18n import gettext as _
from noirmail.service.tables import Eyes
from noirmail.web.pages.boards import Board, Card, Hand, board_of, cards_of, everybodys_cards
from noirmail.web.pages.seat_page import Shuffle, numbers_of, shuffle_of
from noirmail.web.pages.tables import Head, Move, Player, head_of, moves_of, named, players_of
from noirmail.web.pages.tabletalk import Saying
from noirmail.words.table import Table


@dataclass(frozen=True, slots=True)
class Step:
    """One way to step: ``key`` names it for the keyboard; ``link`` is empty where there is nothing to step to."""

    key: str
    words: str
    link: str


@dataclass(frozen=True, slots=True)
class EyesLink:
    """Through whose eyes the same ply can be seen."""

    words: str
    link: str
    now: bool


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """One position. ``board`` is None before the start. ``cards``: the viewer's own; ``hands``: all, once open.

    ``home``: the page that shows the game as it is now. ``secret``: the page lies under a seat's token.
    """

    home: str
    secret: bool
    head: Head
    ply: int
    last: int
    board: Board | None
    numbers: tuple[tuple[str, str], ...]
    cards: tuple[Card, ...]
    hands: tuple[Hand, ...]
    players: tuple[Player, ...]
    moves: tuple[Move, ...]
    steps: tuple[Step, ...]
    eyes: tuple[EyesLink, ...]
    shuffle: Shuffle
    deck: str
    said: tuple[Saying, ...]


def replay_page(
    table: Table, whole: Table, base: str, *, secret: bool, eyes: Eyes, zone: str, said: tuple[Saying, ...] = ()
) -> ReplayPage:
    """The page of ``table``'s position; ``whole`` is the same game at its last ply, through the same eyes.

    ``said``: the talk at the table, as far as it may be shown.
    """
    ply = table.view.ply if table.view else 0
    last = whole.view.ply if whole.view else 0
    tail = "/all" if eyes == "all" else "" if eyes is None else f"/seat-{eyes}"
    view = table.view
    return ReplayPage(
        home=base,
        secret=secret,
        head=head_of(whole),
        ply=ply,
        last=last,
        board=board_of(view, table.names) if view else None,
        numbers=numbers_of(table),
        cards=cards_of(view) if view and view.opened is None else (),
        hands=everybodys_cards(view, table.names) if view else (),
        players=players_of(whole, zone),
        moves=moves_of(whole, zone, f"{base}/ply/", tail, ply),
        steps=_steps(base, tail, ply, last),
        eyes=_eyes(table, base, ply, eyes, secret=secret) if whole.opened else (),
        shuffle=shuffle_of(whole),
        deck=view.opened.deck if view and view.opened else "",
        said=said,
    )


def _steps(base: str, tail: str, ply: int, last: int) -> tuple[Step, ...]:
    ways = [
        ("first", _("First"), 0, ply > 0),
        ("back", _("Back"), ply - 1, ply > 0),
        ("forward", _("Forward"), ply + 1, ply < last),
        ("last", _("Last"), last, ply < last),
    ]
    return tuple(Step(key, words, f"{base}/ply/{to}{tail}" if there else "") for key, words, to, there in ways)


def _eyes(table: Table, base: str, ply: int, eyes: Eyes, *, secret: bool) -> tuple[EyesLink, ...]:
    here = f"{base}/ply/{ply}"
    links = [EyesLink(_("As you saw it") if secret else _("As a spectator saw it"), here, eyes is None)]
    for seat in sorted(table.seats, key=lambda seat: seat.number or 0):
        link = f"{here}/seat-{seat.number}"
        links.append(EyesLink(_("As %(name)s saw it", name=named(seat)), link, eyes == seat.number))
    links.append(EyesLink(_("Everything open"), f"{here}/all", eyes == "all"))
    return tuple(links)
