"""Opening games through the API, and finding them."""

import pytest

from noirmail.service.context import Context
from tests.build import create_game, token_of
from tests.cast import ALICE, BOB, CHARLIE
from tests.post import deliver_all, mails_to
from tests.web.api.conftest import Api, Json


def test_a_hosts_game_starts_at_once_and_gives_out_the_seats(api: Api, host: str, two: Json) -> None:
    answer = api.post("/games", host, two)

    assert answer.status_code == 201
    seats = answer.json["seats"]
    assert [(seat["seat"], seat["name"]) for seat in seats] == [(0, "Alice"), (1, "Bob")]
    game = api.get(f"/games/{answer.json['id']}", seats[1]["token"]).json
    assert (game["status"], game["seat"], game["due"]) == ("running", 1, None)


def test_the_link_of_a_seat_is_its_page(api: Api, host: str, two: Json) -> None:
    seat = api.post("/games", host, two).json["seats"][0]

    assert seat["link"] == f"http://localhost/s/{seat['token']}"
    assert api.client.get(seat["link"]).status_code == 200


def test_a_host_may_leave_addresses_out_and_let_the_house_play(api: Api, host: str) -> None:
    seats = [{"name": "Alice"}, {"kind": "house"}]

    answer = api.post("/games", host, {"ruleset": "kvi", "seats": seats, "seating": "given"})

    assert answer.status_code == 201
    assert [seat["token"] is None for seat in answer.json["seats"]] == [False, True]


def test_seats_are_drawn_by_lot_unless_given(api: Api, host: str, two: Json) -> None:
    del two["seating"]

    answer = api.post("/games", host, two)

    assert [seat["seat"] for seat in answer.json["seats"]] == [0, 1]
    assert sorted(seat["name"] for seat in answer.json["seats"]) == ["Alice", "Bob"]


def test_a_person_invites_the_others_and_gets_no_foreign_token(api: Api, ctx: Context, alice: str, two: Json) -> None:
    answer = api.post("/games", alice, two)

    assert answer.status_code == 201
    assert answer.json["status"] == "open"
    assert "token" not in answer.get_data(as_text=True)
    assert len(mails_to(BOB.email, deliver_all(ctx))) == 1


def test_who_is_invited_joins_with_a_word_and_the_game_starts(api: Api, alice: str, bob: str, two: Json) -> None:
    path = f"/games/{api.post('/games', alice, two).json['id']}"

    answer = api.post(f"{path}/join", bob, {"word": "rain", "name": "Bobby"})

    assert answer.status_code == 200
    assert (answer.json["status"], answer.json["seat"]) == ("running", 1)
    assert [seat["name"] for seat in answer.json["seats"]] == ["Alice", "Bobby"]


def test_who_is_invited_may_decline(api: Api, alice: str, bob: str, two: Json) -> None:
    path = f"/games/{api.post('/games', alice, two).json['id']}"

    assert api.post(f"{path}/decline", bob).status_code == 204
    assert [seat["state"] for seat in api.get(path, alice).json["seats"]] == ["joined", "free"]


@pytest.mark.parametrize("call", ["join", "decline"])
def test_who_is_not_invited_finds_nothing(api: Api, alice: str, charlie: str, two: Json, call: str) -> None:
    path = f"/games/{api.post('/games', alice, two).json['id']}"

    assert api.post(f"{path}/{call}", charlie, {}).data == api.post(f"/games/NOWHERE2/{call}", charlie, {}).data


@pytest.mark.parametrize("call", ["join", "decline"])
def test_nobody_learns_by_it_that_a_table_of_others_has_begun(
    api: Api, alice: str, bob: str, charlie: str, two: Json, call: str
) -> None:
    path = f"/games/{api.post('/games', alice, two).json['id']}"
    api.post(f"{path}/join", bob, {})

    assert api.post(f"{path}/{call}", charlie, {}).data == api.post(f"/games/NOWHERE2/{call}", charlie, {}).data


