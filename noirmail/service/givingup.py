"""What becomes of a game when a seat is given up: by its player, or by the clock (TRUST "Decided" 2)."""

from datetime import datetime
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail.engine.view import Outcome
from noirmail.service import deadlines, endings, notices, successors
from noirmail.service.context import Context
from noirmail.service.happenings import note
from noirmail.service.sides import each_against_all, others, side_of
from noirmail.service.steps import Channel
from noirmail.store.models import Decision, Game, Seat

Why = Literal["resigned", "timeout"]


def give_up(
    ctx: Context,
    session: Session,
    game: Game,
    seat: int,
    why: Why,
    now: datetime,
    *,
    channel: Channel = "clock",
    lose: bool = False,
) -> bool:
    """A seat of a taken, running game is given up; whether a stand-in moves for it from now on.

    Where two sides play, the other one wins, unless a partner is left who plays on with a stand-in (``lose``: the
    partners do not want that, or are out of time as well). In a game of each against all a stand-in takes over, and
    cannot win. Ends by the clock are provisional. After the commit ``starting.follow_up`` is due.
    """
    if each_against_all(game) or (partners(session, game, seat) and not lose):
        stand_in(ctx, session, game, seat, why, now, channel)
        return True
    end(ctx, session, game, Outcome(others(game, seat), why), now, provisional=why == "timeout")
    return False


def stand_in(
    ctx: Context, session: Session, game: Game, seat: int, why: Why, now: datetime, channel: Channel = "clock"
) -> None:
    """The service moves for a seat of a taken, running game from now on; where no person is left, it is abandoned."""
    row = session.scalars(select(Seat).where(Seat.game_id == game.id, Seat.number == seat)).one()
    if row.state != "joined":
        # Nobody has taken it over, and now nobody can any more.
        successors.free(session, game, row)
        row.state = "joined"
    row.standin = True
    session.flush()
    note(session, game.id, "standin", now, ply=game.number, channel=channel, seat=seat, why=why)
    owed = deadlines.open_decision(session, game.id, seat)
    if owed is not None and why == "timeout":
        notices.time_ran_out(ctx, session, game, owed, "standin", now)
    if owed is not None:
        deadlines.serve(owed, now)
    if not players(session, game):
        end(ctx, session, game, Outcome((), "abandoned"), now, provisional=why == "timeout")


def end(
    ctx: Context, session: Session, game: Game, outcome: Outcome, now: datetime, *, provisional: bool = False
) -> None:
    """End a taken, running game in a way that the rules do not bring, and queue the result for everybody."""
    endings.finish(session, game.id, outcome, now, provisional=provisional)
    notices.game_over(ctx, session, game.id, game.number, now)


def players(session: Session, game: Game) -> tuple[int, ...]:
    """The seats for which a person still moves, ascending; not one that waits for somebody to take it over."""
    seats = select(Seat.number).where(Seat.game_id == game.id, Seat.kind == "person", Seat.standin.is_(False))
    seats = seats.where(Seat.state == "joined")
    return tuple(sorted(number for number in session.scalars(seats) if number is not None))


def partners(session: Session, game: Game, seat: int) -> tuple[int, ...]:
    """The seats on the same side for which a person still moves, the seat itself left out."""
    side = side_of(game, seat)
    return tuple(other for other in players(session, game) if other in side and other != seat)


def choosers(session: Session, game: Game, seat: int) -> tuple[int, ...]:
    """The partners of a late seat who are in time themselves: they choose how their side goes on ("Decided" 2)."""
    late = {row.seat for row in late_of(session, game)}
    return tuple(other for other in partners(session, game, seat) if other not in late)


def late_of(session: Session, game: Game) -> list[Decision]:
    """The decisions of a game whose time has run out, as recorded by the sweep, longest late first."""
    late = select(Decision).where(Decision.game_id == game.id, Decision.phase == "late")
    return list(session.scalars(late.order_by(Decision.due_at, Decision.seat)))
