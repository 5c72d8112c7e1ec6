"""What an action caused, as data: the words for it live in ``noirmail.words``.

An event is written once, complete, by the rule set. ``redact.py`` makes the copy that a viewer may have; a
field that a viewer may not know is then None. Fields that can be secret say so.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""


@dataclass(frozen=True, slots=True)
class Shifted(Event):
    """A line moved. ``line`` is r1…r5 or c1…c5, ``direction`` left, right, up or down, ``distance`` 1 or 2."""

    line: str
    direction: str
    distance: int


@dataclass(frozen=True, slots=True)
class Collapsed(Event):
    """One dead suspect left each row (``axis`` rows) or column (columns)."""

    axis: str
    suspects: str


@dataclass(frozen=True, slots=True)
class LineRemoved(Event):
    """A row or column of dead suspects only was removed (RULES §3); named as the board stood before."""

    line: str
    suspects: str


@dataclass(frozen=True, slots=True)
class Killed(Event):
    """A suspect died by the Killer's hand."""

    suspect: str


@dataclass(frozen=True, slots=True)
class Died(Event):
    """A suspect died without a kill: a Killer's old identity given up as dead (RULES §3)."""

    suspect: str


@dataclass(frozen=True, slots=True)
class IdentityFell(Event):
    """The suspect that died was a seat's identity, which is shown."""

    seat: int
    suspect: str


@dataclass(frozen=True, slots=True)
class IdentityChosen(Event):
    """A seat laid down its identity (dragnet: its suspicion). ``suspect`` is secret to the seat.

    ``kept``: whether it is the one from before; secret as well, None for others.
    """

    seat: int
    suspect: str | None
    kept: bool | None = None


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew cards. ``suspects`` is secret to the seat; ``number`` is public."""

    seat: int
    number: int
    suspects: str | None


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat gave cards to another seat. ``suspects`` is secret to the two seats."""

    giver: int
    taker: int
    number: int
    suspects: str | None


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """Cards went face-up out of play. ``seat`` is the holder, None for the deck, the board or the hit list."""

    seat: int | None
    suspects: str


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """An evidence card was laid on a suspect, which carries it from now on (exonerated, marked)."""

    seat: int
    suspect: str


@dataclass(frozen=True, slots=True)
class TakenUp(Event):
    """An evidence card was taken from a suspect into a hand (dragnet's question)."""

    seat: int
    suspect: str


@dataclass(frozen=True, slots=True)
class Canvassed(Event):
    """Neighbours of a suspect were asked for. The answers follow as ``Answered``."""

    suspect: str


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """A seat answered a canvass or a solve aloud (D6)."""

    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Accused(Event):
    """A seat accused a suspect."""

    seat: int
    suspect: str
    right: bool


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """A seat tried to capture a suspect; ``victim`` is the captured seat, None where it failed."""

    seat: int
    suspect: str
    victim: int | None


@dataclass(frozen=True, slots=True)
class Named(Event):
    """The Inspector solved, naming identity and disguise."""

    seat: int
    identity: str
    disguise: str
    right: bool


@dataclass(frozen=True, slots=True)
class LineSolved(Event):
    """A line was solved in dragnet: the unmarked suspects in it and the raised hands."""

    seat: int
    line: str
    unmarked: int
    raised: int
    right: bool


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """A seat declined its final solve."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """A card of the hit list was turned up: the target from now on, unless its suspect is dead already."""

    suspect: str


@dataclass(frozen=True, slots=True)
class ListGrew(Event):
    """A card went face down to the end of the hit list; nobody knows it."""


@dataclass(frozen=True, slots=True)
class ListShrank(Event):
    """The last face-down card of the hit list went unseen to the bottom of the deck."""


@dataclass(frozen=True, slots=True)
class Escaped(Event):
    """The Killer's old identity became known: an escape, or a disguise of the first edition."""

    seat: int
    suspect: str


@dataclass(frozen=True, slots=True)
class ReturnedToDeck(Event):
    """A seat's card went unseen to the bottom of the deck. ``suspect`` is known to ``seats`` only."""

    seats: tuple[int, ...]
    suspect: str | None


@dataclass(frozen=True, slots=True)
class RolesChanged(Event):
    """The cops changed roles; ``profiler`` and ``undercover`` are the seats from now on."""

    profiler: int
    undercover: int


@dataclass(frozen=True, slots=True)
class TurnSkipped(Event):
    """A seat's turn was skipped."""

    seat: int


@dataclass(frozen=True, slots=True)
class FinalRound(Event):
    """The last card has been drawn: each seat in ``order`` may make one final solve."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game ended by the rules."""

    winners: tuple[int, ...]
    reason: str
