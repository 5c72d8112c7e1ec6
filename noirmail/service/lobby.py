"""Opening a table, and calling it off."""

from dataclasses import dataclass, replace
from datetime import datetime
from secrets import choice, token_bytes
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.engine.deal import SEED_BYTES, commitment_of
from noirmail.i18n import gettext as _
from noirmail.service import ratelimit
from noirmail.service.context import Context
from noirmail.service.errors import BadInput
from noirmail.service.happenings import note
from noirmail.service.invitations import call_off, opened_by, put_invitation
from noirmail.service.limits import clean_name
from noirmail.service.opening import Checked, NewGame, NewPlace, checked, talks
from noirmail.service.people import ensure_person
from noirmail.service.places import Place, held, occupy, seats_of, watch_over
from noirmail.service.starting import follow_up, start_when_full
from noirmail.store.models import Game, Person, Seat

# Without what looks alike; eight of them have 40 bits (TRUST R98).
_CODE_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE_LENGTH: Final = 8


@dataclass(frozen=True, slots=True)
class HostSeat:
    """A seat of a game that a host opened. ``token`` is the key of its page, None for the house's."""

    seat: int
    name: str
    token: str | None


@dataclass(frozen=True, slots=True)
class Started:
    """A game that a host opened and that runs."""

    game_id: int
    code: str
    seats: tuple[HostSeat, ...]


def open_game(ctx: Context, new: NewGame, opener: Person) -> Place:
    """Open a table in a person's name and mail the invitations; with nobody to wait for, it starts at once.

    Raises BadInput, which names the field, and RateLimited beyond twenty invitations an hour; then there is no table.
    """
    what = checked(new)
    _check_places(what, opener)
    with ctx.db.write() as session:
        now = clock.now(session)
        invited = sum(address is not None for address in what.addresses)
        ratelimit.check_invitations(session, opener.id, invited, now)
        place, started = lay(ctx, session, what, opener, now)
        place_held = held(ctx, session.get_one(Game, place.game_id), place)
    follow_up(ctx, place_held.game_id, started)
    return place_held


def open_started(ctx: Context, new: NewGame) -> Started:
    """Open a game for a host, who vouches for the addresses: everybody sits, and it starts at once.

    A place of the kind ``invite`` may lack an address: then its holder has the link alone. Raises BadInput.
    """
    what = checked(new)
    for at, place in enumerate(what.new.places):
        if place.kind not in ("invite", "house"):
            raise BadInput(_("A game for others has players and house seats alone."), f"seats.{at}")
        if place.kind == "invite" and not place.name:
            raise BadInput(_("A name is needed."), f"seats.{at}.name")
    with ctx.db.write() as session:
        now = clock.now(session)
        game = _table(session, what, now)
        for seat, place, address in zip(_seats(session, game, what), _named(what), what.addresses, strict=True):
            person = ensure_person(session, address, now, place.name) if address else None
            occupy(seat, person, _name(place), "", now)
        start_when_full(ctx, session, game, now)
        seats = sorted(seats_of(session, game.id), key=lambda seat: seat.number or 0)
    follow_up(ctx, game.id, True)
    return Started(game.id, game.code, tuple(_host_seat(ctx, seat) for seat in seats))


def lay(
    ctx: Context, session: Session, what: Checked, opener: Person | None, now: datetime, *, known: bool = False
) -> tuple[Seat, bool]:
    """Lay a table: the opener's and the house's places are joined, the invited are held and mailed.

    The opener's seat, and whether the game has started. ``opener`` is None for somebody without an address.
    ``known``: see ``invitations.put_invitation``.
    """
    game = _table(session, what, now)
    for seat, place, address in zip(_seats(session, game, what), _named(what), what.addresses, strict=True):
        if place.kind == "opener":
            own = seat
            occupy(seat, opener, _name(place, opener), "", now)
        elif place.kind == "house":
            occupy(seat, None, _name(place), "", now)
        elif address is not None:
            put_invitation(ctx, session, seat, address, place.name, now, known=known)
    watch_over(session, game, now)
    note(session, game.id, "opened", now, ply=0, channel="page", seat=own.number)
    return own, start_when_full(ctx, session, game, now)


def cancel(ctx: Context, opener_seat_id: int) -> None:
    """The opener calls off an open table; who had joined is told. Raises NotFound, or Refused once it has begun."""
    with ctx.db.write() as session:
        game, _opener = opened_by(session, opener_seat_id)
        call_off(ctx, session, game, clock.now(session), channel="page")
    ctx.wake()


def _check_places(what: Checked, opener: Person) -> None:
    kinds = [place.kind for place in what.new.places]
    if kinds.count("opener") != 1:
        raise BadInput(_("One of the seats must be your own, and no more than one."), "seats")
    for at, place in enumerate(what.new.places):
        address = what.addresses[at]
        if place.kind == "invite" and address is None:
            raise BadInput(_("To invite somebody takes a mail address."), f"seats.{at}.email")
        if address is not None and address.key == opener.email_key:
            raise BadInput(_("One person holds one seat of a game."), f"seats.{at}.email")
        if place.kind == "opener" and not (place.name or opener.name):
            raise BadInput(_("A name is needed."), f"seats.{at}.name")


def _table(session: Session, what: Checked, now: datetime) -> Game:
    """An open table without its places; the seed is made here, before anybody joins."""
    new = what.new
    seed = token_bytes(SEED_BYTES)
    game = Game(
        code=_code(session),
        title=new.title,
        ruleset=what.rules.id,
        version=what.rules.version,
        options=what.options,
        players=len(new.places),
        status="open",
        seating=new.seating,
        watch=new.watch,
        public=new.public,
        per_turn=new.per_turn,
        on_timeout=new.on_timeout,
        talk=talks(what.rules.id) if new.talk is None else new.talk,
        seed=seed,
        commitment=commitment_of(seed),
        number=0,
        to_act=[],
        opened_at=now,
    )
    session.add(game)
    session.flush()
    return game


def _seats(session: Session, game: Game, what: Checked) -> list[Seat]:
    """Free seats for the places; the opener's comes first in order of joining."""
    places = what.new.places
    own = next((at for at, place in enumerate(places) if place.kind == "opener"), 0)
    order = [own, *(at for at in range(len(places)) if at != own)]
    seats = [
        Seat(
            game_id=game.id,
            place=order.index(at),
            number=at if game.seating == "given" else None,
            kind="house" if place.kind == "house" else "person",
        )
        for at, place in enumerate(places)
    ]
    session.add_all(seats)
    session.flush()
    return seats


def _named(what: Checked) -> tuple[NewPlace, ...]:
    """The places, those of the house with a name; numbered where the house has several, to be told apart."""
    places = what.new.places
    house = [at for at, place in enumerate(places) if place.kind == "house" and not place.name]
    names = [_("The house")] if len(house) == 1 else [_("House %(number)s", number=n + 1) for n in range(len(house))]
    named = dict(zip(house, names, strict=True))
    return tuple(replace(place, name=named.get(at, place.name)) for at, place in enumerate(places))


def _name(place: NewPlace, person: Person | None = None) -> str:
    return clean_name(place.name or (person.name if person else ""))


def _host_seat(ctx: Context, seat: Seat) -> HostSeat:
    token = None if seat.kind == "house" else ctx.keys.mint("seat", seat.id, seat.version)
    return HostSeat(seat.number or 0, seat.name, token)


def _code(session: Session) -> str:
    while True:
        code = "".join(choice(_CODE_LETTERS) for _letter in range(_CODE_LENGTH))
        if session.scalar(select(Game.id).where(Game.code == code)) is None:
            return code
