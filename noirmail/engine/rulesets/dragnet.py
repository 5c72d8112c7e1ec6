"""Dragnet (RULES §6). A seat's identity is its suspicion."""

from itertools import product
from types import MappingProxyType

from noirmail.engine.actions import Action, action_of
from noirmail.engine.cards import LETTERS, without
from noirmail.engine.events import Canvassed, Declined, FinalRound, LineSolved, Shifted, TakenUp, TurnSkipped
from noirmail.engine.grid import shift_of, shifted
from noirmail.engine.mechanisms import actions_by_suspect, around, choose_identity, is_adjacent, mark
from noirmail.engine.rules import Description
from noirmail.engine.state import State
from noirmail.engine.teams import TEAMS, TeamGame, opponents_of, side_of
from noirmail.engine.turn import Turn

TURN, CHOOSING, FINAL = "turn", "suspicion", "final solve"
_WAYS = ("row left", "row right", "column up", "column down")
_SHIFTS = {card: [action_of(f"shift {card} {way}") for way in _WAYS] for card in LETTERS}
_PAIRS = [one + two for one, two in product(LETTERS, LETTERS) if one != two]
_RETHINK = {pair: action_of(f"rethink {pair[0]} {pair[1]}", f"rethink {pair[0]}") for pair in _PAIRS}
_QUESTION = {pair: action_of(f"question {pair[0]} {pair[1]}") for pair in _PAIRS}
_LINES = [*(f"{axis}{number}" for axis in "rc" for number in range(1, 6)), "d1", "d2"]
_SOLVES = [action_of(f"solve {line}") for line in _LINES]
_SUSPICION = actions_by_suspect("suspicion", secret=True)
_DECLINE = action_of("decline")


def _shift(turn: Turn) -> None:
    """Mark, then move the row or column of the suspect just marked (D18: no ban)."""
    state, card = turn.state, turn.action.suspects
    _place(turn, card)
    row, column = divmod(state.board.index(card), 5)
    line = f"r{row + 1}" if turn.action.axis == "row" else f"c{column + 1}"
    state.board = shifted(state.board, state.shape, shift_of(line, turn.action.direction))
    turn.tell(Shifted(line, turn.action.direction, 1))
    _draw(turn)


def _rethink(turn: Turn) -> None:
    placed, chosen = tuple(turn.action.suspects)
    _place(turn, placed)
    _choose(turn, chosen)
    _draw(turn)


def _question(turn: Turn) -> None:
    """Mark one suspect, take up the card of another; every opponent is asked about that other. Nothing is drawn."""
    state = turn.state
    placed, asked = tuple(turn.action.suspects)
    _place(turn, placed)
    state.marked = without(state.marked, asked)
    turn.take_into_hand(turn.seat, asked)
    turn.tell(TakenUp(turn.seat, asked))
    turn.tell(Canvassed(asked))
    for seat in opponents_of(state, turn.seat):
        turn.answer(seat, is_adjacent(state, state.identities[seat], asked))


def _place(turn: Turn, card: str) -> None:
    turn.lay_from_hand(turn.seat, card)
    mark(turn, card, turn.seat)


def _choose(turn: Turn, chosen: str) -> None:
    """One of suspicion and hand is the suspicion from now on; the partner sees it as it is laid down (D30)."""
    state, seat = turn.state, turn.seat
    turn.take_into_hand(seat, state.identities[seat])
    turn.lay_from_hand(seat, chosen)
    choose_identity(turn, seat, chosen, *side_of(state, seat))


def _draw(turn: Turn) -> None:
    """Draw a card; the last one opens the final round, which ends with the seat that drew it."""
    state, seat = turn.state, turn.seat
    turn.take_into_hand(seat, turn.draw(seat))
    if not state.deck:
        state.final = tuple((seat + after) % state.players for after in range(1, state.players + 1))
        state.phase = FINAL
        turn.tell(FinalRound(state.final))


