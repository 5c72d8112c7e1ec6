"""Games for the engine's tests: a deal with chosen cards on top, and actions in canonical text.

The board, unless a test says otherwise:
    A B C D E
    F G H I J
    K L M N O
    P Q R S T
    U V W Y Z
"""

from collections.abc import Iterator, Mapping
from typing import Any

from noirmail.engine.cards import LETTERS, in_order, without
from noirmail.engine.deal import Deal
from noirmail.engine.play import every_legal, push, start
from noirmail.engine.rules import OptionValue
from noirmail.engine.rulesets import RULESETS
from noirmail.engine.state import State

Config = tuple[str, int, Mapping[str, OptionValue]]


def _configs() -> Iterator[Config]:
    """Every rule set with every number of players, by its defaults, and with each other choice of each option."""
    for ruleset_id, rules in RULESETS.items():
        for players in rules.description.players:
            yield ruleset_id, players, {}
            for option in rules.description.options:
                yield from ((ruleset_id, players, {option.name: value}) for value in option.choices[1:])


# The two tables of the first edition's sources are the defaults and this one.
TABLE_OF_ES: Mapping[str, OptionValue] = {"canvas": False, "old_identity": "dead"}
CONFIGS: list[Config] = [*_configs(), ("kvi-classic", 2, TABLE_OF_ES)]


def name_of(config: Config) -> str:
    """What a test about a config is called."""
    ruleset_id, players, options = config
    return "-".join([ruleset_id, str(players), *(f"{name}={value}" for name, value in options.items())])


def deal(top: str = "", board: str = LETTERS, first: int = 0) -> Deal:
    """A deal with these cards on top of the deck, the others alphabetically below."""
    return Deal(board, top + without(LETTERS, top), first)


def game(ruleset_id: str, top: str, *actions: str, players: int = 2, first: int = 0, **options: Any) -> State:
    """A game from the alphabetical board, these cards on top, after these actions."""
    return after(start(ruleset_id, options, players, deal(top, first=first)), *actions)


def after(state: State, *actions: str) -> State:
    """The position after these actions, each by the first seat that must act, or by the one in ``2: identity F``."""
    for action in actions:
        seat, _, text = action.rpartition(": ")
        state = push(state, int(seat) if seat else state.to_act[0], text)
    return state


def changed(state: State, **fields: Any) -> State:
    """The same position with these fields otherwise: a short cut to situations far into a game."""
    other = state.copy()
    for name, value in fields.items():
        assert hasattr(other, name), name
        setattr(other, name, value)
    return other


def texts(state: State, kind: str = "") -> list[str]:
    """What the first seat to act may do, canonically; only actions of one kind where it is named."""
    return [one.text for one in every_legal(state, state.to_act[0]) if not kind or one.kind == kind]


def cards(state: State) -> str:
    """Every evidence card, wherever it lies, alphabetically."""
    piles = [state.deck, state.marked, state.hit_list, state.target, *state.hands, *state.identities]
    piles += [*state.disguises, *state.trophies, *(step.discards for step in state.steps)]
    return in_order("".join(piles))


def board(state: State) -> list[str]:
    """The rows of the board, the dead in lower case."""
    letters = "".join(one.lower() if one in state.dead else one for one in state.board)
    return [letters[at : at + state.shape.columns] for at in range(0, len(letters), state.shape.columns)]


def answers(state: State) -> Mapping[int, bool]:
    """What the last action was answered."""
    return state.steps[-1].answers


def discards(state: State) -> str:
    """What the last action laid face-up out of play."""
    return state.steps[-1].discards
