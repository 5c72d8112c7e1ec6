"""Killer vs. Inspector, first edition (RULES §3)."""

from types import MappingProxyType

from noirmail.engine.actions import Action, action_of
from noirmail.engine.events import Died, LineRemoved
from noirmail.engine.grid import dead_lines, without_lines
from noirmail.engine.inspector_game import (
    INSPECTOR,
    InspectorGame,
    kill_for_inspector,
    kill_limit_reached,
    open_with_kill,
)
from noirmail.engine.mechanisms import (
    KILLER,
    REVEALING,
    accuse,
    canvass,
    draw_new_identity,
    draw_to_reveal,
    identity_from_hand,
    legal_accusations,
    legal_kills,
    legal_reveals,
    legal_shifts,
    mark,
    reveal,
    shift,
)
from noirmail.engine.rules import Description, Option
from noirmail.engine.state import State
from noirmail.engine.turn import Turn

_DISGUISE = action_of("disguise")
_EXONERATE = action_of("exonerate")


def _disguise(turn: Turn) -> None:
    """The old identity lives on exonerated, or dies and counts towards the kills (D10, D23)."""
    old = draw_new_identity(turn)
    if old and turn.state.options["old_identity"] == "exonerated":
        mark(turn, old, KILLER)
    elif old:
        turn.tell(Died(old))
        turn.kill(old)
        turn.discard(old, KILLER)
        kill_limit_reached(turn)


def _reveal(turn: Turn) -> None:
    """The revealed card is canvassed, living or dead, but not a removed suspect's (D11)."""
    state, card = turn.state, turn.action.suspects
    reveal(turn)
    if state.options["canvas"] and card in state.board:
        canvass(turn, card, KILLER, state.identities[KILLER])


def _remove_dead_lines(turn: Turn) -> None:
    """Rows and columns of dead suspects only go; a shift that led to it may be answered freely (D2)."""
    state = turn.state
    lines = dead_lines(state.board, state.shape, state.dead)
    if not lines:
        return
    for line, suspects in lines:
        turn.tell(LineRemoved(line, suspects))
    state.board, state.shape = without_lines(state.board, state.shape, dict(lines))
    state.previous = ""


class KviClassic(InspectorGame):
    """Killer vs. Inspector as played on the tables of IT and ES."""

    description = Description(
        id="kvi-classic",
        version=1,
        name="Killer vs. Inspector, first edition",
        summary="The older duel: identities come from the deck, and streets of the dead fall off the map.",
        players=(2,),
        roles={2: ("Killer", "Inspector")},
        options=(
            Option("canvas", True, (True, False), "Cards laid on suspects are asked about: who stands next to them?"),
            Option(
                "old_identity",
                "exonerated",
                ("exonerated", "dead"),
                "What becomes of the Killer's old identity after a disguise.",
            ),
            Option("kills", 16, (16, 10, 14), "The Killer wins with this many dead suspects."),
        ),
        reasons=("inspector-killed", "kill-limit", "accused"),
        teams={},
    )
    deeds = MappingProxyType(
        {
            "shift": shift,
            "kill": kill_for_inspector,
            "disguise": _disguise,
            "identity": identity_from_hand,
            "accuse": accuse,
            "exonerate": draw_to_reveal,
            "reveal": _reveal,
        }
    )

    def deal(self, state: State) -> None:
        """An identity to the Killer, four cards to the Inspector."""
        state.identities = (state.cut(1), "")
        state.hands = ("", state.cut(4))
        open_with_kill(state)

    def legal_in_turn(self, state: State, seat: int) -> list[Action]:
        if state.phase == REVEALING:
            return legal_reveals(state, INSPECTOR)
        if seat == KILLER:
            actions = [*legal_shifts(state), *legal_kills(state, KILLER)]
        else:
            actions = [*legal_shifts(state), *legal_accusations(state, INSPECTOR)]
        if state.deck:
            actions.append(_DISGUISE if seat == KILLER else _EXONERATE)
        return actions

    def pass_on(self, turn: Turn) -> None:
        _remove_dead_lines(turn)
        super().pass_on(turn)
