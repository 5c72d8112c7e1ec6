"""When a decision falls due, and from when its time runs (TRUST "Decided" 2, 3, 11).

A decision waits until a mail system has taken its mail; then it runs, is reminded of at 80 % of its time, and is
late from ``due_at`` on, until somebody ends it. ``wake_at`` is when the sweep has to look at it next.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import bindparam, func, insert, or_, select, update
from sqlalchemy.orm import Session

from noirmail.service.sitters import turn
from noirmail.store.models import Base, Decision, OutboxMail, Seat

# A mail that no mail system has taken for so long is looked at (TRUST R76).
MAIL_PATIENCE = timedelta(minutes=30)
# What a turn has at the least from the first mail that was refused for good ("Decided" 3).
AFTER_REFUSAL = timedelta(days=7)
# The house moves right after the step before; where it has not by then, the sweep makes it.
SERVED_WITHIN = timedelta(seconds=30)
REMIND_AT_PERCENT = 80

# On the way of every move, so they are built once.
_decisions = Base.metadata.tables["decision"]
_OPENED: Final = ("game_id", "seat", "number", "phase", "opened_at", "due_at", "wake_at")
_OPEN: Final = insert(_decisions)
_CLOSE: Final = (
    update(_decisions)
    .where(_decisions.c.game_id == bindparam("game"), _decisions.c.seat == bindparam("owner"))
    .where(_decisions.c.number == bindparam("asked"), _decisions.c.phase != "closed")
    .values(phase="closed", wake_at=None, closed_at=bindparam("now"))
)
# On the way of every mail.
_START: Final = (
    update(_decisions)
    .where(_decisions.c.game_id == bindparam("game"), _decisions.c.seat == bindparam("owner"))
    .where(_decisions.c.number == bindparam("asked"), _decisions.c.phase == "waiting")
    .values(phase="running", mailed_at=bindparam("mailed"), due_at=bindparam("due"), wake_at=bindparam("wake"))
    .returning(_decisions.c.id)
)
_LENGTH: Final = select(Base.metadata.tables["game"].c.per_turn).where(
    Base.metadata.tables["game"].c.id == bindparam("game")
)


def open_decisions(
    session: Session, game_id: int, now: datetime, decisions: Mapping[int, int], quiet: frozenset[int]
) -> None:
    """Make the open decisions of a game exactly ``decisions`` (seat → number); those that stay are not touched.

    The time of a seat in ``quiet`` runs from ``now``; any other waits for its mail. A seat that the service moves
    for has no deadline; the sweep looks after it. The caller has taken the game.
    """
    open_now = {
        (row.seat, row.number): row
        for row in session.scalars(select(Decision).where(Decision.game_id == game_id, Decision.phase != "closed"))
    }
    for (seat, number), row in open_now.items():
        if decisions.get(seat) != number:
            _close(row, now)
    served = served_seats(session, game_id) if quiet.intersection(decisions) else frozenset()
    for seat, number in decisions.items():
        if (seat, number) not in open_now:
            lasts = None if seat in served else turn(session, game_id, seat, now)
            session.add(_asked(game_id, seat, number, now, lasts, seat in quiet))


def follow_step(
    session: Session,
    game_id: int,
    now: datetime,
    before: Mapping[int, int],
    after: Mapping[int, int],
    lasts: Mapping[int, timedelta | None],
    quiet: frozenset[int],
) -> None:
    """What ``open_decisions`` does, where it is known what was owed ``before`` a step: nothing is read.

    ``lasts``: by seat, how long its turn is, None where the service moves for it.
    """
    connection = session.connection()
    for seat, number in before.items():
        if after.get(seat) != number:
            connection.execute(_CLOSE, {"game": game_id, "owner": seat, "asked": number, "now": now})
    for seat, number in after.items():
        if before.get(seat) != number:
            row = _asked(game_id, seat, number, now, lasts[seat], seat in quiet)
            connection.execute(_OPEN, {name: getattr(row, name) for name in _OPENED})


def _asked(game_id: int, seat: int, number: int, now: datetime, lasts: timedelta | None, quiet: bool) -> Decision:
    row = Decision(game_id=game_id, seat=seat, number=number, phase="waiting", opened_at=now)
    row.wake_at = now + MAIL_PATIENCE
    if lasts is None:
        serve(row, now)
    elif quiet:
        run(row, now, lasts)
    return row


def served_seats(session: Session, game_id: int) -> frozenset[int]:
    """The seats that the service moves for: the house's, and those with a stand-in."""
    seats = select(Seat.number).where(Seat.game_id == game_id, or_(Seat.kind == "house", Seat.standin))
    return frozenset(number for number in session.scalars(seats) if number is not None)


