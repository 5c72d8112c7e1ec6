"""Somebody else takes over the seat of a late player whose partner has asked for it (TRUST "Decided" 2).

The seat is freed at once, and its links are dead. Its decision stays open and late: nobody has taken it over by the
time at which the game would have ended anyhow, and it ends.
"""

from datetime import datetime

from sqlalchemy.orm import Session

from noirmail.mail.addresses import Address
from noirmail.service import deadlines, notices, ratelimit
from noirmail.service.context import Context
from noirmail.service.happenings import note
from noirmail.service.invitations import put_invitation
from noirmail.service.places import occupy, vacate
from noirmail.service.sides import side_of
from noirmail.service.sitters import quiet, sitters, turn
from noirmail.service.steps import Channel
from noirmail.store.models import Decision, Game, Person, Seat


def free(session: Session, game: Game, seat: Seat) -> None:
    """Take a seat of a taken, running game from whoever holds it or was asked to; it keeps its name until then.

    The links that were passed on for the game are dead as well: whoever has them was asked for another seat.
    """
    name = seat.name
    vacate(session, seat)
    seat.name = name
    # What was the former player's own: offers, days away, wishes about mails.
    seat.agreed_at_ply = seat.pause_days = seat.pause_ply = None
    seat.absent_until = seat.present_until = seat.unheard_id = None
    seat.muted = ""
    game.join_version += 1


def ask(
    ctx: Context,
    session: Session,
    game: Game,
    seat: Seat,
    by: Seat,
    address: Address,
    row: Decision,
    now: datetime,
) -> None:
    """Hold a freed seat for an address and queue the mail that tells it: who asks, and until when it can be taken.

    Raises RateLimited, as ``invitations.invite`` does.
    """
    if by.person_id is not None:
        ratelimit.check_invitations(session, by.person_id, 1, now)
    data = {"by": by.place, "ply": game.number, "until": _until(row, now)}
    put_invitation(ctx, session, seat, address, seat.name, now, data=data)


def confirm(ctx: Context, session: Session, game: Game, seat: Seat, address: Address, now: datetime) -> None:
    """Hold a freed seat for whoever typed an address, and mail it the link that takes the seat."""
    row = None if seat.number is None else deadlines.open_decision(session, game.id, seat.number)
    data = {"ply": game.number, "until": _until(row, now)}
    put_invitation(ctx, session, seat, address, seat.name, now, confirm=True, data=data)


def turned_down(ctx: Context, session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """Free a seat again whose taker does not want it, and tell the partners."""
    for other, person in notices.people_at(session, game.id):
        if seat.number is not None and other.number in side_of(game, seat.number):
            key = f"answer:{seat.id}:{seat.version}:declined:{other.number}"
            data = {"answer": "declined", "name": "", "while": "running"}
            notices.queue(ctx, session, "invitation-answer", key=key, now=now, to=other, person=person, data=data)
    free(session, game, seat)


def _until(row: Decision | None, now: datetime) -> str:
    return ((row and row.wake_at) or now).isoformat()


def take_over(
    ctx: Context,
    session: Session,
    game: Game,
    seat: Seat,
    person: Person,
    name: str,
    now: datetime,
    channel: Channel,
) -> None:
    """A person takes a freed seat of a taken, running game: its cards, its decision with a full turn, new links."""
    former = seat.name
    occupy(seat, person, name, "", now)
    if not person.name:
        person.name = name
    note(
        session, game.id, "taken-over", now, ply=game.number, channel=channel, seat=seat.number, name=name, of=former
    )
    session.flush()
    row = None if seat.number is None else deadlines.open_decision(session, game.id, seat.number)
    if row is not None:
        unmailed = row.seat in quiet(sitters(session, game.id))
        deadlines.ask_again(row, now, turn(session, game.id, row.seat, now) if unmailed else None)
    notices.taken_over(ctx, session, seat, person, row, game.number, now)
