"""The pages of one seat, as dataclasses: the board page, the preview of a move, and the small choices beside it."""

from dataclasses import dataclass

from noirmail import clock
from noirmail.engine.rulesets import ruleset
from noirmail.i18n import gettext as _
from noirmail.web.pages.boards import Board, Card, Hand, board_of, cards_of, everybodys_cards
from noirmail.web.pages.choices import CollapseForm, Kind, SolveForm, kinds_of
from noirmail.web.pages.tables import Head, Moment, Move, Player, head_of, moment, moves_of, players_of
from noirmail.web.pages.tabletalk import Talk
from noirmail.words.names import role_name
from noirmail.words.numbers import public_numbers
from noirmail.words.roles import RoleCard, role_card
from noirmail.words.table import SeatInfo, Table


@dataclass(frozen=True, slots=True)
class Notice:
    """A line at the top: what was just done, or why it was not."""

    words: str
    done: bool


@dataclass(frozen=True, slots=True)
class Deeds:
    """What a player can do besides moving; each is an address under the seat's, or empty where it is not open."""

    resign: str
    agree: str
    pause: str
    absence: str
    claim: str
    partner: str
    rematch: str
    word: str
    leave: str
    cancel: str


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What the deal is checked with. ``seed`` is empty until everything is open, ``words`` until the game began."""

    commitment: str
    seed: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoomPlace:
    """A place that nobody has joined yet; ``state``: free or invited."""

    place: int
    name: str
    state: str


@dataclass(frozen=True, slots=True)
class Room:
    """A table before it starts. ``join``: the link to pass on, or empty; ``listed``: the public list offers it."""

    opener: bool
    places: tuple[RoomPlace, ...]
    join: str
    listed: bool


@dataclass(frozen=True, slots=True)
class Freed:
    """A partner's seat that waits for somebody to take it over. ``link``: to pass on, empty where one was asked."""

    name: str
    link: str


@dataclass(frozen=True, slots=True)
class SeatPage:
    """The board page of a seat. ``base`` is the seat's own address; every address of the page lies under it.

    ``board`` is None before the start. ``card``: what the viewer's role can do. ``cards``: the viewer's own;
    ``hands``: everybody's, once all is open.
    ``since``: the viewer's last move and what came after it. ``decision``: the number of the decision that is open,
    with ``kinds`` to choose from. ``watch``: the address to give to others, or empty where only the players may
    watch. ``over``: the game has ended and the page only looks back. ``key``: the page's own address, where the
    browser shows another. ``room``: before the start. ``freed``: None where no seat of the viewer's side is.
    ``broken``: mail to the viewer's address comes back. ``paused``: until when all rest, None where nobody does.
    ``talk``: None where nobody may talk, and nobody has.
    """

    base: str
    head: Head
    notice: Notice | None
    role: str
    card: RoleCard | None
    board: Board | None
    numbers: tuple[tuple[str, str], ...]
    cards: tuple[Card, ...]
    hands: tuple[Hand, ...]
    players: tuple[Player, ...]
    since: tuple[Move, ...]
    moves: tuple[Move, ...]
    decision: int | None
    due: Moment | None
    kinds: tuple[Kind, ...]
    deeds: Deeds
    watch: str
    mails: bool
    broken: bool
    paused: Moment | None
    talk: Talk | None
    over: bool
    shuffle: Shuffle
    key: str
    room: Room | None
    freed: Freed | None


@dataclass(frozen=True, slots=True)
class PreviewPage:
    """A move in words, to be ticked and sent. ``unticked``: it was sent without the tick."""

    base: str
    head: Head
    decision: int
    action: str
    words: str
    nonce: str
    unticked: bool
    board: Board
    cards: tuple[Card, ...]
    due: Moment | None


@dataclass(frozen=True, slots=True)
class FormPage:
    """The page where a solve (``solve``) or a collapse (``collapses``: one form a way) is put together."""

    base: str
    head: Head
    decision: int
    notice: Notice | None
    solve: SolveForm | None
    collapses: tuple[CollapseForm, ...]
    board: Board
    cards: tuple[Card, ...]


