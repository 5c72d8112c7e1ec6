"""How the people at a table end a game, or leave it: giving up, agreeing, claiming what the clock gave."""

from typing import Literal

from sqlalchemy import select

from noirmail.engine.view import Outcome
from noirmail.i18n import gettext as _
from noirmail.service import givingup
from noirmail.service.context import Context
from noirmail.service.errors import Refused
from noirmail.service.happenings import note
from noirmail.service.sides import others
from noirmail.service.starting import follow_up
from noirmail.service.steps import Channel
from noirmail.service.taking import seat_taken
from noirmail.store.models import Seat


def resign(ctx: Context, game_id: int, seat: int, channel: Channel = "page") -> None:
    """Give a seat up for good. Of two sides the other wins; else, or where a partner plays on, a stand-in takes over.

    Raises NotFound for what is no seat of a person, and Refused where the game does not run.
    """
    with ctx.db.write() as session:
        game, _seat, now = seat_taken(session, game_id, seat)
        note(session, game_id, "resigned", now, ply=game.number, channel=channel, seat=seat)
        standin = givingup.give_up(ctx, session, game, seat, "resigned", now)
    follow_up(ctx, game_id, standin)


def agree(ctx: Context, game_id: int, seat: int, channel: Channel = "page") -> bool:
    """Offer to end the game without a winner, as it stands; whether it has ended by that.

    It ends when every person who still moves agrees at the same ply; house and stand-ins always do. A move takes the
    offers back. Raises as ``resign`` does.
    """
    with ctx.db.write() as session:
        game, own, now = seat_taken(session, game_id, seat)
        if own.agreed_at_ply != game.number:
            own.agreed_at_ply = game.number
            note(session, game_id, "agreed", now, ply=game.number, channel=channel, seat=seat)
        session.flush()
        seats = session.scalars(select(Seat).where(Seat.game_id == game_id, Seat.kind == "person", ~Seat.standin))
        ended = all(other.agreed_at_ply == game.number for other in seats)
        if ended:
            givingup.end(ctx, session, game, Outcome((), "agreed"), now)
    follow_up(ctx, game_id, False)
    return ended


def claim(ctx: Context, game_id: int, seat: int, channel: Channel = "page") -> None:
    """End a game against a seat of another side whose time ran out; each against all, a stand-in takes it over.

    Provisional for a day. Raises as ``resign`` does, and Refused where nobody of another side is late, where the game
    leaves it to the clock, or where the late player has partners: they choose (``for_partner``).
    """
    with ctx.db.write() as session:
        game, _seat, now = seat_taken(session, game_id, seat)
        late = [row for row in givingup.late_of(session, game) if row.seat in others(game, seat)]
        if game.on_timeout != "claim" or not late:
            raise Refused(_("Nobody else is out of time now."))
        if givingup.partners(session, game, late[0].seat):
            raise Refused(_("The late player's partner chooses first how to go on."))
        note(session, game_id, "claimed", now, ply=game.number, channel=channel, seat=seat, late=late[0].seat)
        standin = givingup.give_up(ctx, session, game, late[0].seat, "timeout", now)
    follow_up(ctx, game_id, standin)


def for_partner(ctx: Context, game_id: int, seat: int, choice: Literal["standin", "lose"]) -> None:
    """Choose for a late partner: play on with a stand-in, or lose.

    Raises as ``resign`` does, and Refused where no partner is out of time.
    """
    with ctx.db.write() as session:
        game, _seat, now = seat_taken(session, game_id, seat)
        late = [
            row.seat for row in givingup.late_of(session, game) if seat in givingup.partners(session, game, row.seat)
        ]
        if not late:
            raise Refused(_("No partner of yours is out of time now."))
        note(session, game_id, "chosen", now, ply=game.number, channel="page", seat=seat, late=late[0], choice=choice)
        standin = givingup.give_up(ctx, session, game, late[0], "timeout", now, lose=choice == "lose")
    follow_up(ctx, game_id, standin)
