"""Killer vs. Inspector (RULES §2)."""

from types import MappingProxyType

from noirmail.engine.actions import Action, action_of
from noirmail.engine.cards import LETTERS
from noirmail.engine.events import Named
from noirmail.engine.inspector_game import INSPECTOR, TURN, InspectorGame, kill_for_inspector, open_with_kill
from noirmail.engine.mechanisms import (
    EXONERATE,
    KILLER,
    accuse,
    canvass,
    collapse,
    identity_from_hand,
    legal_accusations,
    legal_collapses,
    legal_disguises,
    legal_kills,
    legal_shifts,
    mark_or_discard,
    shift,
    swap_disguise,
)
from noirmail.engine.rules import Description, Option
from noirmail.engine.state import State
from noirmail.engine.turn import Turn

SOLVE = {one + two: action_of(f"solve {one} {two}") for one in LETTERS for two in LETTERS if one != two}


def _collapse(turn: Turn) -> None:
    collapse(turn)
    state = turn.state
    gone = "".join(one for one in state.hands[INSPECTOR] if one not in state.board)
    turn.discard_from_hand(INSPECTOR, gone)
    _refill(turn, len(gone))


def _refill(turn: Turn, number: int) -> None:
    """The Inspector draws; a card whose suspect has been removed goes at once and is replaced (D9)."""
    state = turn.state
    while number and state.deck:
        card = turn.draw(INSPECTOR)
        if card in state.board:
            turn.take_into_hand(INSPECTOR, card)
            number -= 1
        else:
            turn.discard(card, INSPECTOR)


def _exonerate(turn: Turn) -> None:
    card = turn.action.suspects
    turn.lay_from_hand(INSPECTOR, card)
    mark_or_discard(turn, card)
    canvass(turn, card, KILLER, turn.state.identities[KILLER])
    _refill(turn, 1)


def _solve(turn: Turn) -> None:
    state = turn.state
    identity, disguise = tuple(turn.action.suspects)
    right = (identity, disguise) == (state.identities[KILLER], state.disguises[KILLER])
    turn.tell(Named(turn.seat, identity, disguise, right))
    if right:
        turn.win(INSPECTOR, "solved")
    else:
        turn.win(KILLER, "solve-failed")


class Kvi(InspectorGame):
    """Killer vs. Inspector (EN, game 1)."""

    description = Description(
        id="kvi",
        version=1,
        name="Killer vs. Inspector",
        summary="One hides among the suspects and kills; the other questions the living until a name is left.",
        players=(2,),
        roles={2: ("Killer", "Inspector")},
        options=(Option("kills", 10, (10, 14, 16), "The Killer wins with this many dead suspects."),),
        reasons=("inspector-killed", "kill-limit", "accused", "solved", "solve-failed"),
        teams={},
    )
    deeds = MappingProxyType(
        {
            "shift": shift,
            "collapse": _collapse,
            "kill": kill_for_inspector,
            "disguise": swap_disguise,
            "identity": identity_from_hand,
            "accuse": accuse,
            "exonerate": _exonerate,
            "solve": _solve,
        }
    )

    def deal(self, state: State) -> None:
        """Identity and disguise to the Killer, four cards to the Inspector."""
        state.identities = (state.cut(1), "")
        state.disguises = (state.cut(1), "")
        state.hands = ("", state.cut(4))
        open_with_kill(state)

    def legal_in_turn(self, state: State, seat: int) -> list[Action]:
        actions = [*legal_shifts(state), *legal_collapses(state)]
        if seat == KILLER:
            return [*actions, *legal_kills(state, KILLER), *legal_disguises(state)]
        actions += legal_accusations(state, INSPECTOR)
        # The hand holds no removed suspect (D9), so all of it is on the board.
        if state.deck:
            actions += [EXONERATE[one] for one in state.hands[INSPECTOR]]
        return actions

    def guesses(self, state: State, seat: int) -> list[Action]:
        """Every solve: two different suspects, the first of them living (D8)."""
        if not self.forms(state, seat):
            return []
        return [solve for names, solve in SOLVE.items() if names[0] not in state.dead]

    def forms(self, state: State, seat: int) -> tuple[str, ...]:
        return ("solve IDENTITY DISGUISE",) if seat == INSPECTOR and state.phase == TURN else ()
