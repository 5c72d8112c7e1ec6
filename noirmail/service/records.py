"""A game's record, in the form that the person who asks may have (RECORD, "Record")."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail.engine.deal import Deal
from noirmail.engine.record import Record, RecordedAction, write_record
from noirmail.engine.view import Outcome, View
from noirmail.service import vault
from noirmail.service.context import Context
from noirmail.service.errors import NotFound
from noirmail.service.tables import is_open
from noirmail.store.models import Game, Seat, Step


def record_for(ctx: Context, game_id: int, viewer: int | None) -> str:
    """The record for a seat, or for a spectator (None), as JSON text; raises NotFound before the start.

    Everything once the game is over and its end not provisional. Before that: the viewer's own actions in full, the
    others' in public form, and neither deck, nor seed, nor the players' words.
    """
    with ctx.db.read() as session:
        game = session.get(Game, game_id)
        if game is None or game.board is None:
            raise NotFound
        view = None if is_open(session, game) else vault.view(session, game, viewer)
        record = _record(session, game, view)
    return write_record(record, view)


def _record(session: Session, game: Game, view: View | None) -> Record:
    names = session.scalars(select(Seat.name).where(Seat.game_id == game.id).order_by(Seat.number))
    return Record(
        ruleset=game.ruleset,
        version=game.version,
        options=game.options,
        players=tuple(names),
        deal=Deal(game.board or "", "" if view else game.deck or "", game.first or 0),
        actions=_actions(session, game, view),
        result=_result(game),
        seed=None if view else game.seed,
        words=() if view else tuple(game.words or ()),
        lot=None if game.lot is None else tuple(game.lot),
        commitment=game.commitment,
    )


def _actions(session: Session, game: Game, view: View | None) -> tuple[RecordedAction, ...]:
    rows = session.execute(
        select(Step.seat, Step.action, Step.public, Step.at, Step.by)
        .where(Step.game_id == game.id, Step.ply <= game.number)
        .order_by(Step.ply)
    )
    # A stand-in is named; that the house plays is told by the player's name.
    return tuple(
        RecordedAction(row.seat, row.public if view else row.action, _instant(row.at), _by(row.by)) for row in rows
    )


def _by(by: str) -> str | None:
    return by if by == "standin" else None


def _instant(at: datetime) -> str:
    return at.isoformat(timespec="seconds").replace("+00:00", "Z")


def _result(game: Game) -> Outcome | None:
    if game.status != "finished":
        return None
    return Outcome(tuple(game.winners or ()), game.reason or "")