def _solve(turn: Turn) -> None:
    """Everybody raises a hand or does not; as many hands as unmarked suspects win (D19)."""
    state = turn.state
    line = [state.board[place] for place in state.shape.lines[turn.action.line]]
    for seat, suspicion in enumerate(state.identities):
        turn.answer(seat, suspicion in line)
    raised = tuple(seat for seat, yes in turn.answers.items() if yes)
    unmarked = sum(suspect not in state.marked for suspect in line)
    right = len(raised) == unmarked
    turn.tell(LineSolved(turn.seat, turn.action.line, unmarked, len(raised), right))
    if right:
        turn.win(turn.seat, "solved")
    else:
        _failed(turn, raised)


def _failed(turn: Turn, raised: tuple[int, ...]) -> None:
    """The solver skips a turn; raised hands choose anew, but not when the last final solve has failed (D22)."""
    state = turn.state
    if state.final is None:
        state.skipping += (turn.seat,)
    if raised and state.final != (turn.seat,):
        state.phase = CHOOSING
        turn.ask(*raised)


def _suspicion(turn: Turn) -> None:
    """One of the raised hands has chosen; the game goes on when all have."""
    _choose(turn, turn.action.suspects)
    if len(turn.state.decisions) > 1:
        turn.ask()


def _decline(turn: Turn) -> None:
    turn.tell(Declined(turn.seat))


class Dragnet(TeamGame):
    """Investigators close a line of conspirators (EN, game 3)."""

    description = Description(
        id="dragnet",
        version=1,
        name="Dragnet",
        summary="Everybody has a suspicion; close a line of innocents and suspicions before the evidence runs out.",
        players=(3, 4),
        roles={3: ("Investigator",) * 3, 4: ("Investigator",) * 4},
        options=(),
        reasons=("solved", "deck-exhausted"),
        teams=TEAMS,
    )
    deeds = MappingProxyType(
        {
            "shift": _shift,
            "rethink": _rethink,
            "question": _question,
            "solve": _solve,
            "suspicion": _suspicion,
            "decline": _decline,
        }
    )

    def deal(self, state: State) -> None:
        """A suspicion and two cards for each seat in order, then three laid open."""
        dealt = [(state.cut(1), state.cut(2)) for _ in range(state.players)]
        state.identities = tuple(suspicion for suspicion, _ in dealt)
        state.hands = tuple(hand for _, hand in dealt)
        state.marked = state.cut(3)
        state.phase = TURN
        state.decisions = {state.deal.first: 0}

    def legal(self, state: State, seat: int) -> list[Action]:
        hand, suspicion = state.hands[seat], state.identities[seat]
        if state.phase == CHOOSING:
            return [_SUSPICION[one] for one in suspicion + hand]
        if state.phase == FINAL:
            return [*_SOLVES, _DECLINE]
        actions = list(_SOLVES)
        for card in hand:
            actions += _SHIFTS[card]
            actions += [_RETHINK[card + one] for one in suspicion + hand if one != card]
            actions += [_QUESTION[card + one] for one in around(state, card) if one in state.marked]
        return actions

    def pass_on(self, turn: Turn) -> None:
        """The next seat in turn order; in the final round, the next of it."""
        state = turn.state
        if state.phase == CHOOSING:
            state.phase = TURN if state.final is None else FINAL
        if state.final is None:
            state.mover = _next_mover(turn)
            turn.ask(state.mover)
        else:
            _next_final(turn)


def _next_mover(turn: Turn) -> int:
    state = turn.state
    seat = (state.mover + 1) % state.players
    while seat in state.skipping:
        state.skipping = tuple(other for other in state.skipping if other != seat)
        turn.tell(TurnSkipped(seat))
        seat = (seat + 1) % state.players
    return seat


def _next_final(turn: Turn) -> None:
    """The seat that has just had its final solve, or that drew the last card, hands on; after the last, the end."""
    state = turn.state
    assert state.final is not None
    if turn.action.kind in {"solve", "decline", "suspicion"}:
        state.final = state.final[1:]
    if state.final:
        turn.ask(state.final[0])
    else:
        turn.end((), "deck-exhausted")
