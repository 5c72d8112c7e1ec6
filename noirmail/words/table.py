"""A table as one person may see it: all that pages and mails are made from, beside the View."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from noirmail.engine.rules import OptionValue
from noirmail.engine.view import View


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One place of a table. Names are plain text as typed; whoever prints them escapes them.

    ``place`` is the order of joining, ``number`` the seat, None until seats are drawn. ``kind``: person or house.
    ``state``: free, invited or joined. ``role``: None before the start. ``due``: when the open decision of the seat
    falls due, None where it owes none or its time does not run yet. ``late``: past that time. ``standin``: the
    service moves for it. ``silent``: takes no mail and may be slow. ``you``: the viewer's own. ``broken``: mail to
    its player comes back. ``away_until``: how long its player said to be away, which may be over. ``pause_days``:
    how long a pause it offers at this ply, None where it offers none.
    """

    place: int
    number: int | None
    name: str
    kind: str
    state: str
    role: str | None
    to_act: bool
    due: datetime | None
    late: bool
    standin: bool
    silent: bool
    you: bool
    broken: bool = False
    away_until: datetime | None = None
    pause_days: int | None = None


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What everybody who may see the table may know about it.

    ``per_turn`` is in seconds. ``seed`` is None until everything is open; ``words`` are the players' shares in the
    shuffle, in order of joining, None before the start; ``lot`` is None where seats are not drawn. ``talk``: the
    players may talk at the table. ``paused_until``: how long all agreed to rest, which may be over.
    """

    code: str
    title: str
    ruleset: str
    options: Mapping[str, OptionValue]
    players: int
    status: str
    seating: str
    watch: str
    public: bool
    per_turn: int
    on_timeout: str
    commitment: str
    seed: str | None
    words: tuple[str, ...] | None
    lot: tuple[int, ...] | None
    opened_at: datetime
    expires_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    revealed_at: datetime | None
    rematch_code: str | None
    talk: bool = True
    paused_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table for one viewer, a seat number or None.

    ``view`` is None before the start. ``decision`` and ``due`` are those of the viewer's open decision, None
    where it owes none. ``agreed``: seats that offer to end the game by agreement at this ply. ``times`` and ``by``
    (player, house, standin) go by ply. ``opened``: everything is shown.
    """

    game: GameInfo
    seats: tuple[SeatInfo, ...]
    view: View | None
    viewer: int | None
    decision: int | None
    due: datetime | None
    may_claim: bool
    agreed: tuple[int, ...]
    times: Mapping[int, datetime]
    by: Mapping[int, str]
    opened: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat number; empty before seats are drawn."""
        numbered = [seat for seat in self.seats if seat.number is not None]
        return tuple(seat.name for seat in sorted(numbered, key=lambda seat: seat.number or 0))
