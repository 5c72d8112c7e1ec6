"""A game as it is now, and what the holder of a seat can do."""

from typing import Any

from flask import Response

from noirmail.service import moves, tables
from noirmail.service.context import Context
from noirmail.service.errors import StaleDecision
from noirmail.web.api.answering import answer, context, readable
from noirmail.web.api.answers import Game, Receipt
from noirmail.web.api.blueprint import api
from noirmail.web.api.callers import Caller, at_table, bearer, holder
from noirmail.web.api.document import TOKEN, TOKEN_OR_NONE, refusals, unchanged
from noirmail.web.api.game_json import game_json
from noirmail.web.api.requests import ActionBody


def shown_to(ctx: Context, caller: Caller) -> dict[str, Any]:
    """The game as it is now, as the caller may see it."""
    return game_json(tables.table(ctx, caller.game_id, caller.seat))


@api.get("/games/<id>")
@api.output(Game)
@api.doc(security=TOKEN_OR_NONE, responses=refusals(404) | unchanged())
def get_game(id: str) -> Response:
    """A game as you may see it."""
    ctx = context()
    caller = at_table(ctx, id)
    table = tables.table(ctx, caller.game_id, caller.seat)
    return readable(table, game_json(table), bearer())


@api.post("/games/<id>/actions")
@api.input(ActionBody)
@api.output(Receipt, 201)
@api.doc(security=TOKEN, responses=refusals(400, 404, 409, 413, 415, 422))
def act(id: str, json_data: ActionBody) -> Response:
    """Make a move; 200 where the same key made it before."""
    ctx = context()
    caller = holder(ctx, id)
    if caller.seat is None:
        raise StaleDecision(0, None)
    sent = json_data
    receipt = moves.submit(ctx, caller.game_id, caller.seat, sent.action, sent.decision, sent.key, "api")
    body = {"ply": receipt.ply, "action": receipt.action, "game": shown_to(ctx, caller)}
    return answer(body, 201 if receipt.fresh else 200)
