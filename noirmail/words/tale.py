"""Who tells: the names at the table, who reads, and what kind of action it was."""

from collections.abc import Sequence
from dataclasses import dataclass

from noirmail.i18n import gettext as _


@dataclass(frozen=True, slots=True)
class Tale:
    """What the words for an event depend on besides the event.

    ``names`` by seat; ``viewer``: the seat that reads, or None; ``kind`` and ``actor``: of the action that caused
    the event, '' and None where they are not known.
    """

    names: Sequence[str]
    viewer: int | None
    kind: str = ""
    actor: int | None = None

    def name(self, seat: int) -> str:
        """The player's name, or a seat's number where no names are given."""
        return self.names[seat] if seat < len(self.names) else _("Seat %(number)s", number=seat + 1)

    def name_or_you(self, seat: int) -> str:
        """The player's name, or "you"; for enumerations."""
        return _("you") if seat == self.viewer else self.name(seat)
