"""What can be read of a game, by whom, and when."""

import pytest
from sqlalchemy import select

from noirmail.service import lobby, parting
from noirmail.service.context import Context
from noirmail.store.models import Game, Seat
from tests.build import after, create_game, token_of
from tests.post import deliver_all
from tests.web.api.conftest import Api, Json

# The Killer of the example deal is H, the disguise F; the Inspector may choose of E, Z, Y and A.
KILL, CHOICE = "kill N", "identity Z"


@pytest.fixture
def game(ctx: Context) -> Game:
    return after(ctx, create_game(ctx), KILL, CHOICE)


@pytest.fixture
def path(game: Game) -> str:
    return f"/games/{game.code}"


@pytest.fixture
def killer(ctx: Context, game: Game) -> str:
    return token_of(ctx, game, 0)


def test_a_seat_sees_its_own_cards_and_what_it_may_do(api: Api, path: str, killer: str) -> None:
    game = api.get(path, killer).json

    assert game["view"] == {"identity": "H", "disguises": "F", "hand": "", "partner": None}
    assert (game["seat"], game["decision"], game["to_act"]) == (0, 2, [0])
    assert "disguise F" in game["legal"]
    assert game["forms"] == []


def test_charlie_sees_the_board_and_nothing_else(api: Api, path: str, charlie: str) -> None:
    for token in (None, charlie):
        game = api.get(path, token).json

        assert (game["view"], game["legal"], game["seat"], game["decision"]) == (None, [], None, None)
        assert [step["action"] for step in game["log"]] == [KILL, "identity"]
        assert "Z" not in str(game["log"])


def test_the_cells_are_those_of_the_explain_stream(api: Api, path: str) -> None:
    assert api.get(path).json["board"] == ["A F Q U Z", "P E K V S", "C W Y T G", "I D M J R", "O B L n H"]


def test_the_inspector_has_a_form_to_solve_and_no_list_of_guesses(api: Api, ctx: Context, game: Game) -> None:
    after(ctx, game, "disguise F")

    shown = api.get(f"/games/{game.code}", token_of(ctx, game, 1)).json

    assert shown["forms"] == ["solve IDENTITY DISGUISE"]
    assert not any(action.startswith("solve") for action in shown["legal"])


def test_an_earlier_ply_is_shown_as_it_was_known_then(api: Api, path: str, ctx: Context, game: Game) -> None:
    before = api.get(f"{path}/plies/1", token_of(ctx, game, 1)).json

    assert (before["ply"], before["view"]["identity"], before["view"]["hand"]) == (1, None, "AEYZ")
    assert len(before["log"]) == 1


@pytest.mark.parametrize("ply", ["3", "99999999999999999999", "x", "-1"])
def test_a_ply_that_is_not_there_is_not_found(api: Api, path: str, ply: str) -> None:
    assert api.get(f"{path}/plies/{ply}").status_code == 404


@pytest.mark.parametrize("query", ["eyes=all", "eyes=0"])
@pytest.mark.parametrize("call", ["plies", "plies/1"])
def test_nobody_looks_through_other_eyes_while_it_runs(
    api: Api, path: str, ctx: Context, game: Game, call: str, query: str
) -> None:
    answer = api.get(f"{path}/{call}?{query}", token_of(ctx, game, 1))

    assert answer.status_code == 409
    assert "view" not in answer.json


def test_the_running_games_record_holds_no_deck_and_no_foreign_choice(api: Api, path: str, killer: str) -> None:
    record = api.get(f"{path}/record", killer).json

    assert "deck" not in record["deal"]
    assert "seed" not in record
    assert [entry["action"] for entry in record["actions"]] == [KILL, "identity"]


def test_after_the_end_everybody_sees_everything(api: Api, path: str, ctx: Context, game: Game) -> None:
    parting.resign(ctx, game.id, 0)

    opened = api.get(f"{path}/plies/1?eyes=all").json

    assert opened["view"] is None
    assert opened["views"]["0"]["identity"] == "H"
    assert opened["legal"] == {"1": ["identity A", "identity E", "identity Y", "identity Z"]}
    assert api.get(f"{path}/record").json["deal"]["deck"].startswith("HF")


def test_after_the_end_the_plies_still_show_what_was_known_then(
    api: Api, path: str, ctx: Context, game: Game
) -> None:
    parting.resign(ctx, game.id, 0)

    plies = api.get(f"{path}/plies").json["plies"]

    assert [ply["view"] for ply in plies] == [None, None, None]
    assert plies[2]["step"]["action"] == "identity"


def test_everybody_sees_when_the_turn_falls_due(api: Api, ctx: Context, path: str, killer: str) -> None:
    deliver_all(ctx)

    # Three days after noon of 1 December, when the mail was taken.
    for token in (None, killer):
        assert api.get(path, token).json["due"] == "2026-12-04T12:00:00Z"


def test_the_seats_are_named_without_addresses(api: Api, path: str) -> None:
    answer = api.get(path)

    assert [(seat["name"], seat["role"]) for seat in answer.json["seats"]] == [
        ("Alice", "Killer"),
        ("Bob", "Inspector"),
    ]
    assert b"@" not in answer.data


def test_a_game_that_was_called_off_is_over_and_nobody_won(api: Api, ctx: Context, alice: str, two: Json) -> None:
    code = api.post("/games", alice, two).json["id"]
    with ctx.db.read() as session:
        own = session.scalars(select(Seat.id).join(Game, Game.id == Seat.game_id).where(Game.code == code)).first()
    assert own is not None
    lobby.cancel(ctx, own)

    game = api.get(f"/games/{code}", alice).json

    assert (game["status"], game["result"]) == ("finished", {"winners": [], "reason": "cancelled"})


def test_the_rule_sets_name_their_options(api: Api) -> None:
    found = {one["id"]: one for one in api.get("/rulesets").json["rulesets"]}

    kills = found["kvi"]["options"][0]
    assert (found["kvi"]["seats"], kills["name"], kills["type"]) == ([2], "kills", "integer")
    assert (kills["default"], kills["choices"]) == (10, [10, 14, 16])
