"""Setting a game aside that raises again and again: others go on, and it loses no time (TRUST R112).

Faults are counted in the game's history. A parked game can still be played where that works, but nothing of it falls
due, until an operator releases it.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session
from structlog import get_logger

from noirmail import clock
from noirmail.i18n import gettext as _
from noirmail.service import access, deadlines
from noirmail.service.context import Context
from noirmail.service.errors import Refused
from noirmail.service.happenings import note
from noirmail.service.places import watch_over
from noirmail.store.models import Decision, Game, Happening, OutboxMail

log = get_logger("noirmail.service.parking")

MOST_FAULTS: Final = 5


def count_fault(ctx: Context, game_id: int) -> bool:
    """Write down that a duty for the game raised; with the fifth the game is parked. Whether it is parked now.

    Called where a fault is being dealt with already: one of its own is logged, not raised.
    """
    try:
        with ctx.db.write() as session:
            game = _taken(session, game_id)
            now = clock.now(session)
            note(session, game_id, "fault", now, ply=game.number, channel="clock")
            session.flush()
            if _since_release(session, game_id, "fault") < MOST_FAULTS:
                return False
            _park(session, game, now)
    except Exception:
        log.exception("a fault could not be written down", game=game_id)
        return False
    return True


def park(session: Session, game_id: int, now: datetime) -> None:
    """Let nothing of the game fall due until it is released. Again, it changes nothing."""
    _park(session, _taken(session, game_id), now)


def release(ctx: Context, code: str) -> None:
    """Let the time of a parked game run again, with a full turn for what is owed; an operator's command.

    A turn's mail that could not be made is tried again, and its time runs once it is taken. Raises NotFound, and
    Refused for a game that is not parked.
    """
    with ctx.db.write() as session:
        game = _taken(session, access.game_of_code(session, code).id)
        now = clock.now(session)
        if not _since_release(session, game.id, "parked"):
            raise Refused(_("This game is not parked."))
        note(session, game.id, "released", now, ply=game.number, channel="operator")
        if game.status == "open":
            watch_over(session, game, now)
        session.execute(
            update(OutboxMail)
            .where(OutboxMail.game_id == game.id, OutboxMail.state == "dead", OutboxMail.kind == "your-turn")
            .values(state="pending", due_at=now, tries=0, note=None)
        )
        served = deadlines.served_seats(session, game.id)
        for row in _open(session, game.id):
            if row.seat in served:
                deadlines.serve(row, now)
            else:
                # The sweep finds out whether there is a mail to wait for.
                row.phase, row.due_at, row.wake_at = "waiting", None, now
    ctx.wake()


def parked_games(session: Session) -> list[str]:
    """The codes of the games that are parked now, for the operator."""
    last = (
        select(Happening.game_id, func.max(Happening.id).label("id"))
        .where(Happening.kind.in_(("parked", "released")))
        .group_by(Happening.game_id)
        .subquery()
    )
    found = (
        select(Game.code)
        .join(last, last.c.game_id == Game.id)
        .join(Happening, Happening.id == last.c.id)
        .where(Happening.kind == "parked", Game.status.in_(("open", "running")))
    )
    return sorted(session.scalars(found))


def _park(session: Session, game: Game, now: datetime) -> None:
    if game.status == "open":
        game.expires_at = None
    for row in _open(session, game.id):
        row.phase, row.due_at, row.wake_at = "running", None, None
    if not _since_release(session, game.id, "parked"):
        note(session, game.id, "parked", now, ply=game.number, channel="clock")
        log.error("a game raised too often and is parked; release it once it is mended", game=game.code)


def _taken(session: Session, game_id: int) -> Game:
    return session.scalars(
        select(Game).where(Game.id == game_id).with_for_update(), execution_options={"populate_existing": True}
    ).one()


def _open(session: Session, game_id: int) -> list[Decision]:
    return list(session.scalars(select(Decision).where(Decision.game_id == game_id, Decision.phase != "closed")))


def _since_release(session: Session, game_id: int, kind: str) -> int:
    """How often that has happened since the game was released last."""
    released = select(func.max(Happening.id)).where(Happening.game_id == game_id, Happening.kind == "released")
    count = (
        select(func.count())
        .select_from(Happening)
        .where(Happening.game_id == game_id, Happening.kind == kind)
        .where(Happening.id > func.coalesce(released.scalar_subquery(), 0))
    )
    return session.scalar(count) or 0
