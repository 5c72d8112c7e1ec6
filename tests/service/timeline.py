"""Letting time pass: as if the sweep had run every few seconds, and mails had been taken as they were sent."""

from sqlalchemy import select

from noirmail import clock as hands
from noirmail.service import deadlines, outage
from noirmail.service.context import Context
from noirmail.service.sweep import Swept, sweep
from noirmail.store.models import Decision, Game, Happening, Heartbeat, OutboxMail, Seat
from tests.conftest import Clock


def sweep_after(ctx: Context, clock: Clock, **parts: float) -> Swept:
    """Turn the clock on and sweep, without a standstill before it."""
    now = clock.move(**parts)
    with ctx.db.write() as session:
        session.merge(Heartbeat(name=outage.DUTY, at=now))
    return sweep(ctx)


def take_mails(ctx: Context) -> None:
    """Every pending mail is taken by a mail system now."""
    with ctx.db.write() as session:
        now = hands.now(session)
        pending = session.execute(
            select(OutboxMail, Seat)
            .outerjoin(Seat, Seat.id == OutboxMail.seat_id)
            .where(OutboxMail.state == "pending")
        )
        for mail, seat in pending.all():
            mail.state, mail.accepted_at = "sent", now
            if mail.kind == "your-turn":
                deadlines.mail_accepted(session, seat.game_id, seat.number, mail.decision, mail.date, now)


def owed(ctx: Context, game: Game, seat: int) -> Decision | None:
    """The decision that a seat owes now."""
    with ctx.db.read() as session:
        return deadlines.open_decision(session, game.id, seat)


def mails(ctx: Context, kind: str | None = None) -> list[OutboxMail]:
    """The outbox in order, of one kind or all."""
    with ctx.db.read() as session:
        rows = select(OutboxMail).order_by(OutboxMail.id)
        return list(session.scalars(rows if kind is None else rows.where(OutboxMail.kind == kind)))


def addressees(ctx: Context, kind: str) -> list[str]:
    """The names at the seats to which mails of a kind were queued, in order."""
    with ctx.db.read() as session:
        return [session.get_one(Seat, mail.seat_id).name for mail in mails(ctx, kind)]


def happened(ctx: Context, game: Game) -> list[str]:
    """The kinds of what happened around a game, in order."""
    with ctx.db.read() as session:
        return list(
            session.scalars(select(Happening.kind).where(Happening.game_id == game.id).order_by(Happening.id))
        )
