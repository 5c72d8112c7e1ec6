"""What tests of pages share: a game between Alice and Bob, their clients, and who is signed in."""

from dataclasses import dataclass

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from noirmail.service.context import Context
from noirmail.store.models import Base, Game, Person
from tests.build import create_game, person, token_of
from tests.cast import ALICE, BOB


@dataclass(frozen=True)
class Table:
    """A game, and the address of each seat. Without cookies: a new client for every request."""

    app: APIFlask
    ctx: Context
    game: Game
    alice: str
    bob: str

    def get(self, path: str) -> TestResponse:
        return self.app.test_client(use_cookies=False).get(path)

    def post(self, path: str, **data: str) -> TestResponse:
        return self.app.test_client(use_cookies=False).post(path, data=data)


@pytest.fixture
def table(app: APIFlask, ctx: Context) -> Table:
    """A game of Killer vs. Inspector: Alice, the Killer and Horatio, is to make the opening kill."""
    game = create_game(ctx)
    return Table(app, ctx, game, f"/s/{token_of(ctx, game, 0)}", f"/s/{token_of(ctx, game, 1)}")


def sign_in(app: APIFlask, ctx: Context, name: str) -> FlaskClient:
    """A browser in which that person is signed in."""
    from noirmail.service import people
    from noirmail.store.models import SignIn
    from tests.web.pages.reading import form

    client = app.test_client()
    people.ask_sign_in(ctx, f"{name.lower()}@example.test")
    with ctx.db.read() as session:
        asked = session.scalars(select(SignIn).order_by(SignIn.id.desc())).first()
        assert asked is not None
    page = client.get(f"/sign-in/{ctx.keys.mint('sign-in', asked.id)}")
    entered = form(page, "").send(client, name=name, yes="1")
    assert entered.status_code == 303
    return client


@pytest.fixture
def alice(app: APIFlask, ctx: Context) -> FlaskClient:
    """Alice's browser."""
    return sign_in(app, ctx, ALICE.name)


@pytest.fixture
def bob(app: APIFlask, ctx: Context) -> FlaskClient:
    """Bob's browser."""
    return sign_in(app, ctx, BOB.name)


def everything(ctx: Context) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, so that a test can tell that nothing was changed."""
    with ctx.db.read() as session:
        return {
            table.name: [tuple(row) for row in session.execute(select(table).order_by(*table.primary_key.columns))]
            for table in Base.metadata.sorted_tables
        }


def person_of(ctx: Context, name: str) -> Person:
    """The person of that name, made if there is none."""
    with ctx.db.write() as session:
        return person(session, name)
