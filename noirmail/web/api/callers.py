"""Who calls, and what they are at a table: a seat's holder, or somebody who looks on."""

from dataclasses import dataclass

from flask import request

from noirmail.service import access
from noirmail.service.access import Identity
from noirmail.service.context import Context
from noirmail.service.errors import DeadLink, NotFound, NotSignedIn


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody at a table. ``seat_id`` is None for who looks on; ``seat`` is None too before seats are drawn."""

    game_id: int
    code: str
    status: str
    seat_id: int | None
    seat: int | None


def bearer() -> str | None:
    """The token that was sent, None without an Authorization; one that is no bearer token is good for nothing."""
    told = request.headers.get("Authorization")
    if told is None:
        return None
    scheme, _space, token = told.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def identity_of(ctx: Context) -> Identity | None:
    """Whom the token stands for; None without one. Raises NotSignedIn for a token that is not good."""
    token = bearer()
    if token is None:
        return None
    with ctx.db.read() as session:
        return access.api_identity(ctx, session, token)


def at_table(ctx: Context, code: str) -> Caller:
    """The caller at the game of that code; raises NotFound.

    The same for a game that does not exist, one that is not for the caller, a seat's token of another game, and a
    token that is not good (TRUST R34, R98).
    """
    token = bearer()
    return _holder(ctx, code, token) or _somebody(ctx, code, token)


def holder(ctx: Context, code: str) -> Caller:
    """As ``at_table``, for what only the holder of a seat may do."""
    caller = at_table(ctx, code)
    if caller.seat_id is None:
        raise NotFound
    return caller


def _holder(ctx: Context, code: str, token: str | None) -> Caller | None:
    """The holder of a seat by the seat's own token: one query, since this is how most calls come."""
    if token is None:
        return None
    with ctx.db.read() as session:
        try:
            game, seat = access.seat_of(ctx, session, token)
        except DeadLink:
            return None
    if game.code != code.upper():
        raise NotFound
    return Caller(game.id, game.code, game.status, seat.id, seat.number)


def _somebody(ctx: Context, code: str, token: str | None) -> Caller:
    with ctx.db.read() as session:
        try:
            identity = None if token is None else access.api_identity(ctx, session, token)
        except NotSignedIn:
            raise NotFound from None
        game = access.game_of_code(session, code)
        seat = access.seat_at(session, game, identity)
    if seat is None:
        return Caller(game.id, game.code, game.status, None, None)
    return Caller(game.id, game.code, game.status, seat.id, seat.number)
