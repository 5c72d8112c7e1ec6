"""What is no request at all: refused in problem details that say what to do, and nothing is done."""

import pytest
from apiflask import APIFlask

from noirmail.service import tables
from noirmail.service.context import Context
from noirmail.store.models import Game
from tests.build import create_game, token_of
from tests.web.api.conftest import Api

GOOD = b'{"action": "kill N", "decision": 0, "key": "k"}'


@pytest.fixture
def game(ctx: Context) -> Game:
    return create_game(ctx)


@pytest.fixture
def killer(ctx: Context, game: Game) -> str:
    return token_of(ctx, game, 0)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b"[]", 422),
        (b"null", 422),
        (b'"kill N"', 422),
        (b"\xff\xfe{}", 400),
        (GOOD[:-1] + b', "decision": 1}', 400),
        (GOOD.replace(b"0", b"NaN"), 400),
        (GOOD.replace(b"0", b"1e999"), 422),
        (GOOD.replace(b"0", b"0.0"), 422),
        (GOOD.replace(b"0", b"true"), 422),
        (GOOD.replace(b"0", b'"0"'), 422),
        (GOOD.replace(b"0", b"-1"), 422),
        (GOOD.replace(b"0", b"9" * 30), 422),
        (GOOD.replace(b"0", b"9" * 5000), 400),
        (GOOD.replace(b'"k"', b'"k\\u0000"'), 422),
        (GOOD.replace(b'"k"', b'"\\ud800"'), 422),
        (GOOD.replace(b'"k"', b'"' + b"k" * 81 + b'"'), 422),
        (GOOD.replace(b"kill N", b"k" * 201), 422),
        (GOOD.replace(b"kill N", b"kill\\u202e B"), 422),
        (GOOD[:-1] + b', "by": "house"}', 422),
        (b"[" * 30000, 400),
        (b'{"action": ' + b"[" * 20 + b"]" * 20 + b"}", 422),
        (GOOD + b" " * 65536, 413),
    ],
)
def test_a_body_that_is_wrong_is_refused_and_nothing_happens(
    api: Api, game: Game, killer: str, body: bytes, status: int
) -> None:
    answer = api.post(f"/games/{game.code}/actions", killer, body)

    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"
    assert {"type", "title", "status", "detail"} <= answer.json.keys()
    assert api.get(f"/games/{game.code}", killer).json["ply"] == 0


@pytest.mark.parametrize("key", ["k", "", " k\t", "☃" * 80])
def test_any_key_of_up_to_80_characters_is_good(api: Api, game: Game, killer: str, key: str) -> None:
    assert api.act(f"/games/{game.code}", killer, "kill N", 0, key).status_code == 201


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "multipart/form-data"])
def test_another_kind_of_body_is_not_read(api: Api, game: Game, killer: str, kind: str) -> None:
    headers = {"Authorization": f"Bearer {killer}"}

    answer = api.client.post(f"/api/v1/games/{game.code}/actions", data=GOOD, content_type=kind, headers=headers)

    assert answer.status_code == 415


def test_every_wrong_member_is_named(api: Api, game: Game, killer: str) -> None:
    answer = api.post(f"/games/{game.code}/actions", killer, {"action": 3, "by": "house"})

    fields = [fault["field"] for fault in answer.json["errors"]]
    assert sorted(fields) == ["action", "by", "decision", "key"]


@pytest.mark.parametrize("call", ["/games/{}/actions", "/games/{}/join", "/rulesets", "/openapi.json", "/nowhere"])
def test_another_method_or_address_is_a_problem_too(api: Api, game: Game, call: str) -> None:
    answer = api.client.delete("/api/v1" + call.format(game.code))

    assert answer.status_code == (404 if call == "/nowhere" else 405)
    assert answer.content_type == "application/problem+json"
    assert ("Allow" in answer.headers) == (answer.status_code == 405)


def test_a_fault_of_ours_shows_a_reference_and_nothing_else(
    api: Api, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_more: object) -> None:
        raise RuntimeError("the Killer is H")

    monkeypatch.setattr(tables, "table", fail)

    answer = api.get(f"/games/{game.code}")

    assert answer.status_code == 500
    assert set(answer.json) == {"type", "title", "status", "detail", "reference"}
    assert "Killer" not in answer.get_data(as_text=True)


def test_no_database_is_asked_what_it_cannot_store(one_app: APIFlask, ctx_any: Context) -> None:
    one_app.extensions["noirmail"] = ctx_any
    api = Api(one_app.test_client())
    game = create_game(ctx_any)
    killer = token_of(ctx_any, game, 0)

    for read in ("/games/%00", "/games/%F0%9F%8E%B2", f"/games/{game.code}/plies/{10**30}", "/games?after=%00"):
        assert api.get(read).status_code in (404, 422)
    for key in ("a\0b", "\ud800", "k" * 81):
        assert api.act(f"/games/{game.code}", killer, "kill N", 0, key).status_code == 422
    assert api.act(f"/games/{game.code}", killer, "kill N", 0, "\U0001f3b2" * 80).status_code == 201
