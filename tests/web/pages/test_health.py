"""What whoever watches the server is told."""

from dataclasses import replace

from apiflask import APIFlask
from flask.testing import FlaskClient

from noirmail.service.context import Context
from noirmail.service.sweep import sweep
from noirmail.store.database import Database
from tests.build import create_game
from tests.conftest import Clock


def test_the_process_lives_without_a_database(app: APIFlask, ctx: Context) -> None:
    app.extensions["noirmail"] = replace(ctx, db=Database("sqlite:////nowhere/at/all.sqlite"))

    assert app.test_client().get("/healthz").status_code == 200
    away = app.test_client().get("/readyz")
    assert (away.status_code, away.get_data(as_text=True)) == (503, "database: away\n")


def test_a_server_that_sweeps_and_sends_is_ready(ctx: Context, client: FlaskClient) -> None:
    sweep(ctx)

    ready = client.get("/readyz")

    assert ready.status_code == 200
    assert "mails waiting: 0" in ready.get_data(as_text=True)


def test_a_sweep_that_stands_still_is_noticed_within_two_minutes(
    ctx: Context, client: FlaskClient, clock: Clock
) -> None:
    sweep(ctx)

    clock.move(minutes=2, seconds=1)

    assert client.get("/readyz").status_code == 503


def test_mails_that_nobody_takes_are_noticed_and_name_nobody(ctx: Context, client: FlaskClient, clock: Clock) -> None:
    create_game(ctx)
    clock.move(minutes=20)
    sweep(ctx)

    told = client.get("/readyz")

    assert told.status_code == 503
    assert "mails waiting: 2, the oldest for: 1200 s" in told.get_data(as_text=True)
    assert "example" not in told.get_data(as_text=True)
