"""Taking a place at a table, giving it back, and what its holder may choose."""

from datetime import datetime
from secrets import token_hex
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.i18n import gettext as _
from noirmail.mail.addresses import Address
from noirmail.service import access, deadlines, notices, ratelimit, successors
from noirmail.service.context import Context
from noirmail.service.errors import DeadLink, NotFound, Refused
from noirmail.service.happenings import note
from noirmail.service.invitations import open_table, opened_by, put_invitation, seat_at_place, tell_opener
from noirmail.service.limits import clean_name, clean_word
from noirmail.service.opening import address_of
from noirmail.service.people import ensure_person
from noirmail.service.places import Place, held, occupy, refuse_second_seat, seats_of, vacate, watch_over
from noirmail.service.starting import follow_up, start_when_full
from noirmail.service.steps import Channel
from noirmail.service.taking import take
from noirmail.store.models import Game, Person, Seat

# How many of a seat's former links can still ask for a fresh one.
_VERSIONS_BACK: Final = 20


def accept(ctx: Context, token: str, name: str, word: str = "") -> Place:
    """Take the place that an invitation holds, at an open table or in a running game; with the last the game starts.

    The mail proved the address, so its person is made if there is none. The same link again gives the same place.
    Raises BadInput, DeadLink, and Refused for somebody who sits at the table already.
    """
    chosen, share = clean_name(name), clean_word(word)
    with ctx.db.write() as session:
        game, seat = _taken(ctx, session, token)
        if seat.state == "joined":
            return held(ctx, game, seat)
        _check_joinable(game)
        now = clock.now(session)
        person = ensure_person(session, _invited(seat), now, chosen)
        place, started = _sit(ctx, session, game, seat, person, chosen, share, now)
    follow_up(ctx, place.game_id, started)
    return place


def decline(ctx: Context, token: str) -> None:
    """Turn an invitation down: its place is free again, and who asked is told. Raises DeadLink, or Refused."""
    with ctx.db.write() as session:
        game, seat = _taken(ctx, session, token)
        _check_joinable(game)
        if seat.state != "invited":
            raise Refused(_("You sit at this table already. You can leave it from your own page."))
        _empty(ctx, session, game, seat, "declined", clock.now(session))
    ctx.wake()


def join(ctx: Context, game_id: int, person_id: int, name: str, word: str = "", channel: Channel = "page") -> Place:
    """A signed-in person takes the place held for their address, else the first free one.

    The caller has seen that the table may be joined: by a link (``access.joinable_game``) or the public list
    (``listed``). Raises BadInput, and Refused where no place is free or the person sits there already.
    """
    chosen, share = clean_name(name), clean_word(word)
    with ctx.db.write() as session:
        game = _joinable(session, game_id)
        now = clock.now(session)
        person = session.get_one(Person, person_id)
        seat = _held_for(session, game_id, person.email_key) or _free(session, game_id)
        place, started = _sit(ctx, session, game, seat, person, chosen, share, now, channel)
    follow_up(ctx, place.game_id, started)
    return place


def ask_to_join(ctx: Context, game_id: int, email: str, name: str) -> None:
    """Hold a free place for an address and mail it the link that takes it; see ``join``.

    Nothing tells whether the address is known, sits here already, has a place held, or had too many mails. Raises
    BadInput, and Refused where no place is free: whoever asks, and whatever was mailed.
    """
    address, chosen = address_of(email), clean_name(name)
    with ctx.db.write() as session:
        game = _joinable(session, game_id)
        now = clock.now(session)
        own = _seat_of_address(session, game_id, address.key)
        free = _first_free(session, game_id)
        seat = _held_for(session, game_id, address.key) or free
        if own is not None:
            _mail_link(ctx, session, own, now)
        elif seat is not None:
            if game.status == "running":
                successors.confirm(ctx, session, game, seat, address, now)
            else:
                put_invitation(ctx, session, seat, address, chosen, now, confirm=True)
                watch_over(session, game, now)
    ctx.wake()
    if free is None:
        raise _full()


