"""Buddy Cops (RULES §7). The roles of the two cops can change seats; the order of turns goes by role."""

from types import MappingProxyType

from noirmail.engine.actions import Action, action_of
from noirmail.engine.cards import in_order
from noirmail.engine.events import Passed, ReturnedToDeck, RolesChanged
from noirmail.engine.mechanisms import (
    EXONERATE,
    KILLER,
    accuse,
    actions_by_suspect,
    canvass,
    choose_identity,
    fall,
    identity_from_hand,
    kill,
    lay_down_fallen,
    legal_accusations,
    legal_disguises,
    legal_identities,
    legal_kills,
    legal_shifts,
    living,
    mark_or_discard,
    shift,
    swap_disguise,
)
from noirmail.engine.rules import Description
from noirmail.engine.ruleset import RuleSet
from noirmail.engine.state import State
from noirmail.engine.turn import Turn, put

COPS = (1, 2)
_KILLS = 13
HIDING, OPENING_KILL, CHOOSING, TURN, REDRESSING = (
    "killer's identity",
    "opening kill",
    "identity",
    "turn",
    "new identity",
)
_DEPUTIZE = actions_by_suspect("deputize", secret=True)
_DISGUISE = action_of("disguise")


def undercover_of(state: State) -> int:
    """The seat of the Undercover at this moment."""
    return COPS[0] if state.profiler == COPS[1] else COPS[1]


def _identity(turn: Turn) -> None:
    """A choice of the opening, or the second step of the Undercover's disguise."""
    phase = turn.state.phase
    if phase == REDRESSING:
        _redress(turn)
        return
    identity_from_hand(turn)
    if phase == HIDING:
        _hide_disguises(turn)
    elif len(turn.state.decisions) > 1:
        turn.ask()
    else:
        _pass_hand(turn, undercover_of(turn.state), turn.state.profiler)


def _hide_disguises(turn: Turn) -> None:
    """The Killer's two other cards are the disguises; the opening kill follows."""
    state = turn.state
    state.disguises = put(state.disguises, KILLER, state.hands[KILLER])
    state.hands = put(state.hands, KILLER, "")
    state.phase = OPENING_KILL
    turn.ask(KILLER, continues=True)


def _pass_hand(turn: Turn, giver: int, taker: int) -> None:
    """One cop's hand goes to the other, seen by both; in what order they were drawn is not for the taker to see."""
    state = turn.state
    cards = in_order(state.hands[giver])
    state.hands = put(state.hands, giver, "")
    turn.take_into_hand(taker, cards)
    if cards:
        turn.tell(Passed(giver, taker, len(cards), cards), giver, taker)


def _redress(turn: Turn) -> None:
    """Identity or drawn card is laid down; the Profiler gets the other."""
    state, seat, chosen = turn.state, turn.seat, turn.action.suspects
    both = state.identities[seat] + state.hands[seat]
    choose_identity(turn, seat, chosen)
    state.hands = put(state.hands, seat, both.replace(chosen, ""))
    _pass_hand(turn, seat, state.profiler)


def _kill(turn: Turn) -> None:
    state, victim = turn.state, turn.action.suspects
    exonerated = kill(turn)
    fallen = next((cop for cop in COPS if state.identities[cop] == victim), None)
    if fallen is not None:
        fall(turn, fallen)
    if fallen is not None and state.cop_has_died:
        turn.win(KILLER, "cops-killed")
    elif len(state.dead) == _KILLS:
        turn.win(KILLER, "kill-limit")
    elif fallen is not None:
        _replace_fallen(turn, fallen)
    elif exonerated:
        canvass(turn, victim, state.profiler, "".join(state.identities[cop] for cop in COPS))


def _replace_fallen(turn: Turn, fallen: int) -> None:
    """The first cop has died: the roles change hands, and the deck gives a new identity (RULES §7, D21)."""
    state = turn.state
    state.cop_has_died = True
    lay_down_fallen(turn, fallen)
    profiler, undercover = undercover_of(state), state.profiler
    _pass_hand(turn, undercover, profiler)
    state.profiler = profiler
    turn.tell(RolesChanged(profiler, undercover))
    while state.deck and state.deck[0] in state.dead:
        turn.discard(state.cut(1))
    if state.deck:
        # The new Undercover sees the new Profiler's identity, whoever of the two has died.
        knowers = (undercover,) if fallen == profiler else ()
        state.identities = put(state.identities, fallen, turn.draw(fallen, *knowers))
    else:
        turn.win(KILLER, "no-identity-left")