def test_anybody_joins_a_table_that_lists_its_places(api: Api, alice: str, charlie: str) -> None:
    seats = [{"name": "Alice"}, {"kind": "free"}]
    opened = api.post("/games", alice, {"ruleset": "kvi", "seats": seats, "public": True, "watch": "everyone"})

    answer = api.post(f"/games/{opened.json['id']}/join", charlie, {"name": "Charlie"})

    assert answer.json["status"] == "running"


def _seats(*people: Json) -> Json:
    return {"ruleset": "kvi", "seats": list(people)}


A, B = ({"name": who.name, "email": who.email} for who in (ALICE, BOB))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (_seats(A, B) | {"ruleset": "chess"}, "ruleset"),
        (_seats(A, B) | {"options": {"blood": True}}, "options"),
        (_seats(A, B) | {"options": {"kills": 11}}, "options"),
        (_seats(A, B) | {"options": {"kills": 1e9}}, "options.kills"),
        (_seats(A), "seats"),
        (_seats(A, B, {"name": CHARLIE.name}), "seats"),
        (_seats(A, B | {"email": "bob"}), "seats.1.email"),
        (_seats(A, B | {"name": "x" * 41}), "seats.1.name"),
        (_seats(A, B | {"name": "Bob\u202e"}), "seats.1.name"),
        (_seats(A, B | {"nick": "B"}), "seats.1.nick"),
        (_seats(A, B) | {"pace": {"per_turn": 1}}, "pace.per_turn"),
        (_seats(A, B) | {"pace": {"on_timeout": "hang"}}, "pace.on_timeout"),
        (_seats(A, B) | {"seating": "best"}, "seating"),
        (_seats(A, B) | {"title": "x" * 61}, "title"),
        ({"seats": [A, B]}, "ruleset"),
    ],
)
@pytest.mark.parametrize("who", ["host", "alice"])
def test_a_wrong_member_is_named_and_no_table_laid(
    api: Api, request: pytest.FixtureRequest, who: str, body: Json, field: str
) -> None:
    token = request.getfixturevalue(who)

    answer = api.post("/games", token, body)

    assert answer.status_code == 422
    assert answer.json["field"] == field
    assert api.get("/games", request.getfixturevalue("alice")).json["games"] == []


@pytest.mark.parametrize("email", ["alice@example.test", "ALICE@EXAMPLE.TEST"])
@pytest.mark.parametrize("who", ["host", "alice"])
def test_one_person_holds_one_seat(api: Api, request: pytest.FixtureRequest, who: str, email: str) -> None:
    answer = api.post("/games", request.getfixturevalue(who), _seats(A, B | {"email": email}))

    assert answer.status_code == 422
    assert answer.json["field"].startswith("seats")


def test_only_a_host_or_a_person_opens_games(api: Api, ctx: Context, two: Json) -> None:
    seat = token_of(ctx, create_game(ctx), 0)

    assert api.post("/games", None, two).status_code == 401
    assert api.post("/games", None, two).data == api.post("/games", "garbage", two).data
    assert api.post("/games", seat, two).status_code == 404


def test_a_person_lists_their_own_games_page_by_page(api: Api, ctx: Context, alice: str) -> None:
    codes = [create_game(ctx).code for _number in range(3)]
    create_game(ctx, names=("Dana", "Charlie"))

    first = api.get("/games?limit=2", alice).json
    rest = api.get(f"/games?limit=2&after={first['next']}", alice).json

    assert [game["id"] for game in first["games"] + rest["games"]] == codes[::-1]
    assert rest["next"] is None


def test_nobody_in_particular_lists_what_everybody_may_watch(api: Api, ctx: Context) -> None:
    open_to_all = create_game(ctx, watch="everyone")
    create_game(ctx, watch="link")
    create_game(ctx, watch="players")

    assert [game["id"] for game in api.get("/games?status=running").json["games"]] == [open_to_all.code]
    assert api.get("/games?status=finished").json["games"] == []


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "status=lost", "after=NOWHERE2", "limit=51", "after=%00"])
def test_a_wrong_query_names_its_field(api: Api, query: str) -> None:
    answer = api.get(f"/games?{query}")

    assert answer.status_code == 422
    assert answer.json["field"] == query.split("=")[0]