def join_by_code(ctx: Context, code: str, person_id: int, name: str, word: str = "") -> Place:
    """As ``join``, for a table that lists its free places or holds one for the person; raises NotFound for others."""
    with ctx.db.read() as session:
        game = access.game_of_code(session, code)
        person = session.get_one(Person, person_id)
        if _held_for(session, game.id, person.email_key) is None:
            if not game.public:
                raise NotFound
            # In a running game a seat is for whom the partner gives it to.
            if game.status != "open":
                raise Refused(_("This game has begun already, or was called off."))
    return join(ctx, game.id, person_id, name or person.name, word, "api")


def decline_by_code(ctx: Context, code: str, person_id: int) -> None:
    """Turn down the invitation that a signed-in person has to a table; raises NotFound where there is none.

    Whether the table has begun is told to nobody else.
    """
    with ctx.db.write() as session:
        game = access.game_of_code(session, code)
        email_key = session.get_one(Person, person_id).email_key
        if _held_for(session, game.id, email_key) is None:
            raise NotFound
        _joinable(session, game.id)
        # Looked at again with the game in hand: somebody may have emptied the place meanwhile.
        seat = _held_for(session, game.id, email_key)
        if seat is None:
            raise NotFound
        _empty(ctx, session, game, seat, "declined", clock.now(session), "api")
    ctx.wake()


def listed(session: Session, code: str) -> Game:
    """The open table of that code which lists its free places; raises NotFound."""
    game = access.game_of_code(session, code)
    if not game.public or game.status != "open":
        raise NotFound
    return game


def leave(ctx: Context, seat_id: int) -> None:
    """Give a place back before the start; the opener is told. The opener calls the table off instead: Refused."""
    with ctx.db.write() as session:
        seat = session.get_one(Seat, seat_id)
        game = open_table(session, seat.game_id)
        session.refresh(seat)
        if seat.state != "joined":
            raise NotFound
        if seat.place == 0:
            raise Refused(_("This is your table. You can call it off."))
        _empty(ctx, session, game, seat, "left", clock.now(session))
    ctx.wake()


def withdraw(ctx: Context, opener_seat_id: int, place: int) -> None:
    """The opener empties a place that was held for an address; its link is dead, and nobody is told.

    Raises NotFound, and Refused where somebody has joined there or the game has begun.
    """
    with ctx.db.write() as session:
        game, _opener = opened_by(session, opener_seat_id)
        seat = seat_at_place(session, game.id, place)
        if seat.state != "invited":
            raise Refused(_("Nobody is invited to this place."))
        now = clock.now(session)
        note(session, game.id, "withdrawn", now, ply=0, channel="page", place=place)
        vacate(session, seat)
        watch_over(session, game, now)


def renew_join_link(ctx: Context, opener_seat_id: int) -> None:
    """Make every link that was passed on for this table dead; the table shows the new one."""
    with ctx.db.write() as session:
        game, _opener = opened_by(session, opener_seat_id)
        game.join_version += 1


def set_word(ctx: Context, seat_id: int, word: str) -> None:
    """Give or change the holder's share in the shuffle before the start; raises BadInput, or Refused after it."""
    share = clean_word(word)
    with ctx.db.write() as session:
        seat = session.get_one(Seat, seat_id)
        open_table(session, seat.game_id)
        session.refresh(seat)
        if seat.state != "joined":
            raise NotFound
        seat.word = share


def set_mail(ctx: Context, seat_id: int, on: bool) -> None:
    """Turn the mails of one seat off or on. It plays nothing and gives nothing up (TRUST R10).

    Without mail, the time of a decision that waits for its mail runs from now.
    """
    with ctx.db.write() as session:
        seat = session.get_one(Seat, seat_id)
        take(session, seat.game_id)
        seat.mail = on
        row = None if on or seat.number is None else deadlines.open_decision(session, seat.game_id, seat.number)
        if row is not None:
            deadlines.start_without_mail(session, seat.game_id, row.seat, row.number, clock.now(session))


def fresh_link(ctx: Context, token: str) -> None:
    """Mail a seat's link to the address on file, for a link that was good once; five an hour.

    The same for every token: nothing is raised and nothing told (TRUST R35).
    """
    try:
        seat_id = ctx.keys.parse(token)
    except DeadLink:
        return
    with ctx.db.write() as session:
        seat = session.get(Seat, seat_id)
        # Only who had a link may cause mail: ids can be counted through.
        if seat is not None and _was_good(ctx, seat, token):
            _mail_link(ctx, session, seat, clock.now(session))
    ctx.wake()


