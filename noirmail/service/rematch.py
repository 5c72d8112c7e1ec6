"""The same game again, everybody one seat further on."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.i18n import gettext as _
from noirmail.service.context import Context
from noirmail.service.errors import NotFound, Refused
from noirmail.service.happenings import note
from noirmail.service.lobby import lay
from noirmail.service.opening import NewGame, NewPlace, checked
from noirmail.service.places import Place, held, occupy, watch_over
from noirmail.service.starting import follow_up, start_when_full
from noirmail.service.taking import take
from noirmail.store.models import Game, Person, Seat


def rematch(ctx: Context, seat_id: int) -> Place:
    """Ask for a rematch of a finished game with the seats moved on by one (two players swap them).

    Who asks has joined, the others are invited, the house is ready. There is one rematch of a game: whoever asks
    second joins it, and asking again gives the same place. Raises Refused before the end, or where the place went
    to somebody else meanwhile.
    """
    with ctx.db.write() as session:
        old = session.get(Seat, seat_id)
        if old is None or old.number is None:
            raise NotFound
        # Taken, so that two who ask at once are one after the other.
        game = take(session, old.game_id, "finished")
        if game is None:
            raise Refused(_("A rematch can be asked for when the game is over."))
        next_number = (old.number + 1) % game.players
        person = session.get(Person, old.person_id) if old.person_id is not None else None
        again = session.scalars(select(Game).where(Game.rematch_of == game.id)).one_or_none()
        if again is None:
            place, started = _ask(ctx, session, game, old, person)
        else:
            place, started = _join(ctx, session, again.id, next_number, old, person)
    follow_up(ctx, place.game_id, started)
    return place


def _ask(ctx: Context, session: Session, game: Game, asker: Seat, person: Person | None) -> tuple[Place, bool]:
    places = tuple(
        _place(session, seat, asker)
        for seat in sorted(_seats(session, game), key=lambda seat: ((seat.number or 0) + 1) % game.players)
    )
    new = NewGame(
        ruleset=game.ruleset,
        places=places,
        options=game.options,
        title=game.title,
        seating="given",
        per_turn=game.per_turn,
        on_timeout=game.on_timeout,
        watch=game.watch,
        talk=game.talk,
    )
    own, started = lay(ctx, session, checked(new), person, clock.now(session), known=True)
    again = session.get_one(Game, own.game_id)
    again.rematch_of = game.id
    return held(ctx, again, own), started


def _place(session: Session, seat: Seat, asker: Seat) -> NewPlace:
    if seat is asker:
        return NewPlace("opener", seat.name)
    if seat.kind == "house":
        return NewPlace("house", seat.name)
    if seat.person_id is None:
        # Somebody with a link alone cannot be mailed; the place waits for them.
        return NewPlace("free", seat.name)
    return NewPlace("invite", seat.name, session.get_one(Person, seat.person_id).email)


def _join(
    ctx: Context, session: Session, game_id: int, number: int, old: Seat, person: Person | None
) -> tuple[Place, bool]:
    game = session.get_one(Game, game_id)
    taken = take(session, game_id, "open")
    seat = session.scalars(select(Seat).where(Seat.game_id == game_id, Seat.number == number)).one()
    if seat.state == "joined" and seat.person_id == old.person_id and seat.name == old.name:
        return held(ctx, game, seat), False
    if taken is None or not _waits_for(seat, person):
        raise Refused(_("The rematch has begun, or your place in it went to somebody else."))
    now = clock.now(session)
    occupy(seat, person, old.name, "", now)
    note(session, game_id, "joined", now, ply=0, channel="page", place=seat.place)
    watch_over(session, game, now)
    started = start_when_full(ctx, session, game, now)
    return held(ctx, game, seat), started


def _waits_for(seat: Seat, person: Person | None) -> bool:
    if person is None:
        return seat.state == "free"
    return seat.state == "invited" and seat.invited_key == person.email_key


def _seats(session: Session, game: Game) -> list[Seat]:
    return list(session.scalars(select(Seat).where(Seat.game_id == game.id)))
