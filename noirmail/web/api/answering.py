"""How an answer is written: JSON in UTF-8, kept by nobody unless everybody may see it."""

from json import dumps
from typing import Any
from zlib import crc32

from flask import Response, current_app, request

from noirmail.service.context import Context
from noirmail.words.table import Table

JSON = "application/json"


def context() -> Context:
    """What the services are handed."""
    ctx: Context = current_app.extensions["noirmail"]
    return ctx


def answer(body: dict[str, Any], status: int = 200) -> Response:
    """The body as an answer to one caller."""
    made = Response(written(body), status=status, content_type=JSON)
    made.headers["Cache-Control"] = "no-store"
    return made


def written(body: dict[str, Any]) -> str:
    """Compact JSON, members in the order given."""
    return dumps(body, ensure_ascii=False, separators=(",", ":"))


def readable(table: Table, body: dict[str, Any] | str, told: str | None) -> Response:
    """A read of a game. For a spectator it carries an ETag, and is 304 where that is what the caller has.

    ``told``: the Authorization that was sent, if any; an answer to a token is kept by nobody.
    """
    text = body if isinstance(body, str) else written(body)
    made = Response(text, content_type=JSON)
    if told is not None:
        made.headers["Cache-Control"] = "no-store"
        return made
    made.headers["Cache-Control"] = "no-cache"
    made.set_etag(tag_of(table), weak=True)
    made.make_conditional(request)
    return made


def tag_of(table: Table) -> str:
    """What names a spectator's position: public things alone, so that the tag tells no more than the body."""
    game = table.game
    ply = 0 if table.view is None else table.view.ply
    seats = [(seat.name, seat.state, seat.due, seat.late, seat.standin) for seat in table.seats]
    shown = "open" if table.opened else "closed"
    return f"{game.code}-{ply}-{game.status}-{shown}-{crc32(repr(seats).encode()):08x}"
