"""What a rule set is: a description, the deal, the legal actions, and what each kind of action does."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar, TypedDict

from noirmail.engine.actions import Action
from noirmail.engine.rules import Description
from noirmail.engine.state import State
from noirmail.engine.turn import Turn


class PublicNumbers(TypedDict, total=False):
    """Numbers that single rule sets have; see ``view.Counts``."""

    listed: int
    target: str | None
    trophies: tuple[int, ...]


class RuleSet(ABC):
    """Base of the rule sets: stateless; everything about a game stands in its State."""

    description: ClassVar[Description]
    # What an action of each kind does; ``play`` has found the action legal before.
    deeds: ClassVar[Mapping[str, Callable[[Turn], None]]]
    # Whether the deal's ``first`` names the first seat to move.
    first_by_lot: ClassVar[bool] = False

    @abstractmethod
    def deal(self, state: State) -> None:
        """Give out the cards from the top of the deck, and ask the first seat (RECORD, "Record")."""

    @abstractmethod
    def legal(self, state: State, seat: int) -> list[Action]:
        """The legal actions of a seat that must act, those of ``guesses`` left out; in no promised order."""

    @abstractmethod
    def pass_on(self, turn: Turn) -> None:
        """Ask who acts next, where the action has neither asked anybody itself nor ended the game."""

    def guesses(self, state: State, seat: int) -> list[Action]:
        """Legal actions too many to list every time, which ``forms`` describes."""
        return []

    def forms(self, state: State, seat: int) -> tuple[str, ...]:
        """Patterns of the actions that ``guesses`` lists."""
        return ()

    def roles(self, state: State) -> tuple[str, ...]:
        """The role of each seat at this moment."""
        return self.description.roles[state.players]

    def counts(self, state: State) -> PublicNumbers:
        """The public numbers that this rule set has beside those that all have."""
        return {}

    def partner(self, state: State, seat: int) -> int | None:
        """The seat whose identity ``seat`` may look at, None where there is none."""
        return None
