"""What a seat may do now."""

from collections.abc import Sequence
from operator import attrgetter

from noirmail.engine.actions import Action
from noirmail.engine.errors import DeadEnd
from noirmail.engine.state import State

_text = attrgetter("text")


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Every legal action of the seat but those that ``forms`` describes; empty when it owes no decision.

    In no promised order. Raises DeadEnd where the rules leave a seat that must act nothing (RULES §1, D5).
    """
    known = state.legal_by_seat.get(seat)
    if known is not None:
        return known
    if seat not in state.decisions:
        return ()
    actions = tuple(state.rules.legal(state, seat))
    if not actions:
        raise DeadEnd(f"Seat {seat} must act after ply {state.ply} and has no legal action.")
    state.legal_by_seat[seat] = actions
    return actions


def forms(state: State, seat: int) -> tuple[str, ...]:
    """Patterns of the legal actions that ``legal`` leaves out, such as ``solve IDENTITY DISGUISE``."""
    return state.rules.forms(state, seat) if seat in state.decisions else ()


def listed(state: State, seat: int) -> tuple[Action, ...]:
    """``legal``, sorted by code point."""
    return tuple(sorted(legal(state, seat), key=_text))


def every_legal(state: State, seat: int) -> tuple[Action, ...]:
    """Every legal action of the seat, sorted by code point."""
    actions = [*legal(state, seat), *guesses(state, seat)]
    return tuple(sorted(actions, key=_text))


def guesses(state: State, seat: int) -> Sequence[Action]:
    """The legal actions that ``legal`` leaves out; in no promised order."""
    return state.rules.guesses(state, seat) if seat in state.decisions else ()
