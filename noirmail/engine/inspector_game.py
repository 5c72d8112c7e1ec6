"""What both games of Killer against Inspector share: seats, opening, and the kill (RULES §2 and §3)."""

from abc import abstractmethod

from noirmail.engine.actions import Action
from noirmail.engine.mechanisms import KILLER, canvass, fall, kill, legal_identities, legal_kills
from noirmail.engine.ruleset import RuleSet
from noirmail.engine.state import State
from noirmail.engine.turn import Turn

INSPECTOR = 1
OPENING_KILL, CHOOSING, TURN = "opening kill", "identity", "turn"


class InspectorGame(RuleSet):
    """A kill, the Inspector's choice of an identity, then turns in alternation, the Killer's first."""

    @abstractmethod
    def legal_in_turn(self, state: State, seat: int) -> list[Action]:
        """The legal actions once the opening is over."""

    def legal(self, state: State, seat: int) -> list[Action]:
        if state.phase == OPENING_KILL:
            return legal_kills(state, KILLER)
        if state.phase == CHOOSING:
            return legal_identities(state, state.hands[INSPECTOR])
        return self.legal_in_turn(state, seat)

    def pass_on(self, turn: Turn) -> None:
        """The other seat acts; after the opening kill, the Inspector chooses an identity."""
        turn.state.phase = CHOOSING if turn.state.phase == OPENING_KILL else TURN
        turn.ask(INSPECTOR if turn.seat == KILLER else KILLER)


def open_with_kill(state: State) -> None:
    """Once the cards are dealt, the opening kill is due."""
    state.phase = OPENING_KILL
    state.decisions = {KILLER: 0}


def kill_for_inspector(turn: Turn) -> None:
    """Victim, its evidence card, the Inspector's death, the number of kills, then the canvass (RULES §2)."""
    state, victim = turn.state, turn.action.suspects
    exonerated = kill(turn)
    if victim == state.identities[INSPECTOR]:
        fall(turn, INSPECTOR)
        turn.win(KILLER, "inspector-killed")
    elif not kill_limit_reached(turn) and exonerated and state.options.get("canvas", True):
        canvass(turn, victim, INSPECTOR, state.identities[INSPECTOR])


def kill_limit_reached(turn: Turn) -> bool:
    """Whether as many suspects are dead as the Killer needs, which ends the game."""
    reached = len(turn.state.dead) >= int(turn.state.options["kills"])
    if reached:
        turn.win(KILLER, "kill-limit")
    return reached
