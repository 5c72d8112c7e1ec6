"""Spy Tag (RULES §5)."""

from types import MappingProxyType

from noirmail.engine.actions import Action
from noirmail.engine.events import Canvassed, Captured
from noirmail.engine.mechanisms import actions_by_suspect, around, legal_shifts, living, living_around, shift
from noirmail.engine.rules import Description
from noirmail.engine.ruleset import PublicNumbers
from noirmail.engine.state import State
from noirmail.engine.teams import TEAMS, TeamGame, opponents_of, side_of
from noirmail.engine.turn import Turn, put

_CAPTURE = actions_by_suspect("capture")
_CANVAS = actions_by_suspect("canvas")
# Trophies that win, by number of players.
_TROPHIES = {3: 2, 4: 3}


def _capture(turn: Turn) -> None:
    """An opponent's identity becomes a trophy; a partner's cannot be captured."""
    state, suspect = turn.state, turn.action.suspects
    victim = next((seat for seat in opponents_of(state, turn.seat) if state.identities[seat] == suspect), None)
    turn.tell(Captured(turn.seat, suspect, victim))
    if victim is None:
        return
    turn.kill(suspect)
    state.trophies = put(state.trophies, turn.seat, state.trophies[turn.seat] + suspect)
    state.identities = put(state.identities, victim, "")
    if sum(len(state.trophies[seat]) for seat in side_of(state, turn.seat)) == _TROPHIES[state.players]:
        turn.win(turn.seat, "trophies")
    else:
        state.identities = put(state.identities, victim, turn.draw(victim, *side_of(state, victim)))


def _canvas(turn: Turn) -> None:
    """Every opponent says whether their identity is among the living suspects adjacent to the named one (D17)."""
    state, suspect = turn.state, turn.action.suspects
    near = living_around(state, suspect)
    turn.tell(Canvassed(suspect))
    for seat in opponents_of(state, turn.seat):
        turn.answer(seat, state.identities[seat] in near)


class Spytag(TeamGame):
    """Spies hunt each other (EN, game 2)."""

    description = Description(
        id="spytag",
        version=1,
        name="Spy Tag",
        summary="Every spy hides in the crowd; find out who the others are before they find you.",
        players=(3, 4),
        roles={3: ("Spy",) * 3, 4: ("Spy",) * 4},
        options=(),
        reasons=("trophies",),
        teams=TEAMS,
    )
    deeds = MappingProxyType({"shift": shift, "capture": _capture, "canvas": _canvas})

    def deal(self, state: State) -> None:
        """One identity each."""
        state.identities = tuple(state.cut(state.players))
        state.decisions = {state.deal.first: 0}

    def legal(self, state: State, seat: int) -> list[Action]:
        near = around(state, state.identities[seat])
        return [
            *legal_shifts(state, reach=2),
            *(_CAPTURE[one] for one in living(state, near)),
            *(_CANVAS[one] for one in near),
        ]

    def pass_on(self, turn: Turn) -> None:
        turn.ask((turn.seat + 1) % turn.state.players)

    def counts(self, state: State) -> PublicNumbers:
        return {"trophies": tuple(map(len, state.trophies))}
