"""Taking a place, and turning an invitation down: for a person, by their own token."""

from flask import Response

from noirmail.service import seating, tables
from noirmail.service.context import Context
from noirmail.service.errors import NotFound, NotSignedIn
from noirmail.web.api.answering import answer, context
from noirmail.web.api.answers import Game
from noirmail.web.api.blueprint import api
from noirmail.web.api.callers import holder, identity_of
from noirmail.web.api.document import TOKEN, refusals
from noirmail.web.api.game_json import game_json
from noirmail.web.api.requests import EmptyBody, JoinBody


def _person_id(ctx: Context) -> int:
    """The person of the token; everybody else gets what a game that is not there gives (TRUST R98)."""
    try:
        identity = identity_of(ctx)
    except NotSignedIn:
        identity = None
    if identity is None or identity.kind != "person" or identity.person_id is None:
        raise NotFound
    return identity.person_id


@api.post("/games/<id>/join")
@api.input(JoinBody)
@api.output(Game)
@api.doc(security=TOKEN, responses=refusals(400, 404, 409, 413, 415, 422))
def join(id: str, json_data: JoinBody) -> Response:
    """Take the place that is held for you, else a free one of a listed table."""
    ctx = context()
    place = seating.join_by_code(ctx, id, _person_id(ctx), json_data.name, json_data.word)
    return answer(game_json(tables.table(ctx, place.game_id, holder(ctx, id).seat)))


@api.post("/games/<id>/decline")
@api.input(EmptyBody)
@api.doc(security=TOKEN, responses={204: {"description": "Declined"}} | refusals(400, 404, 409, 413, 415, 422))
def decline(id: str, json_data: EmptyBody) -> Response:
    """Turn down the place that is held for you."""
    ctx = context()
    seating.decline_by_code(ctx, id, _person_id(ctx))
    return Response(status=204)
