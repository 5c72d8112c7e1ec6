"""Talk at the table, as the board page and the page for spectators show it."""

from collections.abc import Sequence
from dataclasses import dataclass

from noirmail.service.talk import Said
from noirmail.web.pages.tables import Moment, moment


@dataclass(frozen=True, slots=True)
class Saying:
    """One message, line by line; ``you``: the reader said it."""

    name: str
    lines: tuple[str, ...]
    when: Moment
    you: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """``action``: where the reader says something, empty where nobody can now; ``key``: so that it is said once.

    ``typed``: what was not taken, to be looked at again.
    """

    said: tuple[Saying, ...]
    action: str = ""
    key: str = ""
    typed: str = ""


def sayings(said: Sequence[Said], zone: str, viewer: int | None = None) -> tuple[Saying, ...]:
    """The messages of a table, oldest first."""
    return tuple(_saying(one, zone, viewer) for one in said)


def _saying(one: Said, zone: str, viewer: int | None) -> Saying:
    return Saying(one.name, tuple(one.text.split("\n")), moment(one.at, zone), you=one.seat == viewer)
