"""The house plays: for its own seats, and for those that a stand-in moves for. It knows one seat's View, no more."""

from random import Random
from secrets import SystemRandom
from typing import Final

from noirmail.engine.actions import Action
from noirmail.engine.playout import choose as evenly
from noirmail.engine.view import View
from noirmail.service import standin, vault
from noirmail.service.context import Context
from noirmail.service.steps import By, Channel, Position, SomebodyWasFaster, append, position, read_seats

# Steps a call, so that no request waits for long; the sweep goes on where this stops.
_MOST: Final = 50

_chance = SystemRandom()


def choose(view: View, chance: Random = _chance) -> Action:
    """What the house does with the View's seat: a kind of action evenly, then one of that kind; never a solve."""
    return evenly([action for action in view.legal if action.kind != "solve"], chance)


def play_house(ctx: Context, game_id: int) -> int:
    """Move for the house and for stand-ins until a person is to act; how many steps were made.

    Each step is a transaction of its own. Nothing happens in a game that nobody plays, is over, or has not begun.
    """
    made = 0
    for _attempt in range(_MOST):
        with ctx.db.read() as session:
            seats = read_seats(session, game_id)
            if seats[0].status != "running":
                break
            before = position(session, seats)
        seat = _next(before)
        if seat is None:
            break
        made += _play(ctx, before, seat)
    return made


def _next(before: Position) -> int | None:
    """The first seat to act that the service moves for; None where none is, or where no person plays any more."""
    served = before.served
    if len(served) == len(before.seats):
        return None
    return min(served.intersection(before.past.state.decisions), default=None)


def _play(ctx: Context, before: Position, seat: int) -> bool:
    """One step; False where another writer was faster, who may have made it."""
    state, by_house = before.past.state, before.seats[seat].kind == "house"
    policy = choose if by_house else standin.choose
    after = vault.push(state, seat, policy(vault.show(state, seat)))
    channel: Channel = "house" if by_house else "clock"
    by: By = "house" if by_house else "standin"
    try:
        append(ctx, before, after, key=None, channel=channel, by=by)
    except SomebodyWasFaster:
        return False
    return True
