"""May this person do this: who a token, a session or a public code lets in, and to what.

Foreign, unknown, expired and malformed look the same from outside (TRUST R34, R98).
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.service import links
from noirmail.service.context import Context
from noirmail.service.errors import DeadLink, LinkEnded, NotFound, NotSignedIn
from noirmail.store.models import ApiToken, Game, Person, Seat

# Old mails are opened again after the game (TRUST "Decided" 1).
SEAT_LINKS_LIVE_ON: Final = timedelta(days=30)

# On the way of every page and move, so it is built once.
_FOUND: Final = select(Game, Seat).join(Seat, Seat.game_id == Game.id).where(Seat.id == bindparam("seat"))


@dataclass(frozen=True, slots=True)
class Identity:
    """Who calls the API: a host, a person with all their seats, or one seat of one game."""

    kind: Literal["host", "person", "seat"]
    person_id: int | None = None
    seat_id: int | None = None
    game_id: int | None = None


def seat_of(ctx: Context, session: Session, token: str) -> tuple[Game, Seat]:
    """The seat that a seat link is the key to, with its game; raises DeadLink.

    Good from the day the place was taken until 30 days after the game's end; then it is LinkEnded.
    """
    game, seat = _with_game(ctx, session, "seat", token)
    if seat.state != "joined" or seat.kind != "person":
        raise DeadLink
    if is_over_for_good(session, game):
        raise LinkEnded(links.watch_url(ctx, game) if game.watch != "players" else "")
    return game, seat


def invited_seat(ctx: Context, session: Session, token: str) -> tuple[Game, Seat]:
    """The place that a personal invitation is for, with its game, whatever has become of both; raises DeadLink."""
    return _with_game(ctx, session, "invite", token)


def joinable_game(ctx: Context, session: Session, token: str) -> Game:
    """The game that a link to pass on leads to, whatever has become of it; raises DeadLink."""
    game = session.get(Game, ctx.keys.parse(token))
    ctx.keys.check("join", token, game.join_version if game else None)
    if game is None:
        raise DeadLink
    return game


def unsubscribing_seat(ctx: Context, session: Session, token: str) -> tuple[Game, Seat]:
    """The seat whose mails an unsubscribe link turns off, with its game; raises DeadLink.

    It stays good as long as the same address holds the place: the last mail of a game must still offer it, and a
    fresh seat link does not spoil it.
    """
    game, seat = _found(session, ctx.keys.parse(token))
    holder = _holder(session, seat) if seat else None
    ctx.keys.check("unsubscribe", token, links.holder_number(holder) if holder else None)
    if game is None or seat is None:
        raise DeadLink
    return game, seat


def game_of_code(session: Session, code: str) -> Game:
    """The game with that public code, in any case; raises NotFound. Says nothing about who may see it."""
    # What cannot be a code is not even looked up: PostgreSQL does not take every text.
    like_a_code = len(code) <= 16 and code.isascii() and code.isalnum()
    game = session.scalar(select(Game).where(Game.code == code.upper())) if like_a_code else None
    if game is None:
        raise NotFound
    return game


def watchable(session: Session, code: str) -> Game:
    """The game with that public code, where somebody without a seat may look on; raises NotFound."""
    game = game_of_code(session, code)
    if game.watch not in ("everyone", "link"):
        raise NotFound
    return game


def person_of_session(ctx: Context, session: Session, token: str | None) -> Person | None:
    """The person who is signed in by a session token; None where nobody is."""
    try:
        person = session.get(Person, ctx.keys.parse(token or ""))
        ctx.keys.check("session", token or "", person.version if person else None)
    except DeadLink:
        return None
    return person


def api_identity(ctx: Context, session: Session, bearer: str) -> Identity:
    """Who a bearer token of the API stands for: a seat's, a person's or a host's; raises NotSignedIn."""
    try:
        _game, seat = seat_of(ctx, session, bearer)
        return Identity("seat", seat.person_id, seat.id, seat.game_id)
    except DeadLink:
        pass
    try:
        return _api_token(ctx, session, bearer)
    except DeadLink:
        raise NotSignedIn from None


def seat_at(session: Session, game: Game, identity: Identity | None) -> Seat | None:
    """The seat that the caller has at this game; None for somebody who may only watch; raises NotFound.

    A host has no seat and watches like anybody else.
    """
    seat = _own_seat(session, game, identity)
    if seat is None and game.watch not in ("everyone", "link"):
        raise NotFound
    return seat


def _own_seat(session: Session, game: Game, identity: Identity | None) -> Seat | None:
    if identity is None or identity.kind == "host":
        return None
    own = select(Seat).where(Seat.game_id == game.id, Seat.state == "joined", Seat.kind == "person")
    if identity.kind == "seat":
        return session.scalar(own.where(Seat.id == identity.seat_id))
    return session.scalar(own.where(Seat.person_id == identity.person_id))


def _api_token(ctx: Context, session: Session, bearer: str) -> Identity:
    row = session.get(ApiToken, ctx.keys.parse(bearer))
    ctx.keys.check("api", bearer, row.version if row and row.revoked_at is None else None)
    if row is None:
        raise DeadLink
    return Identity("host") if row.person_id is None else Identity("person", row.person_id)


def _with_game(ctx: Context, session: Session, purpose: Literal["seat", "invite"], token: str) -> tuple[Game, Seat]:
    game, seat = _found(session, ctx.keys.parse(token))
    ctx.keys.check(purpose, token, seat.version if seat else None)
    if game is None or seat is None:
        raise DeadLink
    return game, seat


def _found(session: Session, seat_id: int) -> tuple[Game, Seat] | tuple[None, None]:
    found = session.execute(_FOUND, {"seat": seat_id}).first()
    return (found[0], found[1]) if found else (None, None)


def _holder(session: Session, seat: Seat) -> str | None:
    """The address, as it is compared, that holds a place or is invited to it."""
    person = session.get(Person, seat.person_id) if seat.person_id is not None else None
    return person.email_key if person else seat.invited_key


def is_over_for_good(session: Session, game: Game) -> bool:
    """Whether the links to the game's seats have ended."""
    return game.finished_at is not None and clock.now(session) > game.finished_at + SEAT_LINKS_LIVE_ON
