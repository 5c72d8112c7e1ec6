"""What several rule sets share: legal lists of one mechanism, and what the mechanism does (RULES §1)."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from noirmail.engine.actions import Action, action_of
from noirmail.engine.cards import LETTERS
from noirmail.engine.events import (
    Accused,
    Canvassed,
    Collapsed,
    Escaped,
    IdentityChosen,
    IdentityFell,
    Killed,
    Marked,
    Shifted,
)
from noirmail.engine.grid import collapsed, collapses, shifted, shifts
from noirmail.engine.state import State
from noirmail.engine.turn import Turn, put

# The seat of the Killer in every rule set that has one.
KILLER = 0
# What is due when a drawn card awaits a choice.
REVEALING = "reveal"


def actions_by_suspect(kind: str, *, secret: bool = False) -> Mapping[str, Action]:
    """The actions of one kind that name one suspect, by its letter; ``secret`` where only the kind is public."""
    return MappingProxyType({one: action_of(f"{kind} {one}", kind if secret else None) for one in LETTERS})


IDENTITY = actions_by_suspect("identity", secret=True)
DISGUISE = actions_by_suspect("disguise", secret=True)
KILL = actions_by_suspect("kill")
ACCUSE = actions_by_suspect("accuse")
EXONERATE = actions_by_suspect("exonerate")
REVEAL = actions_by_suspect("reveal")


def around(state: State, suspect: str) -> list[str]:
    """The suspects adjacent to one on the board, living and dead (EN: never across the edge)."""
    board = state.board
    return [board[place] for place in state.shape.neighbours[board.index(suspect)]]


def living_around(state: State, suspect: str) -> list[str]:
    """The living suspects adjacent to one on the board."""
    board, dead = state.board, state.dead
    return [board[place] for place in state.shape.neighbours[board.index(suspect)] if board[place] not in dead]


def living(state: State, letters: Iterable[str]) -> list[str]:
    """Those of the letters whose suspects live, which are on the board (D4)."""
    dead = state.dead
    return [letter for letter in letters if letter not in dead]


def is_adjacent(state: State, one: str, other: str) -> bool:
    """Whether two suspects on the board are adjacent."""
    board = state.board
    return board.index(one) in state.shape.neighbours[board.index(other)]


def legal_shifts(state: State, reach: int = 1) -> tuple[Action, ...]:
    """The shifts that the ban on undoing leaves (D1, D2, D15)."""
    return shifts(state.shape, reach, state.previous)


def legal_collapses(state: State) -> list[Action]:
    """The collapses of the board as it stands (RULES §1)."""
    return collapses(state.board, state.shape, state.dead)


def legal_kills(state: State, seat: int) -> list[Action]:
    """A kill of each living neighbour (D3)."""
    return [KILL[one] for one in living_around(state, state.identities[seat])]


def legal_accusations(state: State, seat: int) -> list[Action]:
    """An accusation of each living neighbour and of oneself, which is a bluff."""
    own = state.identities[seat]
    return [*(ACCUSE[one] for one in living_around(state, own)), ACCUSE[own]]


def legal_identities(state: State, letters: str) -> list[Action]:
    """A choice of each living suspect among the cards (D4)."""
    return [IDENTITY[one] for one in living(state, letters)]


def shift(turn: Turn) -> None:
    """Move a line; the next turn may not undo it."""
    state, action = turn.state, turn.action
    state.board = shifted(state.board, state.shape, action)
    state.previous = action.text
    turn.tell(Shifted(action.line, action.direction, action.distance))


def collapse(turn: Turn) -> None:
    """Take the named dead suspects off the board and close it up."""
    state, action = turn.state, turn.action
    state.board, state.shape = collapsed(state.board, state.shape, action.axis, action.suspects)
    turn.tell(Collapsed(action.axis, action.suspects))


def kill(turn: Turn) -> bool:
    """The named suspect dies; whether it was exonerated."""
    victim = turn.action.suspects
    exonerated = victim in turn.state.marked
    turn.tell(Killed(victim))
    turn.kill(victim)
    return exonerated


def accuse(turn: Turn) -> None:
    """A right accusation wins; that another is wrong is said aloud."""
    suspect = turn.action.suspects
    right = suspect == turn.state.identities[KILLER]
    turn.tell(Accused(turn.seat, suspect, right))
    if right:
        turn.win(turn.seat, "accused")


def canvass(turn: Turn, suspect: str, seat: int, hidden: str) -> None:
    """Ask ``seat`` whether any of its ``hidden`` cards is among the living suspects adjacent to ``suspect``."""
    near = living_around(turn.state, suspect)
    turn.tell(Canvassed(suspect))
    turn.answer(seat, any(card in near for card in hidden))


def choose_identity(turn: Turn, seat: int, identity: str, *knowers: int) -> None:
    """``seat`` has ``identity`` from now on; the card must have left where it was."""
    state = turn.state
    before = state.identities[seat]
    state.identities = put(state.identities, seat, identity)
    turn.tell(IdentityChosen(seat, identity, identity == before if before else None), seat, *knowers)


def identity_from_hand(turn: Turn, *knowers: int) -> None:
    """A card of the hand becomes the identity."""
    chosen = turn.action.suspects
    turn.lay_from_hand(turn.seat, chosen)
    choose_identity(turn, turn.seat, chosen, *knowers)


def swap_disguise(turn: Turn) -> None:
    """The Killer's identity is the named card from now on, and the one before is a disguise."""
    state, seat, chosen = turn.state, turn.seat, turn.action.suspects
    held = state.identities[seat] + state.disguises[seat]
    state.disguises = put(state.disguises, seat, held.replace(chosen, ""))
    choose_identity(turn, seat, chosen)


