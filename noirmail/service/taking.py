"""Taking a game's row, so that nobody else changes the game until the transaction ends."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.i18n import gettext as _
from noirmail.service.errors import NotFound, Refused
from noirmail.store.models import Game, Seat


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


def seat_taken(session: Session, game_id: int, seat: int) -> tuple[Game, Seat, datetime]:
    """A running game, taken; the seat of a person who still moves in it; and the time as of then.

    Raises NotFound for what is no seat of a person, and Refused where the game does not run, or where the service
    moves for the seat.
    """
    game = take(session, game_id)
    own = _own_seat(session, game_id, seat)
    if game is None:
        raise Refused(_("This game does not run."))
    return game, own, clock.now(session)


def check_playing(session: Session, game_id: int, seat: int) -> None:
    """Raise what ``seat_taken`` would raise now; nothing is taken."""
    _own_seat(session, game_id, seat)
    if session.scalar(select(Game.status).where(Game.id == game_id)) != "running":
        raise Refused(_("This game does not run."))


def _own_seat(session: Session, game_id: int, seat: int) -> Seat:
    """The seat of a person who still moves, as it is now."""
    own = session.scalars(
        select(Seat).where(Seat.game_id == game_id, Seat.number == seat, Seat.kind == "person"),
        execution_options={"populate_existing": True},
    ).one_or_none()
    if own is None:
        raise NotFound
    if own.standin:
        raise Refused(_("The service moves for this seat now."))
    return own
