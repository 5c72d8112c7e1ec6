"""Moves through the API: made once, refused with a reason, the same 404 for everybody else."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from werkzeug.test import TestResponse

from noirmail.service.context import Context
from noirmail.store.models import Game
from tests.build import after, create_game, token_of
from tests.web.api.conftest import Api, Json


@pytest.fixture
def game(ctx: Context) -> Game:
    return create_game(ctx)


@pytest.fixture
def path(game: Game) -> str:
    return f"/games/{game.code}"


@pytest.fixture
def killer(ctx: Context, game: Game) -> str:
    """The token of Alice's seat."""
    return token_of(ctx, game, 0)


def test_a_move_is_answered_with_its_ply_and_the_new_position(api: Api, path: str, killer: str) -> None:
    action = api.get(path, killer).json["legal"][0]

    answer = api.act(path, killer, action, 0)

    assert answer.status_code == 201
    assert (answer.json["ply"], answer.json["action"]) == (1, action)
    assert answer.json["game"] == api.get(path, killer).json


def test_a_personal_token_moves_for_the_persons_seat(api: Api, path: str, alice: str) -> None:
    action = api.get(path, alice).json["legal"][0]

    assert api.act(path, alice, action, 0).status_code == 201


def test_the_same_key_and_action_again_give_the_first_answer(
    api: Api, path: str, killer: str, ctx: Context, game: Game
) -> None:
    action = api.get(path, killer).json["legal"][0]
    api.act(path, killer, action, 0, "mine")
    choice = api.get(path, token_of(ctx, game, 1)).json["legal"][0]
    after(ctx, game, choice)

    again = api.act(path, killer, action, 0, "mine")

    assert again.status_code == 200
    assert (again.json["ply"], again.json["action"], again.json["game"]["ply"]) == (1, action, 2)


def test_the_same_key_with_another_action_is_refused(api: Api, path: str, killer: str) -> None:
    first, second = api.get(path, killer).json["legal"][:2]
    api.act(path, killer, first, 0, "mine")

    answer = api.act(path, killer, second, 0, "mine")

    assert answer.status_code == 422
    assert answer.json["field"] == "key"


def test_a_decision_that_is_not_open_names_the_one_that_is(api: Api, path: str, killer: str) -> None:
    action = api.get(path, killer).json["legal"][0]

    answer = api.act(path, killer, action, 7)

    assert answer.status_code == 409
    assert (answer.json["ply"], answer.json["decision"]) == (0, 0)


def test_who_owes_nothing_is_told_null(api: Api, path: str, ctx: Context, game: Game) -> None:
    answer = api.act(path, token_of(ctx, game, 1), "kill A", 0)

    assert answer.status_code == 409
    assert answer.json["decision"] is None


@pytest.mark.parametrize("text", ["kill A", "dance", "identity H"])
def test_an_action_that_cannot_be_made_is_refused_with_a_reason(api: Api, path: str, killer: str, text: str) -> None:
    answer = api.act(path, killer, text, 0)

    assert answer.status_code == 422
    assert answer.content_type == "application/problem+json"
    assert answer.json["reason"].endswith((".", "?"))
    assert api.get(path, killer).json["ply"] == 0


@pytest.mark.parametrize("token", [None, "garbage", "", "é", "a" * 35, "a" * 5000])
def test_without_the_seats_token_it_is_the_same_404_as_for_no_game(api: Api, path: str, token: str | None) -> None:
    foreign = api.act(path, token, "kill N", 0)
    nowhere = api.act("/games/NOWHERE2", token, "kill N", 0)

    assert foreign.status_code == nowhere.status_code == 404
    assert foreign.data == nowhere.data


def test_another_tables_seat_charlie_and_a_host_get_that_404_too(
    api: Api, path: str, ctx: Context, charlie: str, host: str
) -> None:
    other = token_of(ctx, create_game(ctx, names=("Dana", "Charlie")), 0)
    nowhere = api.act("/games/NOWHERE2", charlie, "kill N", 0)

    answers = [api.act(path, token, "kill N", 0) for token in (other, charlie, host)]

    assert [answer.data for answer in answers] == [nowhere.data] * 3


def test_a_table_that_has_not_begun_has_no_decision(api: Api, alice: str, two: Json) -> None:
    opened = api.post("/games", alice, two).json

    answer = api.act(f"/games/{opened['id']}", alice, "kill N", 0)

    assert answer.status_code == 409
    assert answer.json["decision"] is None


def test_a_game_that_is_over_owes_nobody_a_decision(api: Api, path: str, killer: str) -> None:
    api.post(f"{path}/resign", killer)

    answer = api.act(path, killer, "kill N", 0)

    assert answer.status_code == 409
    assert (answer.json["ply"], answer.json["decision"]) == (0, None)


def test_fifty_sendings_of_one_move_make_one(api: Api, path: str, killer: str) -> None:
    def send(_number: int) -> TestResponse:
        return Api(api.client.application.test_client()).act(path, killer, "kill N", 0, "mine")

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, range(50)))

    assert sorted(answer.status_code for answer in answers) == [200] * 49 + [201]
    assert {(answer.json["ply"], answer.json["action"]) for answer in answers} == {(1, "kill N")}
