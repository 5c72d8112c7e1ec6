"""How fast mails go out: a bucket for all and one for each domain, shared by all processes (TRUST R73).

A bucket is one instant in the database: when the next mail may go. Whoever sends takes a turn right before; nothing
is lost, and a domain that has to wait holds up no other.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.service.context import Context
from noirmail.service.once import insert_once
from noirmail.store.models import Heartbeat

_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)
_NOW: Final = timedelta(0)


def is_paced(ctx: Context) -> bool:
    """Whether mails go out at a limited rate at all."""
    return ctx.settings.outgoing.rate is not None or ctx.settings.outgoing.domain_rate is not None


def take_turn(ctx: Context, addresses: Sequence[str]) -> tuple[int | None, timedelta]:
    """Take the turn of the first of these addresses to which a mail may go now: its place in the sequence.

    None where none may, and how long until one may.
    """
    if not is_paced(ctx):
        return 0, _NOW
    with ctx.db.write() as session:
        soonest = timedelta.max
        tried: set[str] = set()
        for at, address in enumerate(addresses):
            domain = address.rpartition("@")[2].lower()
            if domain in tried:
                continue
            tried.add(domain)
            wait = _take(session, _spacing(ctx, domain))
            if wait <= _NOW:
                return at, _NOW
            soonest = min(soonest, wait)
    return None, soonest


def _spacing(ctx: Context, domain: str) -> Mapping[str, timedelta]:
    """By bucket, how long after a mail the next may go."""
    outgoing = ctx.settings.outgoing
    rates = {"pace": outgoing.rate, f"pace:{sha256(domain.encode()).hexdigest()[:14]}": outgoing.domain_rate}
    return {name: timedelta(seconds=1 / rate) for name, rate in rates.items() if rate is not None}


def _take(session: Session, spacing: Mapping[str, timedelta]) -> timedelta:
    """Take a turn in all these buckets, or in none: how long it has to wait then."""
    for name in spacing:
        insert_once(session, Heartbeat, {"name": name, "at": _LONG_AGO}, "name")
    named = select(Heartbeat).where(Heartbeat.name.in_(spacing)).order_by(Heartbeat.name)
    buckets = session.scalars(named.with_for_update(), execution_options={"populate_existing": True}).all()
    now = clock.now(session)
    wait = max(bucket.at - now for bucket in buckets)
    if wait <= _NOW:
        for bucket in buckets:
            bucket.at = now + spacing[bucket.name]
        session.flush()
    return wait
