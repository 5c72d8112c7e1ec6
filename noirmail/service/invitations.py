"""Inviting an address to a place, and what becomes of an invitation that nobody answers."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.i18n import gettext as _
from noirmail.mail.addresses import Address
from noirmail.service import notices, ratelimit, suppression
from noirmail.service.context import Context
from noirmail.service.errors import NotFound, Refused
from noirmail.service.happenings import note
from noirmail.service.limits import clean_name
from noirmail.service.opening import address_of
from noirmail.service.places import PATIENCE, seats_of, vacate, watch_over
from noirmail.service.taking import take
from noirmail.store.models import Game, Person, Seat


def invite(ctx: Context, opener_seat_id: int, place: int, email: str, name: str = "") -> None:
    """Invite an address to a free place of an open table, in the opener's name.

    Raises BadInput, RateLimited beyond twenty an hour, and Refused where the place is taken or the address was
    invited already. An address that had three invitations today gets no mail; nothing tells so (TRUST R99, R100).
    """
    address = address_of(email)
    label = clean_name(name) if name.strip() else ""
    with ctx.db.write() as session:
        game, opener = opened_by(session, opener_seat_id)
        now = clock.now(session)
        seat = seat_at_place(session, game.id, place)
        if seat.state != "free":
            raise Refused(_("This place is taken. Empty it first."))
        _refuse_known(session, opener, address)
        if opener.person_id is not None:
            ratelimit.check_invitations(session, opener.person_id, 1, now)
        put_invitation(ctx, session, seat, address, label, now)
        note(session, game.id, "invited", now, ply=0, channel="page", place=place)
        watch_over(session, game, now)
    ctx.wake()


def put_invitation(
    ctx: Context,
    session: Session,
    seat: Seat,
    address: Address,
    name: str,
    now: datetime,
    *,
    confirm: bool = False,
    known: bool = False,
    data: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Hold a free place for an address and queue the one mail that tells it.

    ``confirm``: whoever typed the address wants to join with it. ``known``: a partner of a finished game, to whom
    the daily limit of an address does not apply. ``data``: what else the mail depends on. A place that is held for
    the address already stays as it is, so that nobody can make the link dead that was mailed first.
    """
    if seat.state != "invited" or seat.invited_key != address.key:
        seat.state = "invited"
        seat.invited_email, seat.invited_key = address.shown, address.key
        seat.invited_at = now
        seat.name = name
        seat.version += 1
        session.flush()
    slot = f"rematch:{seat.id}" if known else ratelimit.invitation_slot(ctx, session, address.key, now)
    if slot is None:
        return
    person = session.scalars(select(Person).where(Person.email_key == address.key)).one_or_none()
    about = {**data, "confirm": confirm, "version": seat.version, **suppression.marks(ctx, address.key)}
    notices.queue(ctx, session, "invitation", key=slot, now=now, to=seat, person=person, data=about)


def expire(ctx: Context, game_id: int) -> None:
    """Empty the places of an open table whose invitations are 14 days old, and tell the opener, nobody else.

    A table without any invitation on which nothing happened for 14 days is called off. Without effect before that.
    """
    with ctx.db.write() as session:
        game = take(session, game_id, "open")
        now = clock.now(session)
        if game is None or game.expires_at is None or game.expires_at > now:
            return
        seats = seats_of(session, game_id)
        invited = [seat for seat in seats if seat.state == "invited"]
        for seat in invited:
            if seat.invited_at is not None and seat.invited_at + PATIENCE <= now:
                note(session, game_id, "expired", now, ply=0, channel="clock", place=seat.place)
                tell_opener(ctx, session, seats[0], seat, "expired", now)
                vacate(session, seat)
        if invited:
            watch_over(session, game, now)
        else:
            call_off(ctx, session, game, now, channel="clock")
    ctx.wake()


def call_off(ctx: Context, session: Session, game: Game, now: datetime, *, channel: str) -> None:
    """Cancel a taken, open table: its links are dead, and who sits there is told, the opener only by the clock."""
    game.status = "cancelled"
    game.reason = "cancelled"
    game.finished_at = now
    game.expires_at = None
    # A table that was called off must not stand in the way of another rematch.
    game.rematch_of = None
    note(session, game.id, "cancelled", now, ply=0, channel=channel)
    for seat, person in notices.people_at(session, game.id):
        if seat.place != 0 or channel == "clock":
            key = f"answer:{seat.id}:{seat.version}:cancelled"
            data = {"answer": "cancelled", "name": ""}
            notices.queue(ctx, session, "invitation-answer", key=key, now=now, to=seat, person=person, data=data)
    for seat in seats_of(session, game.id):
        if seat.state == "invited":
            vacate(session, seat)


def tell_opener(ctx: Context, session: Session, opener: Seat, seat: Seat, answer: str, now: datetime) -> None:
    """Queue for the opener what became of a place (declined, expired, left), before it is emptied."""
    if opener.person_id is not None and opener.mail:
        person = session.get_one(Person, opener.person_id)
        key = f"answer:{seat.id}:{seat.version}:{answer}"
        data = {"answer": answer, "name": seat.name, "place": seat.place}
        notices.queue(ctx, session, "invitation-answer", key=key, now=now, to=opener, person=person, data=data)


def opened_by(session: Session, seat_id: int) -> tuple[Game, Seat]:
    """The open table, taken, of which that seat is the opener's; raises NotFound, and Refused where it has begun."""
    seat = session.get(Seat, seat_id)
    if seat is None or seat.place != 0:
        raise NotFound
    return open_table(session, seat.game_id), seat


def open_table(session: Session, game_id: int) -> Game:
    """The table, taken, while people are invited to it; raises Refused where it has begun or was called off."""
    game = take(session, game_id, "open")
    if game is None:
        raise Refused(_("This game has begun already, or was called off."))
    return game


def seat_at_place(session: Session, game_id: int, place: int) -> Seat:
    """The place of that number; raises NotFound."""
    seat = session.scalars(select(Seat).where(Seat.game_id == game_id, Seat.place == place)).one_or_none()
    if seat is None:
        raise NotFound
    return seat


def _refuse_known(session: Session, opener: Seat, address: Address) -> None:
    """Raise Refused where the opener has the address or invited it already.

    Who came by a link is not compared: the answer would tell whose address it is.
    """
    person = session.get(Person, opener.person_id) if opener.person_id is not None else None
    known = {seat.invited_key for seat in seats_of(session, opener.game_id)} | {person and person.email_key}
    if address.key in known:
        raise Refused(_("One person holds one seat of a game."))
