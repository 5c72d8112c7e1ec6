"""Talk at the table: open to all players, to spectators after the end; stripped of what nobody should pass on."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.i18n import gettext as _
from noirmail.mail.incoming.relay import relayed
from noirmail.service import notices, unheard
from noirmail.service.context import Context
from noirmail.service.errors import KeyReused, NotFound, RateLimited, Refused
from noirmail.service.limits import clean_key, clean_message
from noirmail.service.steps import Channel
from noirmail.service.tables import is_open
from noirmail.store.models import Game, Message, Seat

AN_HOUR: Final = timedelta(hours=1)
MOST_AN_HOUR: Final = 30
SHOWN: Final = 100
# A key of ours without its address: no word is that long.
_TOKEN: Final = re.compile(r"(?i)(?<![a-z0-9])[a-z2-7]{30,}(?![a-z0-9])")


@dataclass(frozen=True, slots=True)
class Said:
    """One message. ``text`` is plain and may have several lines; ``ply``: the last one when it was said."""

    id: int
    seat: int
    name: str
    text: str
    ply: int
    at: datetime


def may_talk(game: Game) -> bool:
    """Whether the players of a table may talk now: from the deal on, where the table was opened so."""
    return game.talk and game.status in ("running", "finished")


def check(ctx: Context, game_id: int, seat: int) -> None:
    """Raise what ``say`` would raise now whatever is said."""
    with ctx.db.read() as session:
        game, own = session.get(Game, game_id), _own_seat(session, game_id, seat)
        if game is None or own is None:
            raise NotFound
        _check(session, game, own, clock.now(session))


def say(ctx: Context, game_id: int, seat: int, text: str, key: str, channel: Channel = "page") -> Said:
    """Say something at the table; what the others will read, without quotes, links, addresses and keys (TRUST R63).

    A repeated ``key`` gives the first message. Raises NotFound for what is no seat of a person, BadInput, KeyReused,
    Refused where nobody may talk, and RateLimited.
    """
    clean, key = clean_message(_TOKEN.sub("[…]", relayed(text))), clean_key(key)
    with ctx.db.write() as session:
        game = session.scalars(select(Game).where(Game.id == game_id).with_for_update()).one_or_none()
        own = _own_seat(session, game_id, seat)
        if game is None or own is None:
            raise NotFound
        now = clock.now(session)
        earlier = _earlier(session, game_id, seat, key)
        if earlier is not None:
            if earlier.text != clean:
                raise KeyReused
            return _said(earlier, own.name)
        _check(session, game, own, now)
        row = Message(game_id=game_id, seat=seat, text=clean, ply=game.number, channel=channel, key=key, at=now)
        session.add(row)
        session.flush()
        _tell(ctx, session, game, row, now)
    ctx.wake()
    return _said(row, own.name)


def heard(ctx: Context, game_id: int, viewer: int | None) -> tuple[Said, ...]:
    """The last hundred messages of a table, oldest first; for somebody without a seat none before all is open."""
    with ctx.db.read() as session:
        if viewer is None and not _is_open(session, game_id):
            return ()
        last = _messages(game_id).order_by(None).order_by(Message.id.desc()).limit(SHOWN)
        return tuple(_said(row, name) for row, name in session.execute(last))[::-1]


def said_between(ctx: Context, game_id: int, first: int, upto: int) -> tuple[Said, ...]:
    """The messages of a table with ids from ``first`` to ``upto``, oldest first."""
    with ctx.db.read() as session:
        rows = session.execute(_messages(game_id).where(Message.id >= first, Message.id <= upto))
        return tuple(_said(row, name) for row, name in rows)


def _messages(game_id: int) -> Select[Message, str]:
    return (
        select(Message, Seat.name)
        .join(Seat, (Seat.game_id == Message.game_id) & (Seat.number == Message.seat))
        .where(Message.game_id == game_id)
        .order_by(Message.id)
    )


def _is_open(session: Session, game_id: int) -> bool:
    game = session.get(Game, game_id)
    return game is not None and is_open(session, game)


def _said(row: Message, name: str) -> Said:
    return Said(row.id, row.seat, name, row.text, row.ply, row.at)


def _own_seat(session: Session, game_id: int, seat: int) -> Seat | None:
    return session.scalars(
        select(Seat).where(Seat.game_id == game_id, Seat.number == seat, Seat.kind == "person")
    ).one_or_none()


def _earlier(session: Session, game_id: int, seat: int, key: str) -> Message | None:
    return session.scalars(
        select(Message).where(Message.game_id == game_id, Message.seat == seat, Message.key == key)
    ).one_or_none()


def _check(session: Session, game: Game, own: Seat, now: datetime) -> None:
    if not game.talk:
        raise Refused(_("This table was opened without talk."))
    if not may_talk(game) or own.standin:
        raise Refused(_("You cannot talk at this table now."))
    lately = select(func.count()).select_from(Message).where(Message.game_id == game.id, Message.at > now - AN_HOUR)
    if (session.scalar(lately.where(Message.seat == own.number)) or 0) >= MOST_AN_HOUR:
        raise RateLimited(int(AN_HOUR.total_seconds()))


def _tell(ctx: Context, session: Session, game: Game, row: Message, now: datetime) -> None:
    """Let everybody else have it by mail, with what else is said meanwhile."""
    for seat, person in notices.people_at(session, game.id):
        if seat.number == row.seat or unheard.lengthen(session, seat, row.id):
            continue
        seat.unheard_id = row.id
        at = unheard.next_mail_at(session, seat, now)
        data = {"said": [row.id, row.id]}
        key = unheard.key_of(seat)
        notices.queue(
            ctx, session, "messages", key=key, now=now, to=seat, person=person, ply=game.number, data=data, due_at=at
        )
