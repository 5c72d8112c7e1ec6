"""Reads that need no token: from any site, with an ETag that tells nothing; and games that are nobody's business."""

import pytest

from noirmail.service.context import Context
from noirmail.store.models import Game
from tests.build import after, create_game, token_of
from tests.web.api.conftest import Api

READS = ["", "/plies", "/plies/0", "/record"]


@pytest.fixture
def game(ctx: Context) -> Game:
    return create_game(ctx)


@pytest.mark.parametrize("read", READS)
def test_a_spectators_read_may_come_from_any_site(api: Api, game: Game, read: str) -> None:
    answer = api.get(f"/games/{game.code}{read}", Origin="https://replay.example.test")

    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("read", READS)
def test_who_has_the_position_gets_no_second_copy(api: Api, game: Game, read: str) -> None:
    path = f"/games/{game.code}{read}"

    answer = api.get(path, If_None_Match=api.get(path).headers["ETag"])

    assert (answer.status_code, answer.data) == (304, b"")


def test_a_move_changes_the_etag(api: Api, ctx: Context, game: Game) -> None:
    before = api.get(f"/games/{game.code}").headers["ETag"]
    after(ctx, game, "kill N")

    assert api.get(f"/games/{game.code}", If_None_Match=before).status_code == 200


def test_the_etag_is_the_same_whatever_is_hidden(api: Api, ctx: Context) -> None:
    games = [create_game(ctx, words=words) for words in (("", ""), ("", ""))]
    after(ctx, games[0], "kill N", "identity Z")
    after(ctx, games[1], "kill N", "identity A")

    tags = [api.get(f"/games/{game.code}").headers["ETag"].replace(game.code, "CODE") for game in games]

    assert tags[0] == tags[1]


def test_what_a_token_shows_is_kept_by_nobody(api: Api, ctx: Context, game: Game) -> None:
    answer = api.get(f"/games/{game.code}", token_of(ctx, game, 0))

    assert answer.headers["Cache-Control"] == "no-store"
    assert "ETag" not in answer.headers
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_browser_may_ask_beforehand(api: Api, game: Game) -> None:
    answer = api.client.options(f"/api/v1/games/{game.code}", headers={"Origin": "https://replay.example.test"})

    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Access-Control-Allow-Headers"] == "If-None-Match"


@pytest.mark.parametrize("read", READS)
def test_a_game_for_its_players_alone_is_not_there_for_others(
    api: Api, ctx: Context, charlie: str, read: str
) -> None:
    game = create_game(ctx, watch="players")
    nowhere = api.get(f"/games/NOWHERE2{read}")

    for token in (None, charlie, "garbage"):
        answer = api.get(f"/games/{game.code}{read}", token)

        assert (answer.status_code, answer.data) == (404, nowhere.data)
    assert api.get(f"/games/{game.code}{read}", token_of(ctx, game, 0)).status_code == 200


@pytest.mark.parametrize("read", READS)
def test_a_bad_token_does_not_watch(api: Api, ctx: Context, game: Game, read: str) -> None:
    other = token_of(ctx, create_game(ctx), 0)

    assert api.get(f"/games/{game.code}{read}", other).status_code == 404
    assert api.get(f"/games/{game.code}{read}", "garbage").status_code == 404


@pytest.mark.parametrize("code", ["%00", "a" * 17, "é", "..", "%0a", "☃"])
def test_what_is_no_id_is_not_found(api: Api, code: str) -> None:
    answer = api.get(f"/games/{code}")

    assert answer.status_code == 404
    assert answer.content_type == "application/problem+json"


def test_looking_changes_nothing(api: Api, ctx: Context, game: Game, alice: str) -> None:
    def stored() -> list[str]:
        with ctx.db.read() as session:
            return list(session.connection().connection.driver_connection.iterdump())

    before = stored()
    for read in [f"/games/{game.code}{end}" for end in READS] + ["/games", "/rulesets", "/openapi.json"]:
        for token in (None, alice):
            api.get(read, token)
            api.client.head(f"/api/v1{read}")
            api.client.options(f"/api/v1{read}")

    assert stored() == before
