"""The addresses that noirmail gives out: to answer to, and for what comes back; each with a token (TRUST R14, R15).

A decision's address takes a move as the answer to that decision. A seat's address takes everything but moves. Both
die with the seat's links; the one for bounces tells which mail came back.
"""

import re
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail.service.context import Context
from noirmail.service.errors import DeadLink
from noirmail.service.tokens import Purpose
from noirmail.store.models import Decision, OutboxMail, Seat

_ADDRESS: Final = re.compile(r"(move|seat|b)\+([a-z2-7]{35})@([a-z0-9.-]{1,190})")
_PURPOSES: Final[dict[str, Purpose]] = {"move": "reply", "seat": "seat-reply", "b": "bounce"}
# How many links ago an address is still known again, to send its holder the way that works.
_VERSIONS_BACK: Final = 50


@dataclass(frozen=True, slots=True)
class Recipient:
    """What an address of ours stands for.

    Of a seat: ``seat_id``, and the ``decision`` that is answered, None where it is none; ``old``: it was good once,
    before the seat got other links. For what comes back: ``outbox_id``, the mail that was sent.
    """

    seat_id: int | None = None
    decision: int | None = None
    old: bool = False
    outbox_id: int | None = None


def decision_address(ctx: Context, decision_id: int, seat_version: int) -> str:
    """Where a decision is answered to; ``decision_id`` is that of its row."""
    return f"move+{ctx.keys.mint('reply', decision_id, seat_version)}@{ctx.settings.reply_domain}"


def seat_address(ctx: Context, seat_id: int, seat_version: int) -> str:
    """Where a seat writes to that owes no decision."""
    return f"seat+{ctx.keys.mint('seat-reply', seat_id, seat_version)}@{ctx.settings.reply_domain}"


def bounce_address(ctx: Context, mail_id: int) -> str:
    """The envelope sender of a mail: what comes back to it tells which mail, and nobody else can make it."""
    return f"b+{ctx.keys.mint('bounce', mail_id)}@{ctx.settings.mail_domain}"


def is_ours(ctx: Context, address: str) -> bool:
    """Whether noirmail gave this address out to somebody; the same no whatever is wrong about it (TRUST R66)."""
    with ctx.db.read() as session:
        return recipient_of(ctx, session, address) is not None


def recipient_of(ctx: Context, session: Session, address: str) -> Recipient | None:
    """What an address stands for, in any case of its letters; None where noirmail did not give it out."""
    found = _ADDRESS.fullmatch(address.strip().strip("<>").lower())
    if found is None or found[3] not in (ctx.settings.reply_domain, ctx.settings.mail_domain):
        return None
    kind, token = found[1], found[2]
    try:
        row_id = ctx.keys.parse(token)
        if kind == "b":
            return _of_mail(ctx, session, token, row_id)
        return _of_seat(ctx, session, kind, token, row_id)
    except DeadLink:
        return None


def _of_mail(ctx: Context, session: Session, token: str, mail_id: int) -> Recipient:
    mail = session.get(OutboxMail, mail_id)
    ctx.keys.check("bounce", token, 1 if mail else None)
    return Recipient(outbox_id=mail_id)


def _of_seat(ctx: Context, session: Session, kind: str, token: str, row_id: int) -> Recipient:
    decision = session.get(Decision, row_id) if kind == "move" else None
    seat = session.get(Seat, row_id) if kind == "seat" else _seat_of(session, decision)
    version = _version_of(ctx, _PURPOSES[kind], token, seat.version if seat else 0)
    if seat is None or version is None:
        raise DeadLink
    return Recipient(seat.id, decision.number if decision else None, old=version != seat.version)


def _seat_of(session: Session, decision: Decision | None) -> Seat | None:
    if decision is None:
        return None
    return session.scalar(select(Seat).where(Seat.game_id == decision.game_id, Seat.number == decision.seat))


def _version_of(ctx: Context, purpose: Purpose, token: str, newest: int) -> int | None:
    for version in range(newest, max(newest - _VERSIONS_BACK, 0), -1):
        try:
            ctx.keys.check(purpose, token, version)
        except DeadLink:
            continue
        return version
    return None
