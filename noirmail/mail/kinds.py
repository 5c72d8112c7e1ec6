"""The kinds of mail, and what each is made from. A kind's templates lie in ``templates/mail/<kind>``.

Names and titles in them are those of ``noirmail.mail.names``: harmless in a header, and not mistaken for a link.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from noirmail.mail.links import Links
from noirmail.words.table import Table

Answer = Literal["declined", "expired", "left", "cancelled", "withdrawn"]


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
class GameStart:
    """The game runs, and somebody else moves first."""

    table: Table
    links: Links


@dataclass(frozen=True, slots=True)
class YourTurn:
    """The reader owes a decision. ``due``: the deadline that this mail promises."""

    table: Table
    decision: int
    due: datetime
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
    """A deadline passed. ``late``: the seats that let it pass, the reader's own among them or not.

    ``standin``: the service moves for them from now on; else, ``until`` tells when the game ends by itself, unless
    somebody moves or claims before.
    """

    table: Table
    late: tuple[int, ...]
    standin: bool
    until: datetime | None
    links: Links


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended. ``replay``: where all of it can be seen; ``reversible``: it ended by the clock."""

    table: Table
    replay: str
    reversible: bool
    links: Links


Context = SignIn | Invitation | InvitationAnswer | GameStart | YourTurn | Reminder | TimeRanOut | GameOver

KINDS: Mapping[str, type[Context]] = {
    "sign-in": SignIn,
    "invitation": Invitation,
    "invitation-answer": InvitationAnswer,
    "game-start": GameStart,
    "your-turn": YourTurn,
    "reminder": Reminder,
    "time-ran-out": TimeRanOut,
    "game-over": GameOver,
}
