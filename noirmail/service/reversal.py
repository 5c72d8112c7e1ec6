"""Taking back an ending by the clock within a day (TRUST R85)."""

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.i18n import gettext as _
from noirmail.service import access, deadlines, notices, vault
from noirmail.service.context import Context
from noirmail.service.errors import Refused
from noirmail.service.happenings import note
from noirmail.service.sitters import turn
from noirmail.service.starting import follow_up
from noirmail.service.taking import take
from noirmail.store.models import Decision, Game, Happening, Seat


def reverse(ctx: Context, code: str) -> None:
    """Let a game go on that ended by the clock less than a day ago, and tell everybody; an operator's command.

    What was owed is owed again, with a full turn from now; both happenings stay. Raises NotFound, and Refused for a
    game that did not end by the clock, or longer ago.
    """
    with ctx.db.write() as session:
        game = take(session, access.game_of_code(session, code).id, "finished")
        now = clock.now(session)
        if game is None or not _is_provisional(game, now):
            raise Refused(_("This game did not end by the clock within the last 24 hours."))
        note(session, game.id, "reversed", now, ply=game.number, channel="operator", reason=game.reason)
        if game.reason == "abandoned":
            _give_back(session, game)
        game.status = "running"
        game.winners = game.reason = game.finished_at = game.revealed_at = None
        session.flush()
        view = vault.view(session, game, None)
        game.to_act = list(view.to_act)
        _reopen(session, game, now)
        notices.goes_on(ctx, session, game.id, view.decisions, game.number, now)
    follow_up(ctx, game.id, True)


def _is_provisional(game: Game, now: datetime) -> bool:
    return game.revealed_at is not None and game.finished_at is not None and game.finished_at < game.revealed_at > now


def _give_back(session: Session, game: Game) -> None:
    """The seat that was given up last is its player's again: without anybody there would be nothing to go on with."""
    last = select(Happening.seat).where(Happening.game_id == game.id, Happening.kind == "standin")
    seat = session.scalars(last.order_by(Happening.id.desc()).limit(1)).one()
    session.execute(update(Seat).where(Seat.game_id == game.id, Seat.number == seat).values(standin=False))


def _reopen(session: Session, game: Game, now: datetime) -> None:
    owed = vault.view(session, game, None).decisions
    rows = session.scalars(select(Decision).where(Decision.game_id == game.id)).all()
    served = deadlines.served_seats(session, game.id)
    for row in rows:
        if owed.get(row.seat) == row.number:
            deadlines.run(row, now, turn(session, game.id, row.seat, now))
            if row.seat in served:
                deadlines.serve(row, now)
