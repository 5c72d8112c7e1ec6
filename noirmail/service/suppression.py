"""Addresses that take no mail. Some want nothing from this site: what strangers can cause is not mailed (TRUST R100).

Such a mail carries marks of its address, keyed hashes by every key there is. What is kept of a block is one mark: no
address, and it holds when place or account are long gone.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from noirmail.service.context import Context
from noirmail.service.once import insert_once
from noirmail.store.models import Person, Suppression

MARKS: Final = "marks"


def marks(ctx: Context, email_key: str) -> dict[str, list[str]]:
    """What a mail that a stranger can cause carries in its ``data``."""
    return {MARKS: list(ctx.keys.nonces("suppress", email_key))}


def can_block(data: Mapping[str, Any]) -> bool:
    """Whether a mail with that ``data`` offers its reader to block the site."""
    return MARKS in data


def is_blocked(session: Session, data: Mapping[str, Any]) -> bool:
    """Whether the reader of a mail with that ``data`` has blocked the site; always False where it has no marks."""
    if not can_block(data):
        return False
    found = select(Suppression.id).where(Suppression.key.in_(data[MARKS]), Suppression.reason == "blocked")
    return session.scalar(found.limit(1)) is not None


def suppress(
    ctx: Context,
    session: Session,
    email_key: str,
    reason: Literal["bounce", "complaint"],
    now: datetime,
    until: datetime | None,
) -> None:
    """Note an address as one that takes no mail, until then or for good; what is noted for good already stays."""
    keys = ctx.keys.nonces("suppress", email_key)
    known = session.scalars(select(Suppression).where(Suppression.key.in_(keys))).first()
    if known is None:
        insert_once(session, Suppression, {"key": keys[0], "reason": reason, "at": now, "until": until}, "key")
    elif known.until is not None:
        known.reason, known.at, known.until = reason, now, until


def forgive(ctx: Context, session: Session, person: Person) -> None:
    """A mail to the person's address arrived: the address is good again, unless its reader wants nothing."""
    person.address_broken_at = None
    keys = ctx.keys.nonces("suppress", person.email_key)
    session.execute(delete(Suppression).where(Suppression.key.in_(keys), Suppression.reason == "bounce"))
