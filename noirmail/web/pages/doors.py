"""What a page starts from: the services' context, and who stands before it."""

from dataclasses import dataclass

from flask import current_app, request

from noirmail.service import access, links
from noirmail.service.context import Context
from noirmail.store.models import Game, Person, Seat

# A form field longer than any that noirmail has; whatever is longer is cut before anybody looks at it.
_FIELD = 2000


@dataclass(frozen=True, slots=True)
class Door:
    """The seat that a token in the path opens. ``number`` is None until seats are drawn.

    ``base``: the seat's own path, below which all its pages lie; ``address``: the same as a whole address.
    ``watch``: the address for whoever looks on, empty where only the players may. ``dealt``: the game has begun.
    """

    token: str
    base: str
    address: str
    game_id: int
    code: str
    seat_id: int
    place: int
    number: int | None
    zone: str
    watch: str
    dealt: bool


def context() -> Context:
    """What the services are handed."""
    ctx: Context = current_app.extensions["noirmail"]
    return ctx


def seat_door(token: str) -> Door:
    """The seat behind a token; raises DeadLink. Changes nothing."""
    ctx = context()
    with ctx.db.read() as session:
        game, seat = access.seat_of(ctx, session, token)
        person = session.get(Person, seat.person_id) if seat.person_id else None
        return _door(token, game, seat, person)


def _door(token: str, game: Game, seat: Seat, person: Person | None) -> Door:
    return Door(
        token=token,
        base=f"/s/{token}",
        address=f"{context().settings.base_url}/s/{token}",
        game_id=game.id,
        code=game.code,
        seat_id=seat.id,
        place=seat.place,
        number=seat.number,
        zone=person.zone if person else "UTC",
        watch=links.watch_url(context(), game) if game.watch != "players" else "",
        dealt=game.board is not None,
    )


def field(name: str) -> str:
    """A field of the form that was sent, empty where there is none; NUL has no place in a text."""
    return request.form.get(name, "")[:_FIELD].replace("\0", "")


def ticked() -> bool:
    """Whether the box was ticked that every deed asks for (TRUST "Decided" 8)."""
    return field("yes") == "1"
