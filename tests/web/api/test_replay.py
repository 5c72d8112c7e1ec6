"""Whole games through the API, held to the records that come out."""

from random import Random

import pytest
from flask.testing import FlaskClient

from noirmail.engine.rulesets import RULESETS
from tests.web.api.replay_compare import ClientDoor, Difference, compare, games, play

KINDS = [(rules.description.id, players) for rules in RULESETS.values() for players in rules.description.players]


@pytest.mark.parametrize(("kind", "players"), KINDS)
def test_random_games_are_shown_as_the_record_explains_them(
    client: FlaskClient, host: str, kind: str, players: int
) -> None:
    played = list(games(ClientDoor(client), host, 5 if kind == "kvi" else 1, kind, players, seed=1))

    assert all(game.views > 4 * len(game.shown) for game in played)


def test_a_view_that_shows_another_card_is_noticed(client: FlaskClient, host: str) -> None:
    game = play(ClientDoor(client), host, Random(3), "kvi", 2)
    shown = game.shown[2, 1]
    shown["view"] = shown["view"] | {"hand": "QQQ"}

    with pytest.raises(Difference, match="ply 2 viewer 1: view"):
        compare(game)


def test_a_game_that_a_seat_gives_up_is_compared_too(client: FlaskClient, host: str) -> None:
    game = play(ClientDoor(client), host, Random(1), "kvi", 2, most=4)

    compare(game)

    assert game.shown[4, 0]["result"] == {"winners": [1], "reason": "resigned"}
