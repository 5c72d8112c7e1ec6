"""What a player of the tests does: by chance, but towards the end of the game."""

from collections.abc import Sequence
from random import Random

# How much a kind of action is liked, against 1.
_LIKED = {"kill": 6.0, "capture": 8.0, "accuse": 3.0}
# Naming Killer and disguise ends the game, mostly badly: the last resort. Solving lines is how dragnet is won.
_SOLVE = {"kvi": 0.0, "dragnet": 1.5}


def choose(ruleset: str, texts: Sequence[str], rng: Random) -> str:
    """One of the actions, given canonically or by its kind alone: a kind by how much it is liked, then one of it."""
    kinds: dict[str, list[str]] = {}
    for text in sorted(texts):
        kinds.setdefault(text.split(" ")[0], []).append(text)
    weights = [_SOLVE[ruleset] if kind == "solve" else _LIKED.get(kind, 1.0) for kind in kinds]
    (kind,) = rng.choices(list(kinds), weights if any(weights) else None)
    return rng.choice(kinds[kind])
