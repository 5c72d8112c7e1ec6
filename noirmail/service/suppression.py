"""An address that wants nothing from this site: what strangers can cause is not mailed to it (TRUST R100).

Such a mail carries marks of its address, keyed hashes by every key there is. What is kept of a block is one mark: no
address, and it holds when place or account are long gone.
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail.service.context import Context
from noirmail.store.models import Suppression

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
