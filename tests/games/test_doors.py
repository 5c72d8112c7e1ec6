"""By which door a game was given up, claimed or left: it is kept as it was."""

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from noirmail.service.context import Context
from noirmail.store.models import Game, Happening
from tests.build import create_game, token_of
from tests.conftest import Clock
from tests.post import deliver_all
from tests.service.timeline import sweep_after

FOUR = ("Alice", "Bob", "Dana", "Erin")


def doors(ctx: Context, game: Game) -> dict[str, str]:
    """The channel of what happened last of each kind."""
    with ctx.db.read() as session:
        rows = session.scalars(select(Happening).where(Happening.game_id == game.id).order_by(Happening.id))
        return {row.kind: row.channel for row in rows}


def post(client: FlaskClient, ctx: Context, game: Game, seat: int, deed: str) -> None:
    token = token_of(ctx, game, seat)
    answer = client.post(f"/api/v1/games/{game.code}/{deed}", headers={"Authorization": f"Bearer {token}"}, json={})
    assert answer.status_code == 200, answer.get_json()


@pytest.mark.parametrize(("deed", "kind"), [("resign", "resigned"), ("agree", "agreed")])
def test_what_comes_by_the_api_is_kept_so(client: FlaskClient, ctx: Context, deed: str, kind: str) -> None:
    game = create_game(ctx)
    post(client, ctx, game, 0, deed)

    assert doors(ctx, game)[kind] == "api"


def test_a_claim_by_the_api_is_kept_so(client: FlaskClient, ctx: Context, clock: Clock) -> None:
    game = create_game(ctx, per_turn=86400)
    deliver_all(ctx)
    sweep_after(ctx, clock, hours=24, seconds=1)
    post(client, ctx, game, 1, "claim")

    assert doors(ctx, game)["claimed"] == "api"


def test_so_is_the_stand_in_of_whoever_leaves_a_team_by_the_api(client: FlaskClient, ctx: Context) -> None:
    game = create_game(ctx, "spytag", FOUR)
    post(client, ctx, game, 0, "resign")

    assert doors(ctx, game)["standin"] == "api"
