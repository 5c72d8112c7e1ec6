"""When a mail that still matters goes out: at once, later, gathered with others, or not at all.

A player who is at the table may answer there first; quiet hours and the daily digest hold mails back; who wants one
mail until the next visit gets no second one before it (TRUST R69, "Decided" 3 and 15).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from noirmail.service.context import Context
from noirmail.service.hours import next_at, quiet_until
from noirmail.service.parcels import Parcel, address_of, holder_of, obsolete
from noirmail.store.models import Base

# What may be held back, gathered or left out; all else was asked for, or is about an account.
OF_GAMES: Final = frozenset(
    {"your-turn", "game-start", "reminder", "time-ran-out", "game-over", "messages", "happened", "invitation-answer"}
)
# What tells a decision better than an earlier mail of it.
_RETELLS: Final = frozenset({"your-turn", "reminder", "time-ran-out"})
SECOND: Final = timedelta(seconds=1)
_A_DAY: Final = timedelta(days=1)
_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)

_tables = Base.metadata.tables
_mails, _seats, _suppressed = _tables["outbox"].c, _tables["seat"].c, _tables["suppression"].c
_LATER: Final = select(_mails.id, _mails.seat_id, _mails.kind, _mails.decision).where(
    _mails.seat_id.in_(bindparam("seats", expanding=True)),
    _mails.id > bindparam("first"),
    _mails.kind.in_(_RETELLS),
    _mails.state.in_(("pending", "sent")),
)
_SUPPRESSED: Final = select(_suppressed.key).where(
    _suppressed.key.in_(bindparam("keys", expanding=True)),
    _suppressed.until.is_(None) | (_suppressed.until > bindparam("now")),
)
_SINCE_VISIT: Final = (
    select(_mails.id)
    .join(_tables["seat"], _seats.id == _mails.seat_id)
    .where(_seats.person_id == bindparam("person"), _mails.kind.in_(OF_GAMES), _mails.state == "sent")
    .where(_mails.accepted_at >= bindparam("visited"))
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """``send``, ``superseded`` (for a ``reason``), ``held`` until a time, or to ``gather`` with others now."""

    what: Literal["send", "superseded", "held", "gather"]
    reason: str = ""
    until: datetime | None = None


_SEND: Final = Verdict("send")
_GATHER: Final = Verdict("gather")


def verdicts(ctx: Context, session: Session, found: Iterable[Parcel], now: datetime) -> list[tuple[Parcel, Verdict]]:
    """What is to become of each of these mails now, in their order. Changes nothing."""
    found = list(found)
    later, unwanted = _later(session, found), _unwanted(ctx, session, found, now)
    mailed: set[int] = set()
    return [(parcel, _verdict(session, parcel, now, later, unwanted, mailed)) for parcel in found]


def _verdict(
    session: Session,
    parcel: Parcel,
    now: datetime,
    later: Mapping[tuple[int, int | None], int],
    unwanted: frozenset[str],
    mailed: set[int],
) -> Verdict:
    if reason := obsolete(session, parcel, now):
        return Verdict("superseded", reason)
    if parcel.kind not in OF_GAMES:
        return _SEND
    if holder_of(parcel) in unwanted and not parcel.data.get("last"):
        return Verdict("superseded", "the address takes no mail")
    if parcel.kind in f"{parcel.seat_muted} {parcel.person_muted}".split():
        return Verdict("superseded", "mails of this kind are not wanted")
    if parcel.kind in _RETELLS and later.get((parcel.seat_id, parcel.decision), 0) > parcel.id:
        return Verdict("superseded", "a later mail tells it")
    if parcel.person_mail_mode == "visit" and _was_mailed(session, parcel, mailed):
        return Verdict("superseded", "the player has had a mail since the last visit")
    return _timed(parcel, now)


def _timed(parcel: Parcel, now: datetime) -> Verdict:
    present = parcel.seat_present_until
    if parcel.kind == "your-turn" and present is not None and present > now:
        return Verdict("held", "the player is at the table", present)
    if parcel.person_mail_mode == "digest":
        until = digest_due(parcel)
        return _GATHER if until <= now else Verdict("held", "for the digest", until)
    quiet = quiet_until(now, parcel.person_quiet_from, parcel.person_quiet_to, parcel.person_zone or "UTC")
    return Verdict("held", "quiet hours", quiet) if quiet else _SEND


def digest_due(parcel: Parcel) -> datetime:
    """When the digest is due that tells this mail."""
    return next_at(parcel.date + SECOND, parcel.person_digest_at, parcel.person_zone)


def last_digest(now: datetime, minute: int, zone: str) -> datetime:
    """When the latest digest was due."""
    due = next_at(now - _A_DAY + SECOND, minute, zone)
    return due if due <= now else next_at(now - 2 * _A_DAY + SECOND, minute, zone)


def _was_mailed(session: Session, parcel: Parcel, mailed: set[int]) -> bool:
    """Whether the player has had a mail since the last visit, or gets one in this very batch."""
    person = parcel.seat_person_id
    if person in mailed:
        return True
    mailed.add(person)
    visited = parcel.person_visited_at or _LONG_AGO
    return session.connection().execute(_SINCE_VISIT, {"person": person, "visited": visited}).first() is not None


def _later(session: Session, found: Iterable[Parcel]) -> Mapping[tuple[int, int | None], int]:
    """By seat and decision, the last mail that tells it."""
    told = [parcel for parcel in found if parcel.kind in _RETELLS]
    if not told:
        return {}
    seats, first = {parcel.seat_id for parcel in told}, min(parcel.id for parcel in told)
    rows = session.connection().execute(_LATER, {"seats": list(seats), "first": first})
    last: dict[tuple[int, int | None], int] = {}
    for row in rows:
        at = (row.seat_id, row.decision)
        last[at] = max(last.get(at, 0), row.id)
    return last


def _unwanted(ctx: Context, session: Session, found: Iterable[Parcel], now: datetime) -> frozenset[str]:
    """Of the addresses of these mails, as they are compared, those that take no mail."""
    holders = {holder_of(parcel) for parcel in found if parcel.kind in OF_GAMES and address_of(parcel)}
    keys = {key: holder for holder in holders for key in ctx.keys.nonces("suppress", holder)}
    if not keys:
        return frozenset()
    rows = session.connection().execute(_SUPPRESSED, {"keys": list(keys), "now": now})
    return frozenset(keys[row.key] for row in rows)
