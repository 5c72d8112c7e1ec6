"""How the holder of a seat ends a game, or leaves it."""

from collections.abc import Callable
from typing import Any

from flask import Response

from noirmail.i18n import gettext as _
from noirmail.service import parting
from noirmail.service.context import Context
from noirmail.service.errors import Refused
from noirmail.service.steps import Channel
from noirmail.web.api.answering import answer, context
from noirmail.web.api.answers import Game
from noirmail.web.api.blueprint import api
from noirmail.web.api.callers import holder
from noirmail.web.api.document import TOKEN, refusals
from noirmail.web.api.play import shown_to
from noirmail.web.api.requests import EmptyBody

_REFUSALS = refusals(400, 404, 409, 413, 415, 422)


@api.post("/games/<id>/resign")
@api.input(EmptyBody)
@api.output(Game)
@api.doc(security=TOKEN, responses=_REFUSALS)
def resign(id: str, json_data: EmptyBody) -> Response:
    """Give your seat up for good."""
    return _done(id, parting.resign)


@api.post("/games/<id>/agree")
@api.input(EmptyBody)
@api.output(Game)
@api.doc(security=TOKEN, responses=_REFUSALS)
def agree(id: str, json_data: EmptyBody) -> Response:
    """Offer to end the game without a winner; it ends once everybody has offered at the same ply."""
    return _done(id, parting.agree)


@api.post("/games/<id>/claim")
@api.input(EmptyBody)
@api.output(Game)
@api.doc(security=TOKEN, responses=_REFUSALS)
def claim(id: str, json_data: EmptyBody) -> Response:
    """End the game against a seat whose time ran out."""
    return _done(id, parting.claim)


def _done(code: str, deed: Callable[[Context, int, int, Channel], Any]) -> Response:
    ctx = context()
    caller = holder(ctx, code)
    if caller.seat is None:
        raise Refused(_("The game has not begun."))
    deed(ctx, caller.game_id, caller.seat, "api")
    return answer(shown_to(ctx, caller))
