"""Whole games through the API, held to the records that come out."""

from random import Random

import pytest
from flask.testing import FlaskClient

from noirmail.engine.rulesets import RULESETS
from tests.web.api.replay_compare import ClientDoor, Difference, compare, games, play

OTHERS = [
    (rules.description.id, players)
    for rules in RULESETS.values()
    for players in rules.description.players
    if rules.description.id != "kvi"
]


def test_five_random_games_are_shown_as_their_records_explain_them(client: FlaskClient, host: str) -> None:
    played = list(games(ClientDoor(client), host, 5, "kvi", 2))

    assert all(game.views > 3 * len(game.shown) for game in played)


@pytest.mark.parametrize(("kind", "players"), OTHERS)
def test_every_rule_set_is_shown_as_its_record_explains_it(
    client: FlaskClient, host: str, kind: str, players: int
) -> None:
    [game] = games(ClientDoor(client), host, 1, kind, players, most=16)

    assert game.views > 3 * len(game.shown)


def test_a_view_that_shows_another_card_is_noticed(client: FlaskClient, host: str) -> None:
    game = play(ClientDoor(client), host, Random(3), "kvi", 2)
    shown = game.shown[2, 1]
    shown["view"] = shown["view"] | {"hand": "QQQ"}

    with pytest.raises(Difference, match="ply 2 viewer 1: view"):
        compare(game)


def test_a_game_that_ended_by_agreement_is_compared_too(client: FlaskClient, host: str) -> None:
    game = play(ClientDoor(client), host, Random(1), "kvi", 2, most=4)

    compare(game)

    assert game.shown[4, 0]["result"] == {"winners": [], "reason": "agreed"}
