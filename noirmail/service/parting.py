"""How the people at a table end a game, or leave it: giving up, agreeing, claiming what the clock gave."""

from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.engine.view import Outcome
from noirmail.i18n import gettext as _
from noirmail.mail.addresses import Address
from noirmail.service import givingup, notices, successors
from noirmail.service.arrived import unread_from
from noirmail.service.context import Context
from noirmail.service.errors import Refused
from noirmail.service.happenings import note
from noirmail.service.opening import address_of
from noirmail.service.sides import others, side_of
from noirmail.service.starting import follow_up
from noirmail.service.steps import Channel
from noirmail.service.taking import seat_taken
from noirmail.store.models import Decision, Game, Seat

PartnerChoice = Literal["standin", "person", "lose"]


def resign(ctx: Context, game_id: int, seat: int, channel: Channel = "page", key: str = "") -> None:
    """Give a seat up for good. Of two sides the other wins; else, or where a partner plays on, a stand-in takes over.

    Raises NotFound for what is no seat of a person, and Refused where the game does not run.
    """
    with ctx.db.write() as session:
        game, _seat, now = seat_taken(session, game_id, seat)
        note(session, game_id, "resigned", now, ply=game.number, channel=channel, seat=seat, key=key)
        standin = givingup.give_up(ctx, session, game, seat, "resigned", now, channel=channel)
    follow_up(ctx, game_id, standin)


def agree(ctx: Context, game_id: int, seat: int, channel: Channel = "page", key: str = "") -> bool:
    """Offer to end the game without a winner, as it stands; whether it has ended by that.

    It ends when every person who still moves agrees at the same ply; house and stand-ins always do. A move takes the
    offers back. The others are told of an offer. Raises as ``resign`` does.
    """
    with ctx.db.write() as session:
        game, own, now = seat_taken(session, game_id, seat)
        offered = False
        if own.agreed_at_ply != game.number:
            own.agreed_at_ply = game.number
            note(session, game_id, "agreed", now, ply=game.number, channel=channel, seat=seat, key=key)
            offered = True
        session.flush()
        playing = givingup.players(session, game)
        seats = session.scalars(select(Seat).where(Seat.game_id == game_id, Seat.number.in_(playing)))
        ended = all(other.agreed_at_ply == game.number for other in seats)
        if ended:
            givingup.end(ctx, session, game, Outcome((), "agreed"), now)
        elif offered:
            notices.happened(ctx, session, game, "agreed", seat, now)
    follow_up(ctx, game_id, False)
    return ended


def claim(ctx: Context, game_id: int, seat: int, channel: Channel = "page", key: str = "") -> None:
    """End a game against a seat of another side whose time ran out; each against all, a stand-in takes it over.

    Provisional for a day. Raises as ``resign`` does, and Refused where nobody of another side is late, where the game
    leaves it to the clock, or where the late player has a partner in time, who chooses (``for_partner``).
    """
    with ctx.db.write() as session:
        game, _seat, now = seat_taken(session, game_id, seat)
        late = [row for row in givingup.late_of(session, game) if row.seat in others(game, seat)]
        if game.on_timeout != "claim" or not late:
            raise Refused(_("Nobody else is out of time now."))
        if givingup.choosers(session, game, late[0].seat):
            raise Refused(_("The late player's partner chooses first how to go on."))
        gone = late[0].seat
        if unread_from(session, game_id, gone, now):
            raise Refused(_("A mail of the late player is being read. Try again in a minute."))
        note(session, game_id, "claimed", now, ply=game.number, channel=channel, seat=seat, late=gone, key=key)
        standin = givingup.give_up(ctx, session, game, late[0].seat, "timeout", now, channel=channel, lose=True)
    follow_up(ctx, game_id, standin)


def for_partner(
    ctx: Context, game_id: int, seat: int, choice: PartnerChoice, email: str = "", channel: Channel = "page"
) -> None:
    """Choose for a late partner: play on with a stand-in, give the seat to another person, or lose.

    ``email``: whom to ask; without one whoever is given the game's link may take the seat. It can be chosen again
    until somebody has. Raises as ``resign`` does, BadInput, RateLimited, and Refused where no partner is out of time.
    """
    address = address_of(email) if choice == "person" and email.strip() else None
    with ctx.db.write() as session:
        game, own, now = seat_taken(session, game_id, seat)
        row = _late_partner(session, game, seat)
        note(
            session, game_id, "chosen", now, ply=game.number, channel=channel, seat=seat, late=row.seat, choice=choice
        )
        standin = False
        if choice == "person":
            _hand_over(ctx, session, game, own, row, address)
        else:
            lose = choice == "lose"
            standin = givingup.give_up(ctx, session, game, row.seat, "timeout", now, channel=channel, lose=lose)
    follow_up(ctx, game_id, standin)


def _late_partner(session: Session, game: Game, seat: int) -> Decision:
    """The longest late decision of a partner; a seat that nobody has taken over yet still owes it."""
    for row in givingup.late_of(session, game):
        if row.seat != seat and row.seat in side_of(game, seat):
            return row
    raise Refused(_("No partner of yours is out of time now."))


def _hand_over(ctx: Context, session: Session, game: Game, own: Seat, row: Decision, address: Address | None) -> None:
    late = session.scalars(select(Seat).where(Seat.game_id == game.id, Seat.number == row.seat)).one()
    successors.free(session, game, late)
    if address is not None:
        successors.ask(ctx, session, game, late, own, address, row, clock.now(session))
