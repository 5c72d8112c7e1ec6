"""The pages of one seat, as dataclasses: the board page, the preview of a move, and the small choices beside it."""

from dataclasses import dataclass

from noirmail.i18n import gettext as _
from noirmail.web.pages.boards import Board, Card, board_of, cards_of
from noirmail.web.pages.choices import CollapseForm, Kind, SolveForm, kinds_of
from noirmail.web.pages.tables import Head, Moment, Move, Player, head_of, moment, moves_of, players_of
from noirmail.words.names import role_name
from noirmail.words.table import Table


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
    claim: str
    rematch: str
    word: str


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What the deal is checked with. ``seed`` is empty until everything is open, ``words`` until the game began."""

    commitment: str
    seed: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatPage:
    """The board page of a seat. ``base`` is the seat's own address; every address of the page lies under it.

    ``board`` is None before the start. ``since``: what happened since the viewer's last move. ``decision``: the
    number of the decision that is open, with ``kinds`` to choose from. ``watch``: the address to give to others,
    or empty where only the players may watch. ``over``: the game has ended and the page only looks back.
    """

    base: str
    head: Head
    notice: Notice | None
    role: str
    board: Board | None
    numbers: tuple[tuple[str, str], ...]
    cards: tuple[Card, ...]
    players: tuple[Player, ...]
    since: tuple[Move, ...]
    moves: tuple[Move, ...]
    decision: int | None
    due: Moment | None
    kinds: tuple[Kind, ...]
    deeds: Deeds
    watch: str
    mails: bool
    over: bool
    shuffle: Shuffle


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
    table: Table, *, base: str, watch: str, zone: str, notice: Notice | None = None, chosen: str = ""
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
        role=role_name(mine.role) if mine and mine.role else "",
        board=board_of(view) if view else None,
        numbers=numbers_of(table),
        cards=cards_of(view) if view else (),
        players=players_of(table, zone),
        since=_since(table, moves),
        moves=moves,
        decision=table.decision if owes else None,
        due=moment(table.due, zone) if table.due else None,
        kinds=kinds_of(view, chosen) if view and owes else (),
        deeds=_deeds(table, base),
        watch=watch,
        mails=not (mine and mine.silent),
        over=status in ("finished", "cancelled"),
        shuffle=shuffle_of(table),
    )


def _since(table: Table, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The viewer's last move and all that came after it; everything where the viewer has not moved yet."""
    own = [step.ply for step in (table.view.log if table.view else ()) if step.seat == table.viewer]
    last = own[-1] if own else 0
    return tuple(move for move in moves if move.ply >= last)


def _deeds(table: Table, base: str) -> Deeds:
    running = table.game.status == "running"
    return Deeds(
        resign=f"{base}/resign" if running else "",
        agree=f"{base}/agree" if running else "",
        claim=f"{base}/claim" if running and table.may_claim else "",
        rematch=f"{base}/rematch" if table.game.status == "finished" else "",
        word=f"{base}/word" if table.game.status == "open" else "",
    )


def shuffle_of(table: Table) -> Shuffle:
    """The commitment, and as much of the rest as is open."""
    game = table.game
    return Shuffle(game.commitment, game.seed or "", game.words or ())


def numbers_of(table: Table) -> tuple[tuple[str, str], ...]:
    """The public numbers of a position, as pairs of a label and its value."""
    if table.view is None:
        return ()
    counts = table.view.counts
    pairs = [(_("Dead so far"), str(counts.kills)), (_("Cards in the deck"), str(counts.deck))]
    pairs += [
        (_("Cards of %(name)s", name=name), str(number))
        for name, number in zip(table.names, counts.hands, strict=False)
    ]
    if counts.listed is not None:
        pairs.append((_("Face-down cards of the hit list"), str(counts.listed)))
        pairs.append((_("Target"), counts.target or _("none")))
    for name, number in zip(table.names, counts.trophies or (), strict=False):
        pairs.append((_("Trophies of %(name)s", name=name), str(number)))
    return tuple(pairs)
