"""Forms that were sent from somewhere else, and those that lay open for days."""

import pytest
from flask.testing import FlaskClient

from noirmail.service.context import Context
from tests.build import create_game, token_of
from tests.conftest import Clock
from tests.web.pages.conftest import Table, everything
from tests.web.pages.reading import form, words

ELSEWHERE = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://evil.example"},
    {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
]
HERE = [{"Sec-Fetch-Site": "same-origin", "Origin": "null"}, {"Origin": "http://localhost"}, {"Origin": "null"}, {}]


@pytest.mark.parametrize("headers", ELSEWHERE)
@pytest.mark.parametrize("path", ["/sign-in", "/practice", "/me", "/new", "/sign-out", "/sign-in/abc", "/j/abc"])
def test_another_sites_form_is_refused(ctx: Context, alice: FlaskClient, path: str, headers: dict[str, str]) -> None:
    before = everything(ctx)
    token = form(alice.get("/me"), "/me").fields["csrf_token"]

    answer = alice.post(path, data={"csrf_token": token, "email": "x@example.test", "yes": "1"}, headers=headers)

    assert answer.status_code == 403
    assert everything(ctx) == before


@pytest.mark.parametrize("headers", HERE)
def test_our_own_form_is_taken(alice: FlaskClient, headers: dict[str, str]) -> None:
    fields = form(alice.get("/me"), "/me").fields

    assert alice.post("/me", data=fields, headers=headers).status_code == 200


@pytest.mark.parametrize("token", [None, "", "made-up"])
def test_a_form_without_its_token_changes_nothing_of_an_account(
    ctx: Context, alice: FlaskClient, token: str | None
) -> None:
    before = everything(ctx)
    data = {"name": "Mallory"} | ({} if token is None else {"csrf_token": token})

    assert alice.post("/me", data=data).status_code == 403
    assert everything(ctx) == before


def test_a_form_token_of_one_session_is_nothing_to_another(alice: FlaskClient, bob: FlaskClient) -> None:
    token = form(alice.get("/me"), "/me").fields["csrf_token"]

    assert bob.post("/me", data={"csrf_token": token, "name": "Mallory"}).status_code == 403


def test_an_account_form_may_lie_open_for_days(alice: FlaskClient, clock: Clock) -> None:
    fields = form(alice.get("/me"), "/me").fields

    clock.move(days=5)

    assert "Kept." in words(alice.post("/me", data=fields))


def test_a_seats_form_needs_no_cookie_and_no_origin(table: Table) -> None:
    answer = table.app.test_client().post(
        f"{table.alice}/d0/preview", data={"action": "kill N"}, headers={"Origin": "null"}
    )

    assert answer.status_code == 200


def test_a_move_cannot_be_sent_without_the_token_in_its_path(ctx: Context, client: FlaskClient) -> None:
    game = create_game(ctx)
    token = token_of(ctx, game, 0)

    answer = client.post(f"/s/{token[:-2]}aa/d0", data={"action": "kill N", "key": "k", "yes": "1"})

    assert answer.status_code == 404
