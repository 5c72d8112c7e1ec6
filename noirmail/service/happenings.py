"""What happened around a game besides its steps: one append-only row each."""

from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail.store.models import Happening


def note(
    session: Session,
    game_id: int,
    kind: str,
    now: datetime,
    *,
    ply: int,
    channel: str,
    seat: int | None = None,
    key: str = "",
    **data: Any,
) -> None:
    """Write one row of the game's history; ``data`` must hold no secret and no address.

    ``key``: by which it is known again what was done already; '' where nobody asks.
    """
    if key:
        data["key"] = key
    session.add(Happening(game_id=game_id, kind=kind, ply=ply, seat=seat, channel=channel, data=data, at=now))


def was_noted(session: Session, game_id: int, key: str) -> bool:
    """Whether something with that ``key`` in its data happened around the game."""
    rows = session.scalars(select(Happening).where(Happening.game_id == game_id, Happening.channel == "mail"))
    return any(row.data.get("key") == key for row in rows)
