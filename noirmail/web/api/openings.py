"""Opening games, and finding them."""

from typing import Any

from flask import Response

from noirmail.mail.addresses import BadAddress, parse_address
from noirmail.service import games, lobby, tables
from noirmail.service.access import Identity
from noirmail.service.context import Context
from noirmail.service.errors import NotFound, NotSignedIn
from noirmail.service.games import Listed
from noirmail.service.lobby import HostSeat
from noirmail.service.opening import NewGame, NewPlace
from noirmail.store.models import Person
from noirmail.web.api.answering import answer, context
from noirmail.web.api.answers import GameList, OpenedGame
from noirmail.web.api.blueprint import api
from noirmail.web.api.callers import identity_of
from noirmail.web.api.document import TOKEN, TOKEN_OR_NONE, refusals
from noirmail.web.api.game_json import instant
from noirmail.web.api.requests import ListQuery, NewGameBody, SeatWanted


@api.post("/games")
@api.input(NewGameBody)
@api.output(OpenedGame, 201)
@api.doc(security=TOKEN, responses=refusals(400, 401, 404, 413, 415, 422))
def open_game(json_data: NewGameBody) -> Response:
    """Open a game: a host's starts at once and gives out the seats, a person's invites the others."""
    ctx = context()
    identity = identity_of(ctx)
    if identity is None:
        raise NotSignedIn
    if identity.kind == "host":
        return answer(_started(ctx, json_data), 201)
    return answer(_opened(ctx, json_data, _person(ctx, identity)), 201)


def _person(ctx: Context, identity: Identity) -> Person:
    """The person of a personal token; a seat's token reaches nothing but its seat (TRUST R31)."""
    if identity.kind != "person":
        raise NotFound
    with ctx.db.read() as session:
        return session.get_one(Person, identity.person_id)


def _started(ctx: Context, wanted: NewGameBody) -> dict[str, Any]:
    kinds = {"person": "invite", "house": "house", "free": "free"}
    places = tuple(NewPlace(kinds[seat.kind], seat.name, seat.email) for seat in wanted.seats)
    started = lobby.open_started(ctx, _new_game(wanted, places))
    return {"id": started.code, "status": "running", "seats": [_host_seat(ctx, seat) for seat in started.seats]}


def _host_seat(ctx: Context, seat: HostSeat) -> dict[str, Any]:
    link = None if seat.token is None else f"{ctx.settings.base_url}/s/{seat.token}"
    return {"seat": seat.seat, "name": seat.name, "token": seat.token, "link": link}


def _opened(ctx: Context, wanted: NewGameBody, opener: Person) -> dict[str, Any]:
    places = tuple(_place(seat, opener) for seat in wanted.seats)
    place = lobby.open_game(ctx, _new_game(wanted, places), opener)
    table = tables.table(ctx, place.game_id, None)
    seats = [{"seat": seat.number, "name": seat.name} for seat in table.seats]
    return {"id": place.code, "status": table.game.status, "seats": seats}


def _place(seat: SeatWanted, opener: Person) -> NewPlace:
    """The seat with the opener's own address, or with none, is the opener's."""
    if seat.kind == "person" and (seat.email is None or _is_own(seat.email, opener)):
        return NewPlace("opener", seat.name)
    return NewPlace("invite" if seat.kind == "person" else seat.kind, seat.name, seat.email)


def _is_own(email: str, opener: Person) -> bool:
    try:
        return parse_address(email).key == opener.email_key
    except BadAddress:
        return False


def _new_game(wanted: NewGameBody, places: tuple[NewPlace, ...]) -> NewGame:
    return NewGame(
        ruleset=wanted.ruleset,
        places=places,
        options=wanted.options,
        title=wanted.title,
        seating=wanted.seating,
        per_turn=wanted.pace.per_turn,
        on_timeout=wanted.pace.on_timeout,
        watch=wanted.watch,
        public=wanted.public,
        talk=wanted.talk,
    )


@api.get("/games")
@api.input(ListQuery, location="query")
@api.output(GameList)
@api.doc(security=TOKEN_OR_NONE, responses=refusals(401, 404, 422))
def list_games(query_data: ListQuery) -> Response:
    """With a personal token that person's games, else those that everybody may watch; newest first."""
    ctx, query = context(), query_data
    found = _listed(ctx, identity_of(ctx), query)
    following = found[-1].code if len(found) == query.limit else None
    return answer({"games": [_line(game) for game in found], "next": following})


def _listed(ctx: Context, identity: Identity | None, query: ListQuery) -> list[Listed]:
    if identity is None or identity.kind == "host":
        return games.watchable_games(ctx, status=query.status, after=query.after, limit=query.limit)
    person = _person(ctx, identity)
    return games.games_of(ctx, person.id, status=query.status, after=query.after, limit=query.limit)


def _line(game: Listed) -> dict[str, Any]:
    return {
        "id": game.code,
        "title": game.title,
        "ruleset": game.ruleset,
        "options": game.options,
        "status": game.status,
        "players": game.players,
        "names": list(game.names),
        "free": game.free,
        "ply": game.ply,
        "seat": game.seat,
        "invited": game.invited,
        "decision": game.decision,
        "due": instant(game.due),
    }