def close_all(session: Session, game_id: int, now: datetime) -> None:
    """Close every open decision of a game."""
    open_decisions(session, game_id, now, {}, frozenset())


def open_decision(session: Session, game_id: int, seat: int) -> Decision | None:
    """The decision that the seat owes, None where it owes none."""
    return session.scalars(
        select(Decision).where(Decision.game_id == game_id, Decision.seat == seat, Decision.phase != "closed")
    ).one_or_none()


def mail_accepted(
    session: Session, game_id: int, seat: int, decision: int, mail_date: datetime, accepted_at: datetime
) -> bool:
    """A mail system took the mail of this decision: its time runs from the later of the two ("Decided" 3).

    Only a waiting decision starts; a second delivery, or one that comes after the move, changes nothing: False.
    """
    return _start(session, game_id, seat, decision, max(mail_date, accepted_at), accepted_at)


def start_without_mail(session: Session, game_id: int, seat: int, decision: int, now: datetime) -> bool:
    """No mail is to be waited for any more: the time of a waiting decision runs from ``now``; else False."""
    return _start(session, game_id, seat, decision, now, None)


def mail_refused(session: Session, game_id: int, seat: int, decision: int, now: datetime) -> bool:
    """The mail of a waiting decision was refused for good: its time runs from ``now``; else False.

    The first refusal of a seat gives at least seven days ("Decided" 3). The caller has marked the mail dead.
    """
    refused = session.scalar(
        select(func.count())
        .select_from(OutboxMail)
        .join(Seat, Seat.id == OutboxMail.seat_id)
        .where(Seat.game_id == game_id, Seat.number == seat, OutboxMail.state == "dead")
    )
    least = AFTER_REFUSAL if (refused or 0) <= 1 else timedelta(0)
    return _start(session, game_id, seat, decision, now, None, least)


def run(row: Decision, start: datetime, lasts: timedelta) -> None:
    """Let the time of a decision run from ``start``, a reminder included."""
    row.phase = "running"
    row.due_at = start + lasts
    row.wake_at = start + lasts * REMIND_AT_PERCENT / 100
    row.closed_at = None


def ask_again(row: Decision, now: datetime, lasts: timedelta | None) -> None:
    """Ask a decision anew of whoever has taken over its seat: it waits for its mail, or runs for ``lasts``."""
    row.phase = "waiting"
    row.opened_at = now
    row.mailed_at = row.due_at = None
    row.wake_at = now + MAIL_PATIENCE
    if lasts is not None:
        run(row, now, lasts)


def serve(row: Decision, now: datetime) -> None:
    """The service moves for the seat of this decision: nothing falls due, and the sweep sees to it if need be."""
    row.phase = "running"
    row.due_at = None
    row.wake_at = now + SERVED_WITHIN


def _start(
    session: Session,
    game_id: int,
    seat: int,
    number: int,
    start: datetime,
    mailed_at: datetime | None,
    least: timedelta = timedelta(0),
) -> bool:
    lasts = max(turn(session, game_id, seat, start), least)
    values = {"mailed": mailed_at, "due": start + lasts, "wake": start + lasts * REMIND_AT_PERCENT / 100}
    changed = session.connection().execute(_START, {"game": game_id, "owner": seat, "asked": number, **values})
    return changed.first() is not None


def _close(row: Decision, now: datetime) -> None:
    row.phase = "closed"
    row.wake_at = None
    row.closed_at = now


def length(session: Session, game_id: int) -> timedelta:
    """How long a turn of this game is, nobody's rest counted."""
    return timedelta(seconds=session.connection().execute(_LENGTH, {"game": game_id}).scalar_one())
