"""What one viewer may know of a game: the only thing that pages, mails, JSON and replays are made from.

A View is built by ``redact.view_of``, which names what it copies. Nothing here has a reference to a state.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from noirmail.engine.actions import Action
from noirmail.engine.events import Event
from noirmail.engine.rules import OptionValue


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the board: a suspect's letter, whether it lives, whether it carries an evidence card."""

    suspect: str
    living: bool
    marked: bool

    def __str__(self) -> str:
        return (self.suspect if self.living else self.suspect.lower()) + ("+" if self.marked else "")


@dataclass(frozen=True, slots=True)
class Own:
    """What is one seat's own (RECORD, "Explain stream": views). Letters sorted; None: not chosen, or no right."""

    identity: str | None
    disguises: str
    hand: str
    partner: str | None


@dataclass(frozen=True, slots=True)
class Counts:
    """Public numbers. ``listed``, ``target``: hitman's face-down cards and open victim; ``trophies``: spytag's.

    ``listed`` and ``trophies`` are None where the rule set has no such thing. ``hands`` by seat, identity excluded.
    """

    deck: int
    kills: int
    hands: tuple[int, ...]
    listed: int | None = None
    target: str | None = None
    trophies: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, ascending, and why; nobody where ``winners`` is empty."""

    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """One ply as the viewer may know it: the action in public form unless it is the viewer's own."""

    ply: int
    seat: int
    action: str
    answers: Mapping[int, bool]
    discards: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """Everything, for after the end: each seat's cards, legal actions by seat, deck and hit list top first."""

    views: tuple[Own, ...]
    legal: Mapping[int, tuple[Action, ...]]
    deck: str
    hit_list: str


@dataclass(frozen=True, slots=True)
class View:
    """A position as one viewer knows it. ``viewer`` is a seat, or None for a spectator.

    ``decisions``: for each seat that must act, the ply after which it was asked (TRUST "Decided" 11).
    ``legal``: the viewer's legal actions in canonical order, ``solve`` of kvi left out; empty when it is not for
    the viewer to act. ``forms``: patterns of the legal actions that ``legal`` leaves out.
    ``roles``: by seat, at this moment. ``own``: None for a spectator. ``opened``: None unless everything is open.
    ``continues``: the seat to act goes on in the same turn (a second step, such as reveal after exonerate).
    ``log`` holds every ply up to this one.
    """

    ruleset: str
    version: int
    options: Mapping[str, OptionValue]
    players: int
    viewer: int | None
    ply: int
    to_act: tuple[int, ...]
    decisions: Mapping[int, int]
    continues: bool
    board: tuple[tuple[Cell, ...], ...]
    counts: Counts
    own: Own | None
    legal: tuple[Action, ...]
    forms: tuple[str, ...]
    roles: tuple[str, ...]
    log: tuple[LoggedStep, ...]
    result: Outcome | None
    opened: Opened | None = None
