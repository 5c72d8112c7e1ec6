"""The replay: every position, one position, the record."""

from typing import Any

from flask import Response

from noirmail.engine.view import View
from noirmail.service import records, tables
from noirmail.service.tables import Eyes
from noirmail.web.api.answering import context, readable
from noirmail.web.api.answers import Game, Plies, RecordAnswer
from noirmail.web.api.blueprint import api
from noirmail.web.api.callers import at_table, bearer
from noirmail.web.api.document import TOKEN_OR_NONE, refusals, unchanged
from noirmail.web.api.game_json import game_json, opened_json, step_json, view_json
from noirmail.web.api.requests import EyesQuery


@api.get("/games/<id>/plies")
@api.input(EyesQuery, location="query")
@api.output(Plies)
@api.doc(security=TOKEN_OR_NONE, responses=refusals(404, 409, 422) | unchanged())
def list_plies(id: str, query_data: EyesQuery) -> Response:
    """Every position, as you knew it then."""
    ctx, eyes = context(), _eyes(query_data)
    caller = at_table(ctx, id)
    table = tables.table(ctx, caller.game_id, caller.seat)
    views = tables.views(ctx, caller.game_id, caller.seat, eyes=eyes)
    body = {
        "id": table.game.code,
        "ruleset": table.game.ruleset,
        "options": dict(table.game.options),
        "seat": caller.seat,
        "plies": [_ply(view, eyes == "all") for view in views],
    }
    return readable(table, body, bearer())


def _ply(view: View, everything: bool) -> dict[str, Any]:
    position = opened_json(view) if everything else view_json(view)
    return position | {"step": step_json(view.log[-1]) if view.log else None}


@api.get("/games/<id>/plies/<int:n>")
@api.input(EyesQuery, location="query")
@api.output(Game)
@api.doc(security=TOKEN_OR_NONE, responses=refusals(404, 409, 422) | unchanged())
def get_ply(id: str, n: int, query_data: EyesQuery) -> Response:
    """The position after a ply, as you knew it then; after the end as a seat knew it, or with all open."""
    ctx, eyes = context(), _eyes(query_data)
    caller = at_table(ctx, id)
    table = tables.table(ctx, caller.game_id, caller.seat, ply=n, eyes=eyes)
    return readable(table, game_json(table, everything=eyes == "all"), bearer())


def _eyes(query: EyesQuery) -> Eyes:
    if query.eyes is None or query.eyes == "all":
        return "all" if query.eyes else None
    return int(query.eyes)


@api.get("/games/<id>/record")
@api.output(RecordAnswer)
@api.doc(security=TOKEN_OR_NONE, responses=refusals(404) | unchanged())
def get_record(id: str) -> Response:
    """The record, complete once everything is open."""
    ctx = context()
    caller = at_table(ctx, id)
    table = tables.table(ctx, caller.game_id, caller.seat)
    return readable(table, records.record_for(ctx, caller.game_id, caller.seat), bearer())
