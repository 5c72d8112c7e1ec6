"""What happened around a game besides its steps: one append-only row each."""

from datetime import datetime
from typing import Any

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
    **data: Any,
) -> None:
    """Write one row of the game's history; ``data`` must hold no secret and no address."""
    session.add(Happening(game_id=game_id, kind=kind, ply=ply, seat=seat, channel=channel, data=data, at=now))
