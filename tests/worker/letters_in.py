"""Mails as players' programs send them in, and what noirmail kept of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import select, text

from noirmail.service.context import Context
from noirmail.service.postbox import decision_address
from noirmail.service.sealing import unpack
from noirmail.store.models import Decision, Game, InboxMail
from tests.build import seat_at


def reply_address(ctx: Context, game: Game, number: int) -> str:
    """Where the seat's open decision is answered to."""
    with ctx.db.read() as session:
        decision = session.scalars(
            select(Decision).where(Decision.game_id == game.id, Decision.seat == number, Decision.phase != "closed")
        ).one()
    return decision_address(ctx, decision.id, seat_at(ctx, game, number).version)


def letter(words: str = "kill J", to: str = "noir@example.test", **headers: str) -> bytes:
    """A short mail of Alice's."""
    usual = {"From": "Alice <alice@example.test>", "To": to, "Subject": "Re: Noir", "Message-ID": "<1@example.test>"}
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in (usual | headers).items()]
    return "\r\n".join([*lines, "", *words.split("\n"), ""]).encode()


@dataclass(frozen=True)
class Kept:
    """A mail that a door took: the kind of door, the envelope, the bytes."""

    source: str
    sender: str
    recipient: str
    raw: bytes


def kept(ctx: Context) -> list[Kept]:
    """Every mail that was taken."""
    with ctx.db.read() as session:
        rows = session.scalars(select(InboxMail).order_by(InboxMail.id)).all()
    return [Kept(row.source, *unpack(ctx, row.sealed)) for row in rows if row.sealed is not None]


@contextmanager
def nothing_can_be_stored(ctx: Context) -> Iterator[None]:
    """The database fails whoever wants to store a mail, while the block runs."""
    with ctx.db.write() as session:
        session.execute(text("ALTER TABLE inbox RENAME TO elsewhere"))
    yield
    with ctx.db.write() as session:
        session.execute(text("ALTER TABLE elsewhere RENAME TO inbox"))