def draw_new_identity(turn: Turn) -> str:
    """The Killer draws; a living suspect is the identity from now on, and the old one, which is shown, is returned.

    '' where the drawn suspect is dead: the card goes face-up and nothing else happens.
    """
    state = turn.state
    card = turn.draw(KILLER)
    if card in state.dead:
        turn.discard(card, KILLER)
        return ""
    old = state.identities[KILLER]
    choose_identity(turn, KILLER, card)
    turn.tell(Escaped(KILLER, old))
    return old


def legal_disguises(state: State) -> list[Action]:
    """Any living card of the Killer's, the present identity included as a bluff (D7)."""
    return [DISGUISE[one] for one in living(state, state.identities[KILLER] + state.disguises[KILLER])]


def mark(turn: Turn, card: str, seat: int) -> None:
    """An evidence card is laid on its suspect and stays there."""
    turn.state.marked += card
    turn.tell(Marked(seat, card))


def mark_or_discard(turn: Turn, card: str) -> None:
    """A card of the mover's is laid on its living suspect, and goes face-up where the suspect is dead."""
    if card in turn.state.dead:
        turn.discard(card, turn.seat)
    else:
        mark(turn, card, turn.seat)


def draw_to_reveal(turn: Turn) -> None:
    """A card is drawn and seen before one of the hand is chosen; that choice is the same turn's second step."""
    turn.take_into_hand(turn.seat, turn.draw(turn.seat))
    turn.state.phase = REVEALING
    turn.ask(turn.seat, continues=True)


def legal_reveals(state: State, seat: int) -> list[Action]:
    """Any card of the hand."""
    return [REVEAL[one] for one in state.hands[seat]]


def reveal(turn: Turn) -> None:
    """The chosen card is laid on its suspect, or goes face-up."""
    turn.lay_from_hand(turn.seat, turn.action.suspects)
    mark_or_discard(turn, turn.action.suspects)


def fall(turn: Turn, seat: int) -> None:
    """The suspect that died turns out to be the identity of ``seat``."""
    turn.tell(IdentityFell(seat, turn.state.identities[seat]))


def lay_down_fallen(turn: Turn, seat: int) -> None:
    """The card of a dead identity goes face-up; the seat has none from now on."""
    state = turn.state
    fallen = state.identities[seat]
    state.identities = put(state.identities, seat, "")
    turn.discard(fallen, seat)