def seat_page(
    table: Table,
    *,
    base: str,
    watch: str,
    zone: str,
    notice: Notice | None = None,
    chosen: str = "",
    key: str = "",
    room: Room | None = None,
    freed: Freed | None = None,
    talk: Talk | None = None,
) -> SeatPage:
    """The board page of the viewer's seat; ``chosen``: the text of the action that stays marked."""
    view, status = table.view, table.game.status
    mine = next((seat for seat in table.seats if seat.you), None)
    moves = moves_of(table, zone, f"{base}/ply/")
    owes = view is not None and status == "running" and table.decision is not None
    return SeatPage(
        base=base,
        head=head_of(table),
        notice=notice,
        role=_role(table, mine.role) if mine and mine.role else "",
        card=role_card(table.game.ruleset, mine.role) if mine and mine.role else None,
        board=board_of(view, table.names) if view else None,
        numbers=numbers_of(table),
        cards=cards_of(view) if view and view.opened is None else (),
        hands=everybodys_cards(view, table.names) if view else (),
        players=players_of(table, zone),
        since=_since(table, moves),
        moves=moves,
        decision=table.decision if owes else None,
        due=moment(table.due, zone) if table.due else None,
        kinds=kinds_of(view, chosen) if view and owes else (),
        deeds=_deeds(table, base, room),
        watch=watch,
        mails=not (mine and mine.silent) or bool(mine and mine.broken),
        broken=bool(mine and mine.broken),
        paused=_paused(table, zone),
        talk=talk,
        over=status in ("finished", "cancelled"),
        shuffle=shuffle_of(table),
        key=key,
        room=room,
        freed=freed,
    )


def _paused(table: Table, zone: str) -> Moment | None:
    """Until when all agreed to rest, where that is still to come."""
    until = table.game.paused_until
    return moment(until, zone) if until and until > clock.process_now() and table.game.status == "running" else None


def _role(table: Table, role: str) -> str:
    """Who the viewer is, in a sentence."""
    alone = [seat.role for seat in table.seats].count(role) == 1
    return (
        _("You are the %(role)s.", role=role_name(role)) if alone else _("Your role: %(role)s.", role=role_name(role))
    )


def _since(table: Table, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The viewer's last move and all that came after it; everything where the viewer has not moved yet."""
    own = [step.ply for step in (table.view.log if table.view else ()) if step.seat == table.viewer]
    last = own[-1] if own else 0
    return tuple(move for move in moves if move.ply >= last)


def _deeds(table: Table, base: str, room: Room | None) -> Deeds:
    running = table.game.status == "running"
    open_now = {
        "resign": running,
        "agree": running,
        "pause": running,
        "absence": running,
        "claim": running and table.may_claim,
        "partner": running and any(seat.late for seat in partners_of(table)),
        "rematch": table.game.status == "finished",
        "word": room is not None,
        "leave": room is not None and not room.opener,
        "cancel": room is not None and room.opener,
    }
    return Deeds(**{name: f"{base}/{name}" if there else "" for name, there in open_now.items()})


def partners_of(table: Table) -> tuple[SeatInfo, ...]:
    """The other seats of the viewer's side."""
    if table.viewer is None:
        return ()
    side = ruleset(table.game.ruleset).description.side_of(table.viewer, table.game.players)
    return tuple(seat for seat in table.seats if seat.number in side and not seat.you)


def shuffle_of(table: Table) -> Shuffle:
    """The commitment, and as much of the rest as is open."""
    game = table.game
    return Shuffle(game.commitment, game.seed or "", game.words or ())


def numbers_of(table: Table) -> tuple[tuple[str, str], ...]:
    """The public numbers of a position, as pairs of a label and its value."""
    return tuple(public_numbers(table.view, table.names)) if table.view else ()
