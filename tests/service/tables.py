"""Tables that are opened through the real door, and what their links are."""

from sqlalchemy import select

from noirmail.service import lobby
from noirmail.service.context import Context
from noirmail.service.opening import NewGame, NewPlace
from noirmail.service.places import Place
from noirmail.store.models import Game, Person, Seat
from tests.build import person
from tests.cast import BOB

OWN = NewPlace("opener")
FREE = NewPlace("free")
HOUSE = NewPlace("house")


def invited(name: str) -> NewPlace:
    """A place for somebody of the cast."""
    return NewPlace("invite", name, f"{name.lower()}@example.test")


def account(ctx: Context, name: str) -> Person:
    """Somebody who has signed in before."""
    with ctx.db.write() as session:
        return person(session, name)


def laid(ctx: Context, *others: NewPlace, opener: str = "Alice", **more) -> Place:
    """A table of Killer vs. Inspector, or of ``ruleset``, that the opener has laid."""
    new = NewGame(ruleset=more.pop("ruleset", "kvi"), places=(OWN, *(others or (invited(BOB.name),))), **more)
    return lobby.open_game(ctx, new, account(ctx, opener))


def seats(ctx: Context, place: Place) -> list[Seat]:
    """The places of a table, in their order."""
    with ctx.db.read() as session:
        return list(session.scalars(select(Seat).where(Seat.game_id == place.game_id).order_by(Seat.place)))


def game_at(ctx: Context, place: Place) -> Game:
    """The game as it is now."""
    with ctx.db.read() as session:
        return session.get_one(Game, place.game_id)


def invitation(ctx: Context, place: Place, at: int = 1) -> str:
    """The token of the invitation to a place."""
    seat = seats(ctx, place)[at]
    return ctx.keys.mint("invite", seat.id, seat.version)
