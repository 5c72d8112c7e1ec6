"""Who moves for a player whose time ran out: it does the least harm, from that seat's View (TRUST "Decided" 2)."""

from random import Random
from secrets import SystemRandom
from typing import Final

from noirmail.engine.actions import Action
from noirmail.engine.playout import choose as evenly
from noirmail.engine.view import View

# What takes something from somebody, or wins.
_HARM: Final = frozenset({"kill", "accuse", "capture", "solve"})

_chance = SystemRandom()


def choose(view: View, chance: Random = _chance) -> Action:
    """What the stand-in does with the View's seat: it kills, accuses, captures, solves only if nothing else is legal.

    Among what is left, a kind of action evenly, then an action of that kind; a solve is the last resort.
    """
    harmless = [action for action in view.legal if action.kind not in _HARM]
    unsolved = [action for action in view.legal if action.kind != "solve"]
    return evenly(harmless or unsolved or view.legal, chance)