def _was_good(ctx: Context, seat: Seat, token: str) -> bool:
    for version in range(seat.version, max(seat.version - _VERSIONS_BACK, 0), -1):
        try:
            ctx.keys.check("seat", token, version)
        except DeadLink:
            continue
        return True
    return False


def _mail_link(ctx: Context, session: Session, seat: Seat, now: datetime) -> None:
    if seat.person_id is None or seat.state != "joined":
        return
    if access.is_over_for_good(session, session.get_one(Game, seat.game_id)):
        return
    if not ratelimit.may_mail_fresh_link(session, seat.id, now):
        return
    person = session.get_one(Person, seat.person_id)
    key = f"fresh-link:{seat.id}:{token_hex(8)}"
    notices.queue(ctx, session, "fresh-link", key=key, now=now, to=seat, person=person)


def _sit(
    ctx: Context,
    session: Session,
    game: Game,
    seat: Seat,
    person: Person,
    name: str,
    word: str,
    now: datetime,
    channel: Channel = "page",
) -> tuple[Place, bool]:
    refuse_second_seat(session, game.id, person.id)
    if game.status == "running":
        successors.take_over(ctx, session, game, seat, person, name, now, channel)
        return held(ctx, game, seat), False
    occupy(seat, person, name, word, now)
    if not person.name:
        person.name = name
    note(session, game.id, "joined", now, ply=0, channel=channel, place=seat.place)
    watch_over(session, game, now)
    started = start_when_full(ctx, session, game, now)
    return held(ctx, game, seat), started


def _empty(
    ctx: Context, session: Session, game: Game, seat: Seat, answer: str, now: datetime, channel: Channel = "page"
) -> None:
    note(session, game.id, answer, now, ply=game.number, channel=channel, place=seat.place)
    if game.status == "running":
        successors.turned_down(ctx, session, game, seat, now)
        return
    tell_opener(ctx, session, seats_of(session, game.id)[0], seat, answer, now)
    vacate(session, seat)
    watch_over(session, game, now)


def _taken(ctx: Context, session: Session, token: str) -> tuple[Game, Seat]:
    """Game and place of an invitation as they are once the game is taken; raises DeadLink."""
    game, seat = access.invited_seat(ctx, session, token)
    if take(session, game.id, "open") is None:
        take(session, game.id)
    session.refresh(game)
    session.refresh(seat)
    ctx.keys.check("invite", token, seat.version)
    return game, seat


def _joinable(session: Session, game_id: int) -> Game:
    """The table, taken, while people are invited to it, or the running game, in which a seat may be free."""
    game = take(session, game_id, "open") or take(session, game_id)
    if game is None:
        raise Refused(_("This game is over, or was called off."))
    return game


def _check_joinable(game: Game) -> None:
    if game.status not in ("open", "running"):
        raise Refused(_("This game is over, or was called off."))


def _invited(seat: Seat) -> Address:
    if seat.state != "invited" or seat.invited_email is None or seat.invited_key is None:
        raise DeadLink
    return Address(seat.invited_email, seat.invited_key)


def _held_for(session: Session, game_id: int, email_key: str) -> Seat | None:
    held_place = select(Seat).where(Seat.game_id == game_id, Seat.invited_key == email_key, Seat.state == "invited")
    return session.scalars(held_place).first()


def _seat_of_address(session: Session, game_id: int, email_key: str) -> Seat | None:
    sitting = select(Seat).join(Person, Person.id == Seat.person_id)
    return session.scalars(sitting.where(Seat.game_id == game_id, Person.email_key == email_key)).first()


def _free(session: Session, game_id: int) -> Seat:
    seat = _first_free(session, game_id)
    if seat is None:
        raise _full()
    return seat


def _first_free(session: Session, game_id: int) -> Seat | None:
    return next((seat for seat in seats_of(session, game_id) if seat.state == "free"), None)


def _full() -> Refused:
    return Refused(_("Every place of this table is taken."))