def _accuse(turn: Turn) -> None:
    """An accused disguise goes face-up; the game goes on."""
    state, suspect = turn.state, turn.action.suspects
    accuse(turn)
    if suspect in state.disguises[KILLER]:
        state.disguises = put(state.disguises, KILLER, state.disguises[KILLER].replace(suspect, ""))
        turn.discard(suspect, KILLER)


def _exonerate(turn: Turn) -> None:
    """The Killer answers for identity and disguises alike; nothing is drawn."""
    state, card = turn.state, turn.action.suspects
    turn.lay_from_hand(turn.seat, card)
    mark_or_discard(turn, card)
    canvass(turn, card, KILLER, state.identities[KILLER] + state.disguises[KILLER])


def _deputize(turn: Turn) -> None:
    """A card of the Profiler's replaces the Undercover's identity, which goes unseen below the deck."""
    state, card = turn.state, turn.action.suspects
    undercover = undercover_of(state)
    old = state.identities[undercover]
    turn.lay_from_hand(turn.seat, card)
    choose_identity(turn, undercover, card, turn.seat)
    state.deck += old
    turn.tell(ReturnedToDeck((undercover,), old), undercover)


def _disguise(turn: Turn) -> None:
    """The Killer changes coats at once; the Undercover draws first and chooses then."""
    if turn.seat == KILLER:
        swap_disguise(turn)
    else:
        turn.take_into_hand(turn.seat, turn.draw(turn.seat))
        turn.state.phase = REDRESSING
        turn.ask(turn.seat, continues=True)


class Buddycops(RuleSet):
    """A Killer against two cops (EN, game 4)."""

    description = Description(
        id="buddycops",
        version=1,
        name="Buddy Cops",
        summary="Two cops who may not talk, each with half of the picture, against one Killer with three faces.",
        players=(3,),
        roles={3: ("Killer", "Profiler", "Undercover")},
        options=(),
        reasons=("cops-killed", "kill-limit", "no-identity-left", "accused"),
        teams={3: ((0,), (1, 2))},
    )
    deeds = MappingProxyType(
        {
            "identity": _identity,
            "kill": _kill,
            "shift": shift,
            "disguise": _disguise,
            "accuse": _accuse,
            "exonerate": _exonerate,
            "deputize": _deputize,
        }
    )

    def deal(self, state: State) -> None:
        """Three cards each."""
        state.hands = (state.cut(3), state.cut(3), state.cut(3))
        state.phase = HIDING
        state.decisions = {KILLER: 0}

    def legal(self, state: State, seat: int) -> list[Action]:
        if state.phase in {HIDING, CHOOSING}:
            return legal_identities(state, state.hands[seat])
        if state.phase == OPENING_KILL:
            return legal_kills(state, KILLER)
        if state.phase == REDRESSING:
            return legal_identities(state, state.identities[seat] + state.hands[seat])
        if seat == KILLER:
            return [*legal_shifts(state), *legal_kills(state, KILLER), *legal_disguises(state)]
        return _legal_for_cop(state, seat)

    def pass_on(self, turn: Turn) -> None:
        """Killer, Profiler, Killer, Undercover, and again; in the opening, both cops at once."""
        state = turn.state
        if state.phase == OPENING_KILL:
            state.phase = CHOOSING
            turn.ask(*COPS)
        elif turn.seat == KILLER and state.phase == TURN:
            turn.ask(state.profiler if state.profiler_next else undercover_of(state))
            state.profiler_next = not state.profiler_next
        else:
            state.phase = TURN
            turn.ask(KILLER)

    def roles(self, state: State) -> tuple[str, ...]:
        roles = ("Killer", "Profiler", "Undercover")
        return roles if state.profiler == COPS[0] else (roles[0], roles[2], roles[1])

    def partner(self, state: State, seat: int) -> int | None:
        """The Undercover may look at the Profiler's identity, once both have chosen."""
        chosen = state.phase in {TURN, REDRESSING}
        return state.profiler if chosen and seat == undercover_of(state) else None


def _legal_for_cop(state: State, seat: int) -> list[Action]:
    if seat == state.profiler:
        actions = [*legal_shifts(state), *legal_accusations(state, seat)]
        actions += [EXONERATE[one] for one in state.hands[seat]]
        return actions + [_DEPUTIZE[one] for one in living(state, state.hands[seat])]
    actions = [*legal_shifts(state, reach=2), *legal_accusations(state, seat)]
    return [*actions, _DISGUISE] if state.deck else actions
