"""Taking a game's row, so that nobody else changes the game until the transaction ends."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail.store.models import Game


def take(session: Session, game_id: int, status: str = "running") -> Game | None:
    """The game as it is once its row is taken; None unless it has that status then.

    A writer that raises the game's number waits until this transaction ends, and then finds what it did. Read the
    clock after this, not before (TRUST "Decided" 6).
    """
    # SQLite has no row locks and needs none: a writing transaction is alone from its start.
    return session.scalars(
        select(Game).where(Game.id == game_id, Game.status == status).with_for_update(),
        execution_options={"populate_existing": True},
    ).one_or_none()
