"""Hitman vs. Sleuth (RULES §4)."""

from types import MappingProxyType

from noirmail.engine.actions import Action, action_of
from noirmail.engine.events import ListGrew, ListShrank, TurnedUp
from noirmail.engine.mechanisms import (
    KILLER,
    REVEALING,
    accuse,
    collapse,
    draw_new_identity,
    draw_to_reveal,
    fall,
    identity_from_hand,
    kill,
    lay_down_fallen,
    legal_accusations,
    legal_collapses,
    legal_identities,
    legal_kills,
    legal_reveals,
    legal_shifts,
    living,
    mark,
    reveal,
    shift,
)
from noirmail.engine.rules import Description
from noirmail.engine.ruleset import PublicNumbers, RuleSet
from noirmail.engine.state import State
from noirmail.engine.turn import Turn

SLEUTH = 1
OPENING, TURN, RENEWAL = "opening identity", "turn", "new identity"
_ESCAPE = action_of("escape")
_EXONERATE = action_of("exonerate")


def _turn_up(turn: Turn) -> None:
    """The next living victim of the list is the target; the dead are passed over, face-up."""
    state = turn.state
    state.target = ""
    while state.hit_list and not state.target:
        card, state.hit_list = state.hit_list[0], state.hit_list[1:]
        turn.tell(TurnedUp(card))
        if card in state.dead:
            turn.discard(card)
        else:
            state.target = card


def _identity(turn: Turn) -> None:
    """The first choice opens the list (D12); a later one is followed by the Sleuth's own turn."""
    state = turn.state
    identity_from_hand(turn)
    if state.phase == OPENING:
        _turn_up(turn)
    else:
        state.phase = TURN
        turn.ask(SLEUTH, continues=True)


def _kill(turn: Turn) -> None:
    state, victim = turn.state, turn.action.suspects
    kill(turn)
    if victim == state.target:
        turn.discard(victim)
        _turn_up(turn)
        if not state.target:
            turn.win(KILLER, "list-completed")
    elif victim in state.hands[SLEUTH]:
        turn.discard_from_hand(SLEUTH, victim)
    elif victim == state.identities[SLEUTH]:
        _renew_identity(turn)


def _renew_identity(turn: Turn) -> None:
    """The Sleuth must take a living suspect out of the hand at once (D13)."""
    state = turn.state
    fall(turn, SLEUTH)
    lay_down_fallen(turn, SLEUTH)
    if living(state, state.hands[SLEUTH]):
        state.phase = RENEWAL
        turn.ask(SLEUTH)
    else:
        turn.win(KILLER, "sleuth-exhausted")


def _escape(turn: Turn) -> None:
    """The old identity is exonerated, and the list grows while the deck lasts (D14)."""
    state = turn.state
    old = draw_new_identity(turn)
    if old:
        mark(turn, old, KILLER)
    if old and state.deck:
        state.hit_list += state.cut(1)
        turn.tell(ListGrew())


def _accuse(turn: Turn) -> None:
    """A wrong accusation costs the list its last face-down card (D26)."""
    state = turn.state
    accuse(turn)
    if state.result is None and state.hit_list:
        state.deck += state.hit_list[-1]
        state.hit_list = state.hit_list[:-1]
        turn.tell(ListShrank())


class Hitman(RuleSet):
    """Killer against Sleuth with a hit list (RU)."""

    description = Description(
        id="hitman",
        version=1,
        name="Hitman vs. Sleuth",
        summary="The Killer works through a list, one open name after the other; the Sleuth has lives to lose.",
        players=(2,),
        roles={2: ("Killer", "Sleuth")},
        options=(),
        reasons=("list-completed", "sleuth-exhausted", "accused"),
        teams={},
    )
    deeds = MappingProxyType(
        {
            "identity": _identity,
            "shift": shift,
            "collapse": collapse,
            "kill": _kill,
            "escape": _escape,
            "accuse": _accuse,
            "exonerate": draw_to_reveal,
            "reveal": reveal,
        }
    )

    def deal(self, state: State) -> None:
        """Four cards to the list, an identity to the Killer, three cards to the Sleuth, who chooses one."""
        state.hit_list = state.cut(4)
        state.identities = (state.cut(1), "")
        state.hands = ("", state.cut(3))
        state.phase = OPENING
        state.decisions = {SLEUTH: 0}

    def legal(self, state: State, seat: int) -> list[Action]:
        if state.phase in {OPENING, RENEWAL}:
            return legal_identities(state, state.hands[SLEUTH])
        if state.phase == REVEALING:
            return legal_reveals(state, SLEUTH)
        actions = [*legal_shifts(state), *legal_collapses(state)]
        actions += legal_kills(state, KILLER) if seat == KILLER else legal_accusations(state, SLEUTH)
        if state.deck:
            actions.append(_ESCAPE if seat == KILLER else _EXONERATE)
        return actions

    def pass_on(self, turn: Turn) -> None:
        turn.state.phase = TURN
        turn.ask(SLEUTH if turn.seat == KILLER else KILLER)

    def counts(self, state: State) -> PublicNumbers:
        return {"listed": len(state.hit_list), "target": state.target or None}
