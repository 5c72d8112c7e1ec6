"""The recurring duty that picks up whatever has become due; any number of them may run at once (TRUST R77, R80)."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlalchemy import select, update
from structlog import get_logger

from noirmail import clock
from noirmail.service import arrived, invitations, lateness, outage, parking
from noirmail.service.context import Context
from noirmail.store.models import Decision, Game

log = get_logger("noirmail.service.sweep")

BATCH: Final = 100
# A game that raises is looked at again after so long, and the others go on meanwhile (TRUST R112).
PUSHED: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep found due. ``held``: the clock had jumped or stood still, and deadlines were moved instead."""

    decisions: int
    tables: int
    held: bool


def sweep(ctx: Context, limit: int = BATCH) -> Swept:
    """Do everything that is due: deadlines, reminders, seats that the service moves for, invitations, old mails.

    At most ``limit`` of each; call again where that many were found. Each is a transaction of its own, so that what
    raises is logged and pushed an hour ahead, alone; with the fifth time its game is parked (R112). After a
    standstill deadlines move first (R84).
    """
    held = outage.beat(ctx)
    decisions, tables = _due_decisions(ctx, limit), _due_tables(ctx, limit)
    for decision_id in decisions:
        try:
            lateness.look_at(ctx, decision_id)
        except Exception:
            log.exception("a decision could not be looked at", decision=decision_id)
            _put_off_decision(ctx, decision_id)
    for game_id in tables:
        try:
            invitations.expire(ctx, game_id)
        except Exception:
            log.exception("a table could not be looked at", game=game_id)
            _put_off_table(ctx, game_id)
    arrived.forget_old(ctx)
    ctx.wake()
    return Swept(len(decisions), len(tables), held)


def _due_decisions(ctx: Context, limit: int) -> list[int]:
    with ctx.db.read() as session:
        due = select(Decision.id).where(Decision.wake_at.is_not(None), Decision.wake_at <= clock.now(session))
        return list(session.scalars(due.order_by(Decision.wake_at).limit(limit)))


def _due_tables(ctx: Context, limit: int) -> list[int]:
    with ctx.db.read() as session:
        due = select(Game.id).where(Game.expires_at <= clock.now(session), Game.status == "open")
        return list(session.scalars(due.order_by(Game.expires_at).limit(limit)))


def _put_off_decision(ctx: Context, decision_id: int) -> None:
    with ctx.db.write() as session:
        row = session.get_one(Decision, decision_id)
        session.execute(
            update(Decision)
            .where(Decision.id == decision_id, Decision.phase != "closed")
            .values(wake_at=clock.now(session) + PUSHED)
        )
    parking.count_fault(ctx, row.game_id)


def _put_off_table(ctx: Context, game_id: int) -> None:
    with ctx.db.write() as session:
        later = clock.now(session) + PUSHED
        session.execute(update(Game).where(Game.id == game_id, Game.status == "open").values(expires_at=later))
    parking.count_fault(ctx, game_id)
