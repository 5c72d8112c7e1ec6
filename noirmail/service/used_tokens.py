"""Tokens that came with signed calls: each is good for one content, however often it comes (TRUST R64)."""

from datetime import timedelta
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, select

from noirmail import clock
from noirmail.service.context import Context
from noirmail.service.once import insert_once
from noirmail.store.models import UsedToken

# Longer than any caller's signature is good.
KEPT: Final = timedelta(days=1)


def use(ctx: Context, caller: str, token: str, content: bytes) -> bool:
    """Bind a caller's token to what came with it; False where it is bound to something else already.

    The same call again is good again: it may have failed after this.
    """
    key, wanted = sha256(f"{caller}\0{token}".encode()).hexdigest(), sha256(content).hexdigest()
    with ctx.db.write() as session:
        now = clock.now(session)
        session.execute(delete(UsedToken).where(UsedToken.at < now - KEPT))
        insert_once(session, UsedToken, {"key": key, "content": wanted, "at": now}, "key")
        return session.scalar(select(UsedToken.content).where(UsedToken.key == key)) == wanted
