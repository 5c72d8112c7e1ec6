"""The parts of a game record (RECORD, "Record")."""

from collections.abc import Mapping
from dataclasses import dataclass

from noirmail.engine.deal import Deal
from noirmail.engine.rules import OptionValue
from noirmail.engine.view import Outcome

FORMAT = "noir-record/1"
# Results that the service brings: with some the other side wins, with the rest nobody does.
WITHOUT_WINNERS = ("agreed", "cancelled", "abandoned")
SERVICE_REASONS = ("resigned", "timeout", *WITHOUT_WINNERS)


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """One action of a record; ``at`` (UTC, RFC 3339) and ``by`` (``standin``) where the record has them."""

    seat: int
    action: str
    at: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played. ``options`` names every option; ``seed`` is None for a deal made by hand.

    ``players``: names by seat. ``lot``: position = seat, value = order of joining.
    """

    ruleset: str
    version: int
    options: Mapping[str, OptionValue]
    players: tuple[str, ...]
    deal: Deal
    actions: tuple[RecordedAction, ...] = ()
    result: Outcome | None = None
    seed: bytes | None = None
    words: tuple[str, ...] = ()
    lot: tuple[int, ...] | None = None
    commitment: str | None = None
