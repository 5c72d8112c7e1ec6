"""A position with all its secrets, and the way that led to it.

States are values: ``play`` never changes one that it has given out. Everything a State holds is immutable, so a
copy shares it all.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Self

from noirmail.engine.actions import Action
from noirmail.engine.deal import Deal
from noirmail.engine.events import Event
from noirmail.engine.grid import Shape, shape_of
from noirmail.engine.rules import OptionValue
from noirmail.engine.view import Outcome

if TYPE_CHECKING:
    from noirmail.engine.ruleset import RuleSet


class Step(NamedTuple):
    """One ply, complete. ``knowers``: for each event, the seats that may read its secret fields."""

    ply: int
    seat: int
    action: Action
    answers: Mapping[int, bool]
    discards: str
    events: tuple[Event, ...]
    knowers: tuple[tuple[int, ...], ...]


class State:
    """The truth of a game at one ply. Only ``redact.view_of`` may show it to anybody.

    ``board`` and ``shape``: who stands where. ``dead``: in the order of death, those that left the board included.
    ``marked``: suspects that carry an evidence card. ``deck``: top card first. By seat: ``identities`` ('' for
    none), ``disguises``, ``hands`` (letters in no promised order), ``trophies``. ``phase``: a rule set's own word
    for what is due. ``previous``: the shift made on the turn just before, or ''. Fields of single rule sets are
    empty elsewhere.
    """

    def __init__(self, rules: "RuleSet", options: Mapping[str, OptionValue], players: int, deal: Deal) -> None:
        self.rules = rules
        self.options = options
        self.players = players
        self.deal = deal
        self.board = deal.board
        self.shape: Shape = shape_of(5, 5)
        self.deck = deal.deck
        self.dead = ""
        self.marked = ""
        self.identities: tuple[str, ...] = ("",) * players
        self.disguises: tuple[str, ...] = ("",) * players
        self.hands: tuple[str, ...] = ("",) * players
        self.trophies: tuple[str, ...] = ("",) * players
        # hitman: the open victim, and the face-down cards, next first.
        self.target = ""
        self.hit_list = ""
        # buddycops: the seat of the Profiler, whether that cop's turn comes next, and whether a cop has died.
        self.profiler = 1
        self.profiler_next = True
        self.cop_has_died = False
        # dragnet: whose turn it is, whose next turn is skipped, and who may still make a final solve.
        self.mover = deal.first
        self.skipping: tuple[int, ...] = ()
        self.final: tuple[int, ...] | None = None
        self.phase = ""
        self.previous = ""
        self.continues = False
        self.decisions: Mapping[int, int] = {}
        self.result: Outcome | None = None
        self.steps: tuple[Step, ...] = ()
        # What ``legal`` has worked out for this position; of no account for its value.
        self.legal_by_seat: dict[int, tuple[Action, ...]] = {}

    @property
    def ruleset(self) -> str:
        """The id of the rule set."""
        return self.rules.description.id

    @property
    def version(self) -> int:
        """The version of the rule set."""
        return self.rules.description.version

    @property
    def ply(self) -> int:
        """How many actions have been made."""
        return len(self.steps)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must act now, ascending; empty when the game is over."""
        return tuple(sorted(self.decisions))

    @property
    def roles(self) -> tuple[str, ...]:
        """The role of each seat at this moment."""
        return self.rules.roles(self)

    def cut(self, number: int) -> str:
        """Take so many cards off the top of the deck; for a rule set at work on its own copy."""
        cards, self.deck = self.deck[:number], self.deck[number:]
        return cards

    def copy(self) -> Self:
        """A State of the same content, for a rule set to work on."""
        twin = object.__new__(type(self))
        twin.__dict__ = self.__dict__.copy()
        twin.legal_by_seat = {}
        return twin
