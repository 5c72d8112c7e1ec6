"""What time it is: the database's clock plus an offset that tests set.

For deadlines it is read after the game's row was taken, so that what counts is the order of the commits.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


class _Hands:
    """Where tests and the demo turn the clock: a fixed time, or an offset to the database's."""

    fixed: datetime | None = None
    offset: timedelta = timedelta(0)


def now(session: "Session") -> datetime:
    """The time of the database that ``session`` is connected to, UTC, to the microsecond; never cached."""
    if _Hands.fixed is not None:
        return _Hands.fixed
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        # SQLite lives in this process: its clock is this machine's.
        return datetime.now(UTC) + _Hands.offset
    told: datetime = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
    return told.astimezone(UTC) + _Hands.offset


def process_now() -> datetime:
    """This process's own time, for what no decision depends on: log lines, mail retries, pages."""
    return _Hands.fixed if _Hands.fixed is not None else datetime.now(UTC) + _Hands.offset


@contextmanager
def frozen(at: datetime) -> Iterator[None]:
    """Stop the clock at ``at`` while the block runs; ``move`` still turns it."""
    before = _Hands.fixed
    _Hands.fixed = at.astimezone(UTC)
    try:
        yield
    finally:
        _Hands.fixed = before


def move(by: timedelta) -> None:
    """Turn the clock on: the frozen time where it is frozen, else the offset."""
    if _Hands.fixed is not None:
        _Hands.fixed += by
    else:
        _Hands.offset += by
