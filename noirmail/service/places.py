"""The places of a table before it starts: who holds them, and how they are filled and emptied."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from noirmail.i18n import gettext as _
from noirmail.service.context import Context
from noirmail.service.errors import Refused
from noirmail.store.models import Game, OutboxMail, Person, Seat

# What is not answered for so long is over: an invitation, and a table at which nothing happens.
PATIENCE: Final = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Place:
    """A place that somebody holds now. ``token`` is the key of the seat's page; ``running``: the game has started."""

    game_id: int
    code: str
    seat_id: int
    token: str
    running: bool


def held(ctx: Context, game: Game, seat: Seat) -> Place:
    """What the holder of a seat is given."""
    return Place(game.id, game.code, seat.id, ctx.keys.mint("seat", seat.id, seat.version), game.status == "running")


def seats_of(session: Session, game_id: int) -> list[Seat]:
    """The places of a table in their order; the first is the opener's."""
    return list(session.scalars(select(Seat).where(Seat.game_id == game_id).order_by(Seat.place)))


def occupy(seat: Seat, person: Person | None, name: str, word: str, now: datetime) -> None:
    """Somebody takes a place; ``person`` is None for somebody without an address."""
    seat.state = "joined"
    seat.person_id = person.id if person else None
    seat.name = name
    seat.word = word
    seat.invited_email = seat.invited_key = None
    seat.joined_at = now


def vacate(session: Session, seat: Seat) -> None:
    """Make a place free again: its links are dead, and what was still to be mailed to its holder is not."""
    seat.state = "free"
    seat.person_id = seat.invited_email = seat.invited_key = seat.invited_at = seat.joined_at = None
    seat.name = seat.word = ""
    seat.mail = True
    seat.version += 1
    session.execute(
        update(OutboxMail)
        .where(OutboxMail.seat_id == seat.id, OutboxMail.state == "pending")
        .values(state="superseded", note="the place was emptied")
    )


def refuse_second_seat(session: Session, game_id: int, person_id: int) -> None:
    """Raise Refused where a person holds a place of the table already."""
    if session.scalar(select(Seat.id).where(Seat.game_id == game_id, Seat.person_id == person_id)):
        raise Refused(_("You sit at this table already. One person holds one seat of a game."))


def watch_over(session: Session, game: Game, now: datetime) -> None:
    """Set when an open table has to be looked at: when its oldest invitation is too old, else in 14 days."""
    session.flush()
    invited = [seat.invited_at for seat in seats_of(session, game.id) if seat.state == "invited" and seat.invited_at]
    game.expires_at = min(invited, default=now) + PATIENCE
