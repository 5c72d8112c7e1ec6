"""How often something may be asked for, counted over rows that stand there anyway (TRUST R99, R100)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session, aliased

from noirmail.service.context import Context
from noirmail.service.errors import RateLimited
from noirmail.store.models import OutboxMail, Seat, SignIn

SIGN_INS_AN_ADDRESS: Final = 5
SIGN_INS_IN_ALL: Final = 1000
INVITATIONS_A_PERSON: Final = 20
INVITATIONS_AN_ADDRESS: Final = 3
FRESH_LINKS_A_SEAT: Final = 5
ANSWERS_AN_ADDRESS: Final = 5
ANSWERS_A_GAME: Final = 20

_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)


def may_mail_sign_in(session: Session, email_key: str, now: datetime) -> bool:
    """Whether another sign-in mail may go to that address: five an hour, and a thousand to all addresses."""
    _one_at_a_time(session, f"sign-in {email_key}")
    lately = select(func.count()).select_from(SignIn).where(SignIn.created_at > now - _HOUR)
    to_it = session.scalar(lately.where(SignIn.email_key == email_key)) or 0
    return to_it < SIGN_INS_AN_ADDRESS and (session.scalar(lately) or 0) < SIGN_INS_IN_ALL


def check_invitations(session: Session, person_id: int, more: int, now: datetime) -> None:
    """Raise RateLimited where ``more`` invitations would make it over twenty an hour for tables of that person."""
    _one_at_a_time(session, f"invitations of {person_id}")
    own, other = aliased(Seat), aliased(Seat)
    sent = session.scalar(
        select(func.count())
        .select_from(own)
        .join(other, other.game_id == own.game_id)
        .join(OutboxMail, OutboxMail.seat_id == other.id)
        .where(own.person_id == person_id, own.place == 0)
        .where(OutboxMail.kind == "invitation", OutboxMail.date > now - _HOUR)
    )
    if (sent or 0) + more > INVITATIONS_A_PERSON:
        raise RateLimited(int(_HOUR.total_seconds()))


def invitation_slot(ctx: Context, session: Session, email_key: str, now: datetime) -> str | None:
    """The outbox key for an invitation to that address, whoever sends it; None where it had three that day (UTC).

    The address stands in it as a keyed hash, so that the outbox tells no addresses.
    """
    _one_at_a_time(session, f"invitations to {email_key}")
    day = f"invitation:{ctx.keys.nonce('invite', email_key)}:{now:%Y%m%d}"
    slots = [f"{day}:{number}" for number in range(INVITATIONS_AN_ADDRESS)]
    used = set(session.scalars(select(OutboxMail.key).where(OutboxMail.key.in_(slots))))
    return next((slot for slot in slots if slot not in used), None)


def may_mail_fresh_link(session: Session, seat_id: int, now: datetime) -> bool:
    """Whether another fresh link may go to the holder of that seat: five an hour (TRUST R35)."""
    _one_at_a_time(session, f"fresh link of {seat_id}")
    sent = session.scalar(
        select(func.count())
        .select_from(OutboxMail)
        .where(OutboxMail.seat_id == seat_id, OutboxMail.kind == "fresh-link", OutboxMail.date > now - _HOUR)
    )
    return (sent or 0) < FRESH_LINKS_A_SEAT


@dataclass(frozen=True, slots=True)
class Allowance:
    """``may``: another answer can go now; ``resumes``: where it is the last one for now, the minute of the next."""

    may: bool
    resumes: datetime | None


def answers_allowed(session: Session, person_id: int, game_id: int, now: datetime) -> Allowance:
    """What the budget of answers leaves: five an hour to a person, and twenty a day in a game (TRUST R57)."""
    _one_at_a_time(session, f"answers to {person_id}")
    _one_at_a_time(session, f"answers in {game_id}")
    answers = (
        select(OutboxMail.date)
        .join(Seat, Seat.id == OutboxMail.seat_id)
        .where(OutboxMail.kind == "answer")
        .order_by(OutboxMail.date)
    )
    to_person = session.scalars(answers.where(Seat.person_id == person_id, OutboxMail.date > now - _HOUR)).all()
    in_game = session.scalars(answers.where(Seat.game_id == game_id, OutboxMail.date > now - _DAY)).all()
    waits = [
        [*sent, now][0] + window
        for sent, most, window in ((to_person, ANSWERS_AN_ADDRESS, _HOUR), (in_game, ANSWERS_A_GAME, _DAY))
        if len(sent) + 1 == most
    ]
    may = len(to_person) < ANSWERS_AN_ADDRESS and len(in_game) < ANSWERS_A_GAME
    return Allowance(may, _next_minute(max(waits)) if may and waits else None)


def _next_minute(at: datetime) -> datetime:
    """The full minute, at that instant or after it: no sooner is told than is true."""
    full = at.replace(second=0, microsecond=0)
    return full if full == at else full + timedelta(minutes=1)


def _one_at_a_time(session: Session, what: str) -> None:
    """Let nobody else count the same until this transaction ends; on SQLite a writer is alone anyway."""
    if session.connection().dialect.name == "postgresql":
        number = int.from_bytes(sha256(what.encode()).digest()[:8], "big", signed=True)
        session.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})
