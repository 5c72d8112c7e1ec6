"""Who sits at a table, as far as the clock and the mail ask: one statement, since every move asks it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from noirmail.service.vault import AnyRow
from noirmail.store.models import Base

_tables = Base.metadata.tables
_games, _seats, _people = _tables["game"], _tables["seat"], _tables["person"]
_SITTING: Final = (
    select(
        *_seats.c["number", "kind", "standin", "mail", "person_id", "absent_until"],
        _people.c.absent_until.label("away_until"),
        *_people.c["address_broken_at", "mail_mode"],
    )
    .join_from(_seats, _people, _people.c.id == _seats.c.person_id, isouter=True)
    .where(_seats.c.game_id == bindparam("game"))
)
_TURN: Final = (
    select(
        _games.c.per_turn, _games.c.paused_until, _seats.c.absent_until, _people.c.absent_until.label("away_until")
    )
    .join_from(_games, _seats, _seats.c.game_id == _games.c.id)
    .join(_people, _people.c.id == _seats.c.person_id, isouter=True)
    .where(_games.c.id == bindparam("game"), _seats.c.number == bindparam("seat"))
)


def sitters(session: Session, game_id: int) -> list[AnyRow]:
    """A row for each place of a game: its seat, who moves for it, and whether mail reaches its player."""
    return list(session.connection().execute(_SITTING, {"game": game_id}))


def served(rows: Iterable[AnyRow]) -> frozenset[int]:
    """The seats that the service moves for: the house's, and those with a stand-in."""
    return frozenset(row.number for row in rows if row.number is not None and (row.kind == "house" or row.standin))


def quiet(rows: Iterable[AnyRow], goes_on: int | None = None) -> frozenset[int]:
    """The seats whose decisions wait for no mail, so that their time runs at once (TRUST "Decided" 3).

    Those of ``unmailed``, and of players who want their mails gathered.
    """
    rows = list(rows)
    gathered = (row.number for row in rows if row.mail_mode not in (None, "each") and row.number is not None)
    return unmailed(rows, goes_on).union(gathered)


def unmailed(rows: Iterable[AnyRow], goes_on: int | None = None) -> frozenset[int]:
    """The seats to which no turn is mailed, at once or gathered.

    Those that the service moves for; mail off, no address or one that mail comes back from; and ``goes_on``, the
    seat that goes on in the same turn.
    """
    found = {row.number for row in rows if row.kind == "house" or row.standin or not _reached(row)}
    return frozenset(number for number in (*found, goes_on) if number is not None)


def visitor(rows: Iterable[AnyRow], seat: int) -> int | None:
    """Who visits by moving from this seat, where that player wants one mail until the next visit; else None."""
    found = (row.person_id for row in rows if row.number == seat and row.mail_mode == "visit")
    person_id: int | None = next(found, None)
    return person_id


def _reached(row: AnyRow) -> bool:
    return bool(row.mail) and row.person_id is not None and row.address_broken_at is None


def turn(session: Session, game_id: int, seat: int, start: datetime) -> timedelta:
    """How long the seat has for a decision whose time runs from ``start``: no time runs while it rests."""
    row = session.connection().execute(_TURN, {"game": game_id, "seat": seat}).one()
    return timedelta(seconds=row.per_turn) + rest(row, row.paused_until, start)


def rest(row: AnyRow, paused_until: datetime | None, start: datetime) -> timedelta:
    """How long from ``start`` no time runs for the player of ``row``: all agreed to pause, or the player is away."""
    return max(
        (until - start for until in (paused_until, row.absent_until, row.away_until) if until and until > start),
        default=timedelta(0),
    )
