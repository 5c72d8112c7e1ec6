"""Who writes by mail: the player whose seat a reply address stands for."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail.store.models import Game, Person, Seat


@dataclass(frozen=True, slots=True)
class Writer:
    """A seat with its player. ``person_id`` and ``email_key``: None for somebody without an address."""

    seat_id: int
    game_id: int
    code: str
    seat: int
    person_id: int | None
    email_key: str | None
    language: str
    zone: str

    @property
    def languages(self) -> Sequence[str]:
        """The languages in which the player writes."""
        return (self.language, "en")


def writer_of(session: Session, seat_id: int) -> Writer | None:
    """The player at a seat of a game that has begun; None where nobody sits there, or not any more."""
    found = session.execute(
        select(Seat, Game.code, Person)
        .join(Game, Game.id == Seat.game_id)
        .outerjoin(Person, Person.id == Seat.person_id)
        .where(Seat.id == seat_id, Seat.kind == "person", Seat.state == "joined", Seat.number.is_not(None))
    ).one_or_none()
    if found is None or found[0].number is None:
        return None
    seat, code, person = found
    return Writer(
        seat_id=seat.id,
        game_id=seat.game_id,
        code=code,
        seat=found[0].number,
        person_id=person.id if person else None,
        email_key=person.email_key if person else None,
        language=person.language if person else "en",
        zone=person.zone if person else "UTC",
    )
