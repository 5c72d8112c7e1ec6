"""The kinds of mail, and what each is made from. A kind's templates lie in ``templates/mail/<kind>``.

Names and titles in them are those of ``noirmail.mail.names``: harmless in a header, and not mistaken for a link.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from noirmail.mail.links import Links
from noirmail.words.table import Table

OfPlace = Literal["declined", "expired", "left", "cancelled"]
Then = Literal["claim", "choose", "standin"]
What = Literal["agreed", "pause-offered", "paused", "absent"]
Step = Literal["owner", "address", "former"]


@dataclass(frozen=True, slots=True)
class Spoken:
    """What somebody said at the table, in one or more lines."""

    name: str
    lines: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Obeyed:
    """A line of the reader's own mail, and what came of it."""

    said: str
    result: str


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a title."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SignIn:
    """A link to sign in with, good once."""

    url: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class AddressChange:
    """A step on the way to another address: a link to the ``owner`` of the old one, one to the new ``address``.

    ``former``: the old address is told that it has been changed; ``url`` is where help is to be had.
    """

    step: Step
    url: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Invitation:
    """A place is kept for the reader. ``opener``: whose table it is; ``name``: what the reader is called there.

    ``confirm``: somebody typed the reader's address to join, and only the reader can say that it was meant so.
    ``rules``: the page that says how it is played.
    """

    table: Table
    opener: str
    name: str
    url: str
    expires_at: datetime
    confirm: bool
    rules: str


@dataclass(frozen=True, slots=True)
class InvitationAnswer:
    """What became of a place before the start. ``name``: whose place it was, '' where it has none."""

    table: Table
    answer: OfPlace
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class FreshLink:
    """A new link to the reader's page of a game, for one that does not work any more."""

    table: Table
    url: str


@dataclass(frozen=True, slots=True)
class GameStart:
    """The game runs, and somebody else moves first. ``again``: it had ended, and the ending was taken back.

    ``rules``: the page that says how it is played, None where the reader had it in an earlier mail.
    """

    table: Table
    again: bool
    links: Links
    rules: str | None = None


@dataclass(frozen=True, slots=True)
class YourTurn:
    """The reader owes a decision. ``due``: the deadline that this mail promises; ``again`` and
    ``rules`` as in GameStart.
    """

    table: Table
    decision: int
    due: datetime
    again: bool
    links: Links
    said: tuple[Spoken, ...] = ()
    rules: str | None = None


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
    said: tuple[Spoken, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a mail of the reader's. ``headline``: what came of it, without a secret.

    ``board``: the position is shown; ``decision`` and ``due``: what the reader owes then, None where it is nothing,
    or where no time runs. ``confirm``: where the reader says that a mail is theirs, None where nobody doubts it.
    ``resumes``: when the next answer can come, where this one is the last for now.
    """

    table: Table
    headline: str
    lines: tuple[Obeyed, ...]
    sections: tuple[Section, ...]
    board: bool
    decision: int | None
    due: datetime | None
    confirm: str | None
    links: Links
    resumes: datetime | None = None


@dataclass(frozen=True, slots=True)
class Messages:
    """What was said at the table since the last mail."""

    table: Table
    said: tuple[Spoken, ...]
    links: Links


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that the player at seat ``by`` did and the reader answers for, or has to know.

    ``days``: of a pause; ``until``: of a pause or an absence.
    """

    table: Table
    what: What
    by: int
    days: int | None
    until: datetime | None
    links: Links


@dataclass(frozen=True, slots=True)
class Digest:
    """What waited for the reader at several tables, told together. ``url``: the reader's own page."""

    items: "tuple[Game, ...]"
    url: str


@dataclass(frozen=True, slots=True)
class TestMail:
    """Sent by whoever runs this site, to see whether mail arrives. ``url``: the site."""

    # For pytest, which collects what begins so.
    __test__ = False

    url: str


Talk = Answer | Messages | Happened
Game = Invitation | InvitationAnswer | FreshLink | GameStart | YourTurn | Reminder | TimeRanOut | GameOver | Talk
OfNoGame = SignIn | AddressChange | Digest | TestMail
Context = OfNoGame | Game

# What may be turned off kind by kind; the rest is turned off with all mails of a game, or was asked for.
OPTIONAL = ("game-over", "game-start", "happened", "invitation-answer", "messages", "reminder", "time-ran-out")

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
    "answer": Answer,
    "messages": Messages,
    "happened": Happened,
    "address-change": AddressChange,
    "digest": Digest,
    "test": TestMail,
}
