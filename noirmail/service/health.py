"""How the house is: what `/readyz` and the operator's `doctor` look at. Counts and times, no address (TRUST R107)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Select, func, select

from noirmail import clock
from noirmail.service.context import Context
from noirmail.store.models import Heartbeat, OutboxMail

# A sweep is due every few seconds.
SWEEP_MAY_BE_OLD: Final = timedelta(minutes=2)
# A mail that waits longer means that nobody sends, or that no mail system takes anything (TRUST R72).
MAIL_MAY_WAIT: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Health:
    """``swept_ago``: since the last sweep, None if there was none. ``waiting``: mails that wait, the oldest for
    ``oldest_waits`` since it was written, None where none waits. ``dead``: mails refused for good.
    """

    swept_ago: timedelta | None
    waiting: int
    oldest_waits: timedelta | None
    dead: int

    @property
    def sweeping(self) -> bool:
        """Whether somebody watches the deadlines."""
        return self.swept_ago is not None and self.swept_ago <= SWEEP_MAY_BE_OLD

    @property
    def sending(self) -> bool:
        """Whether mails go out."""
        return self.oldest_waits is None or self.oldest_waits <= MAIL_MAY_WAIT


def health(ctx: Context) -> Health:
    """How the house is now; raises what the database raises where it is away."""
    with ctx.db.read() as session:
        now = clock.now(session)
        swept_at = session.scalar(select(Heartbeat.at).where(Heartbeat.name == "sweep"))
        waiting, oldest = session.execute(_mails("pending").add_columns(func.min(OutboxMail.date))).one()
        dead = session.scalar(_mails("dead")) or 0
    return Health(_since(swept_at, now), waiting, _since(oldest, now), dead)


def _mails(state: str) -> Select[int]:
    return select(func.count()).select_from(OutboxMail).where(OutboxMail.state == state)


def _since(then: datetime | None, now: datetime) -> timedelta | None:
    return None if then is None else now - then
