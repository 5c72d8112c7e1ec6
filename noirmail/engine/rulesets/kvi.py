"""Killer vs. Inspector (RULES §2)."""

from types import MappingProxyType

from noirmail.engine.actions import Action, action_of
from noirmail.engine.cards import LETTERS
from noirmail.engine.events import Named
from noirmail.engine.mechanisms import (
    DISGUISE,
    EXONERATE,
    accuse,
    canvass,
    collapse,
    fall,
    identity_from_hand,
    kill,
    lay_on_suspect,
    legal_accusations,
    legal_collapses,
    legal_identities,
    legal_kills,
    legal_shifts,
    living,
    shift,
    swap_disguise,
)
from noirmail.engine.rules import Description, Option
from noirmail.engine.ruleset import RuleSet
from noirmail.engine.state import State
from noirmail.engine.turn import Turn, put

KILLER, INSPECTOR = 0, 1
OPENING, CHOICE, TURN = "opening kill", "identity", "turn"
SOLVE = {one + two: action_of(f"solve {one} {two}") for one in LETTERS for two in LETTERS if one != two}


def _next(turn: Turn) -> None:
    turn.state.phase = TURN
    turn.ask(INSPECTOR if turn.seat == KILLER else KILLER)


def _shift(turn: Turn) -> None:
    shift(turn)
    _next(turn)


def _collapse(turn: Turn) -> None:
    collapse(turn)
    state = turn.state
    gone = "".join(one for one in state.hands[INSPECTOR] if one not in state.board)
    turn.discard_from_hand(INSPECTOR, gone)
    _refill(turn, len(gone))
    _next(turn)


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


def _kill(turn: Turn) -> None:
    state, victim = turn.state, turn.action.suspects
    exonerated = kill(turn)
    if victim == state.identities[INSPECTOR]:
        fall(turn, INSPECTOR)
        turn.end((KILLER,), "inspector-killed")
    elif len(state.dead) == state.options["kills"]:
        turn.end((KILLER,), "kill-limit")
    else:
        if exonerated:
            canvass(turn, victim, INSPECTOR, state.identities[INSPECTOR])
        _after_kill(turn)


def _after_kill(turn: Turn) -> None:
    if turn.state.phase == OPENING:
        turn.state.phase = CHOICE
        turn.ask(INSPECTOR)
    else:
        _next(turn)


def _disguise(turn: Turn) -> None:
    swap_disguise(turn)
    _next(turn)


def _identity(turn: Turn) -> None:
    identity_from_hand(turn)
    _next(turn)


def _accuse(turn: Turn) -> None:
    if accuse(turn, KILLER):
        turn.end((INSPECTOR,), "accused")
    else:
        _next(turn)


def _exonerate(turn: Turn) -> None:
    state, card = turn.state, turn.action.suspects
    state.hands = put(state.hands, INSPECTOR, state.hands[INSPECTOR].replace(card, ""))
    if card not in state.dead:
        lay_on_suspect(turn, card, INSPECTOR)
    canvass(turn, card, KILLER, state.identities[KILLER])
    if card in state.dead:
        turn.discard(card, INSPECTOR)
    _refill(turn, 1)
    _next(turn)


def _solve(turn: Turn) -> None:
    state = turn.state
    identity, disguise = tuple(turn.action.suspects)
    right = (identity, disguise) == (state.identities[KILLER], state.disguises[KILLER])
    turn.tell(Named(turn.seat, identity, disguise, right))
    if right:
        turn.end((INSPECTOR,), "solved")
    else:
        turn.end((KILLER,), "solve-failed")


class Kvi(RuleSet):
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
            "shift": _shift,
            "collapse": _collapse,
            "kill": _kill,
            "disguise": _disguise,
            "identity": _identity,
            "accuse": _accuse,
            "exonerate": _exonerate,
            "solve": _solve,
        }
    )

    def deal(self, state: State) -> None:
        """Identity and disguise to the Killer, four cards to the Inspector; the opening kill is due."""
        deck = state.deck
        state.identities = (deck[0], "")
        state.disguises = (deck[1], "")
        state.hands = ("", deck[2:6])
        state.deck = deck[6:]
        state.phase = OPENING
        state.decisions = {KILLER: 0}

    def legal(self, state: State, seat: int) -> list[Action]:
        if state.phase == OPENING:
            return legal_kills(state, KILLER)
        if state.phase == CHOICE:
            return legal_identities(state, state.hands[INSPECTOR])
        actions = [*legal_shifts(state), *legal_collapses(state)]
        if seat == KILLER:
            actions += legal_kills(state, KILLER)
            # A dead disguise cannot be chosen; keeping the identity stays legal as a bluff (D7).
            actions += [DISGUISE[one] for one in living(state, state.identities[KILLER] + state.disguises[KILLER])]
        else:
            actions += legal_accusations(state, INSPECTOR)
            if state.deck:
                actions += [EXONERATE[one] for one in state.hands[INSPECTOR] if one in state.board]
        return actions

    def guesses(self, state: State, seat: int) -> list[Action]:
        """Every solve: two different suspects, the first of them living (D8)."""
        if not self.forms(state, seat):
            return []
        return [solve for names, solve in SOLVE.items() if names[0] not in state.dead]

    def forms(self, state: State, seat: int) -> tuple[str, ...]:
        return ("solve IDENTITY DISGUISE",) if seat == INSPECTOR and state.phase == TURN else ()
