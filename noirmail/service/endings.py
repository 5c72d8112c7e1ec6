"""How a game ends: by the rules, by agreement, because somebody gives up, or by the clock."""

from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from noirmail.engine.view import Outcome
from noirmail.service import deadlines
from noirmail.service.happenings import note
from noirmail.service.sides import each_against_all
from noirmail.store.models import Game, Seat

# An ending by the clock can be reversed for so long, and shows nothing until then (TRUST "Decided" 2, 7).
PROVISIONAL = timedelta(hours=24)


def finish(session: Session, game_id: int, outcome: Outcome, now: datetime, *, provisional: bool) -> bool:
    """End a running game with this outcome and close its decisions; False where it was not running any more.

    Everything is shown from ``now`` on, or a day later where the ending is ``provisional``. In a game of each
    against all a stand-in cannot win: it is left out of the winners, and nobody wins where it would be alone.
    The mails are the caller's: ``notices.after_step`` or ``notices.game_over``.
    """
    winners = _without_standins(session, game_id, outcome.winners)
    taken = session.execute(
        update(Game)
        .where(Game.id == game_id, Game.status == "running")
        .values(
            status="finished",
            winners=list(winners),
            reason=outcome.reason,
            to_act=[],
            finished_at=now,
            revealed_at=now + PROVISIONAL if provisional else now,
        )
        .returning(Game.number)
    ).first()
    if taken is None:
        return False
    deadlines.close_all(session, game_id, now)
    note(
        session,
        game_id,
        "finished",
        now,
        ply=taken.number,
        channel="clock" if provisional else "rules",
        winners=list(winners),
        reason=outcome.reason,
    )
    return True


def _without_standins(session: Session, game_id: int, winners: tuple[int, ...]) -> tuple[int, ...]:
    if not winners or not each_against_all(session.get_one(Game, game_id)):
        return winners
    standins = set(session.scalars(select(Seat.number).where(Seat.game_id == game_id, Seat.standin)))
    return tuple(seat for seat in winners if seat not in standins)
