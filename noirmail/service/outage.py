"""Noticing that nobody looked at the clock for a while, and giving the lost time back (TRUST R84, R86)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session
from structlog import get_logger

from noirmail import clock
from noirmail.service.context import Context
from noirmail.service.happenings import note
from noirmail.service.once import insert_once
from noirmail.store.models import Decision, Game, Heartbeat

log = get_logger("noirmail.service.outage")

DUTY: Final = "sweep"
# Longer than this between two sweeps is a standstill, or a clock that jumped ahead.
LONGEST_GAP: Final = timedelta(minutes=10)
# Further back than this, the clock was turned; a leap second or a correction is less.
LARGEST_STEP_BACK: Final = timedelta(seconds=2)
# What everybody has at the least whose deadline fell into the standstill.
LEAST_LEFT: Final = timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class _Gap:
    began: datetime
    now: datetime

    @property
    def length(self) -> timedelta:
        return self.now - self.began

    def moved(self, at: datetime) -> datetime:
        """A deadline as it is after the gap: later by its length, at least two hours from now if it fell inside."""
        after = at + self.length
        return max(after, self.now + LEAST_LEFT) if self.began < at <= self.now else after


def beat(ctx: Context) -> bool:
    """Note that the sweep runs; whether deadlines had to be moved since it had not for over ten minutes.

    Of several sweeps after a standstill the first moves them, once. A clock that was turned back moves nothing:
    what is due comes later by itself, and what the clock's jump ahead gave is kept.
    """
    with ctx.db.write() as session:
        if insert_once(session, Heartbeat, {"name": DUTY, "at": clock.now(session)}, "name"):
            return False
        heart = session.scalars(select(Heartbeat).where(Heartbeat.name == DUTY).with_for_update()).one()
        gap = _Gap(heart.at, clock.now(session))
        heart.at = gap.now
        if gap.length < -LARGEST_STEP_BACK:
            log.warning("the clock was turned back", seconds=gap.length.total_seconds())
        if gap.length <= LONGEST_GAP:
            return False
        log.warning("nobody swept for a while; deadlines are moved", seconds=gap.length.total_seconds())
        _move_deadlines(session, gap)
        _hold_tables(session, gap)
        return True


def unnoticed(session: Session, now: datetime) -> bool:
    """Whether a standstill has not been made good yet, so that no deadline may be acted upon.

    Read deadlines after this, never before: whoever moves them commits the heartbeat with them.
    """
    last = session.scalar(select(Heartbeat.at).where(Heartbeat.name == DUTY))
    return last is not None and now - last > LONGEST_GAP


def _move_deadlines(session: Session, gap: _Gap) -> None:
    running = select(Decision).where(
        Decision.phase.in_(("running", "reminded", "late")), Decision.due_at.is_not(None)
    )
    plies = dict(session.execute(select(Game.id, Game.number).where(Game.status == "running")).all())
    told = set()
    for row in session.scalars(running):
        moved = _moved(row, gap)
        # By the phase as it is: a move that comes meanwhile has closed the decision.
        session.execute(update(Decision).where(Decision.id == row.id, Decision.phase == row.phase).values(**moved))
        if row.game_id not in told and row.game_id in plies:
            told.add(row.game_id)
            seconds = int(gap.length.total_seconds())
            note(session, row.game_id, "outage", gap.now, ply=plies[row.game_id], channel="clock", seconds=seconds)


def _moved(row: Decision, gap: _Gap) -> dict[str, datetime | None]:
    """When the decision is due and looked at after the gap. One that was late before stays late since then."""
    if row.due_at is None or row.phase == "late":
        return {"wake_at": row.wake_at and gap.moved(row.wake_at)}
    due = gap.moved(row.due_at)
    return {"due_at": due, "wake_at": row.wake_at and row.wake_at + (due - row.due_at)}


def _hold_tables(session: Session, gap: _Gap) -> None:
    later = gap.now + LEAST_LEFT
    session.execute(update(Game).where(Game.status == "open", Game.expires_at <= later).values(expires_at=later))
