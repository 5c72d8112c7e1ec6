"""What comes back of the mails that went out: reports that nobody has the address, and complaints (TRUST R74, R75).

Only what comes to the signed envelope address of a mail counts (R15); everything else is a letter like any other.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session
from structlog import get_logger

from noirmail import clock
from noirmail.mail.incoming.letter import TooBig
from noirmail.mail.incoming.reports import Bounce, Complaint
from noirmail.service import deadlines, seating, suppression
from noirmail.service.arrived import Arrived, State
from noirmail.service.context import Context
from noirmail.service.happenings import note
from noirmail.service.resting import postpone
from noirmail.service.taking import take
from noirmail.store.models import Game, OutboxMail, Person, Seat, SignIn

log = get_logger("noirmail.service.returns")

# What comes back later says nothing about the address any more.
TIMELY: Final = timedelta(days=7)
# Nothing is sent to an address that does not exist, for so long: it may exist by then.
REST: Final = timedelta(days=1)


def take_back(ctx: Context, outbox_id: int, mail: Arrived) -> tuple[State, str | None]:
    """Draw the consequences of a report about a mail of ours; what is to be written down of it."""
    with ctx.db.read() as session:
        sent = session.get_one(OutboxMail, outbox_id)
    if mail.received_at > (sent.accepted_at or sent.date) + TIMELY:
        return "ignored", "it came back too late"
    report = None if isinstance(mail.letter, TooBig) else mail.letter.report
    if isinstance(report, Complaint):
        complained(ctx, outbox_id)
        return "done", "complaint"
    if not isinstance(report, Bounce):
        return "ignored", "it is no report"
    found = {failure.kind for failure in report.failures}
    if "hard" in found:
        bounced(ctx, outbox_id)
        return "done", "the address does not exist"
    if "soft" in found:
        log.warning("a mail was lost on its way", outbox=outbox_id)
    return "done", "nothing has to be done about it"


def bounced(ctx: Context, outbox_id: int) -> None:
    """The address of a mail does not exist: nobody waits for mails to it, and its player gets time to see that.

    Every turn that the player owes has at least seven days from now, once for an address ("Decided" 3).
    """
    with ctx.db.write() as session:
        now = clock.now(session)
        sent = session.get_one(OutboxMail, outbox_id)
        key = _address_key(session, sent)
        if key is None:
            return
        suppression.suppress(ctx, session, key, "bounce", now, now + REST)
        person = session.scalars(select(Person).where(Person.email_key == key)).one_or_none()
        if person is None or _has_moved(session, person, sent):
            return
        first = person.address_broken_at is None
        person.address_broken_at = person.address_broken_at or now
        session.flush()
        for game_id, seat in _running(session, person):
            _give_time(session, game_id, seat, now, deadlines.AFTER_REFUSAL if first else timedelta(0))
    ctx.wake()


def complained(ctx: Context, outbox_id: int) -> None:
    """A reader complained of a mail: nothing more is mailed to the address."""
    with ctx.db.write() as session:
        sent = session.get_one(OutboxMail, outbox_id)
        key = _address_key(session, sent)
        if key is None:
            return
        suppression.suppress(ctx, session, key, "complaint", clock.now(session), None)
        seats = session.scalars(
            select(Seat.id)
            .join(Person, Person.id == Seat.person_id)
            .join(Game, Game.id == Seat.game_id)
            .where(Person.email_key == key, Seat.mail, Game.status.in_(("open", "running")))
        ).all()
    for seat_id in seats:
        seating.set_mail(ctx, seat_id, False)


def _address_key(session: Session, sent: OutboxMail) -> str | None:
    """The address that a mail went to, as it is compared; None where that is not known any more."""
    if sent.sign_in_id is not None:
        return session.get_one(SignIn, sent.sign_in_id).email_key
    seat = session.get(Seat, sent.seat_id) if sent.seat_id is not None else None
    person_id = seat.person_id if seat else sent.person_id
    if person_id is not None:
        return session.get_one(Person, person_id).email_key
    return seat.invited_key if seat else None


def _has_moved(session: Session, person: Person, sent: OutboxMail) -> bool:
    """Whether the account has got another address since the mail was sent, so that it says nothing of this one."""
    since = sent.accepted_at or sent.date
    moved = select(SignIn.id).where(
        SignIn.person_id == person.id, SignIn.purpose == "former", SignIn.created_at >= since
    )
    return session.scalar(moved.limit(1)) is not None


def _running(session: Session, person: Person) -> list[tuple[int, int]]:
    """The running games of a person, each with the seat."""
    rows = session.execute(
        select(Seat.game_id, Seat.number)
        .join(Game, Game.id == Seat.game_id)
        .where(Seat.person_id == person.id, Seat.kind == "person", ~Seat.standin, Game.status == "running")
        .order_by(Seat.game_id)
    )
    return [(game_id, number) for game_id, number in rows if number is not None]


def _give_time(session: Session, game_id: int, seat: int, now: datetime, least: timedelta) -> None:
    """Let the decision that a seat owes run, with so much time from now at the least; the table may know why."""
    game = take(session, game_id)
    if game is None:
        return
    note(session, game_id, "unreachable", now, ply=game.number, channel="mail", seat=seat)
    row = deadlines.open_decision(session, game_id, seat)
    if row is None:
        return
    if row.phase == "waiting":
        deadlines.start_without_mail(session, game_id, seat, row.number, now)
        session.refresh(row)
    if row.due_at is not None and row.due_at < now + least:
        postpone(row, now + least, deadlines.length(session, game_id), now)
