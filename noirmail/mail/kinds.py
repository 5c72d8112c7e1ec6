"""The kinds of mail, and what each is made from. A kind's templates lie in ``templates/mail/<kind>``.

Names and titles in them are those of ``noirmail.mail.names``: harmless in a header, and not mistaken for a link.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from noirmail.mail.links import Links
from noirmail.words.table import Table

Answer = Literal["declined", "expired", "left", "cancelled"]
Then = Literal["claim", "choose", "standin"]


@dataclass(frozen=True, slots=True)
class SignIn:
    """A link to sign in with, good once."""

    url: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Invitation:
    """A place is kept for the reader. ``opener``: whose table it is; ``name``: what the reader is called there.

    ``confirm``: somebody typed the reader's address to join, and only the reader can say that it was meant so.
    """

    table: Table
    opener: str
    name: str
    url: str
    expires_at: datetime
    confirm: bool


@dataclass(frozen=True, slots=True)
class InvitationAnswer:
    """What became of a place before the start. ``name``: whose place it was, '' where it has none."""

    table: Table
    answer: Answer
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class FreshLink:
    """A new link to the reader's page of a game, for one that does not work any more."""

    table: Table
    url: str


@dataclass(frozen=True, slots=True)
class GameStart:
    """The game runs, and somebody else moves first. ``again``: it had ended, and the ending was taken back."""

    table: Table
    again: bool
    links: Links


@dataclass(frozen=True, slots=True)
class YourTurn:
    """The reader owes a decision. ``due``: the deadline that this mail promises; ``again`` as in GameStart."""

    table: Table
    decision: int
    due: datetime
    again: bool
    links: Links


@dataclass(frozen=True, slots=True)
class Reminder:
    """Most of the time for a decision is over. ``due``: when the rest is."""

    table: Table
    decision: int
    due: datetime
    links: Links


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """The seat ``late`` let a deadline pass, the reader's own or not.

    ``then``: the other side may claim, its partners choose, or the service moves for it from now on. ``until``:
    when the game ends by itself, unless something is done before; None where it does not.
    """

    table: Table
    late: int
    then: Then
    until: datetime | None
    links: Links


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended. ``reversible``: it ended by the clock, and shows its secrets a day later."""

    table: Table
    reversible: bool
    replay: str
    links: Links


Game = Invitation | InvitationAnswer | FreshLink | GameStart | YourTurn | Reminder | TimeRanOut | GameOver
Context = SignIn | Game

KINDS: Mapping[str, type[Context]] = {
    "sign-in": SignIn,
    "invitation": Invitation,
    "invitation-answer": InvitationAnswer,
    "fresh-link": FreshLink,
    "game-start": GameStart,
    "your-turn": YourTurn,
    "reminder": Reminder,
    "time-ran-out": TimeRanOut,
    "game-over": GameOver,
}
