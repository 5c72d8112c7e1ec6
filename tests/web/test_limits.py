"""One network address may ask so often for what costs mail or work; a host's token as often as it likes."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from noirmail.app import create_app
from noirmail.mail.transports import MemoryTransport
from noirmail.service.api_tokens import issue_to_host, issue_to_person
from noirmail.service.context import Context
from noirmail.web.limits import Limiter
from tests.build import create_game, token_of
from tests.conftest import Clock, context_for, settings_for
from tests.web.pages.conftest import everything

RATES = "sign_in=2,join=2,practice=2,invite=2,api=3"


@pytest.fixture
def strict(sqlite_url: str, tmp_path: Path, clock: Clock) -> Iterator[APIFlask]:
    """The application with small limits, behind one proxy."""
    settings = settings_for(sqlite_url, tmp_path, NOIRMAIL_RATES=RATES, NOIRMAIL_PROXIES="1")
    with context_for(settings) as ctx:
        app = create_app(settings, transport=MemoryTransport(), wake=lambda: None)
        app.extensions["noirmail"] = ctx
        yield app


def ctx_of(app: APIFlask) -> Context:
    context: Context = app.extensions["noirmail"]
    return context


def statuses(client: FlaskClient, path: str, times: int, **headers: str) -> list[int]:
    known = {name.replace("_", "-"): value for name, value in headers.items()}
    return [
        client.post(path, data={"email": "bob@example.test"}, headers=known).status_code for _time in range(times)
    ]


def test_the_third_request_of_an_hour_is_refused_and_changes_nothing(strict: APIFlask) -> None:
    client = strict.test_client()
    assert statuses(client, "/sign-in", 2) == [200, 200]
    before = everything(ctx_of(strict))

    answer = client.post("/sign-in", data={"email": "bob@example.test"})

    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3600")
    assert everything(ctx_of(strict)) == before


def test_in_the_next_hour_it_is_good_again(strict: APIFlask, clock: Clock) -> None:
    client = strict.test_client()
    statuses(client, "/sign-in", 3)

    clock.move(hours=1)

    assert statuses(client, "/sign-in", 1) == [200]


@pytest.mark.parametrize("path", ["/practice", "/new", "/games/NOTHING/join", "/j/nothing", "/s/nothing/invite"])
def test_everything_that_costs_mail_or_work_is_limited(strict: APIFlask, path: str) -> None:
    seen = statuses(strict.test_client(), path, 3)

    assert seen[2] == 429
    assert 429 not in seen[:2]


def test_looking_is_not_limited(strict: APIFlask) -> None:
    client = strict.test_client()

    assert {client.get(path).status_code for path in ("/sign-in", "/practice", "/") * 4} == {200}


def test_another_address_is_not_concerned(strict: APIFlask) -> None:
    client = strict.test_client()
    statuses(client, "/sign-in", 3, X_Forwarded_For="192.0.2.1")

    assert statuses(client, "/sign-in", 1, X_Forwarded_For="192.0.2.2") == [200]


def test_what_a_visitor_says_before_the_proxy_does_not_count(strict: APIFlask) -> None:
    client = strict.test_client()
    pretended = [f"192.0.2.{number}, 198.51.100.7" for number in range(3)]

    seen = [statuses(client, "/sign-in", 1, X_Forwarded_For=said)[0] for said in pretended]

    assert seen == [200, 200, 429]


def test_a_network_of_ipv6_counts_as_one_address(strict: APIFlask) -> None:
    client = strict.test_client()

    seen = [statuses(client, "/sign-in", 1, X_Forwarded_For=f"2001:db8:0:1::{number}")[0] for number in range(3)]

    assert seen == [200, 200, 429]
    assert statuses(client, "/sign-in", 1, X_Forwarded_For="2001:db8:0:2::1") == [200]


def calls(app: APIFlask, token: str | None, code: str) -> list[int]:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    client = app.test_client()
    return [client.get(f"/api/v1/games/{code}", headers=headers).status_code for _time in range(4)]


@pytest.mark.parametrize("kind", ["none", "seat", "person", "nonsense"])
def test_calls_of_the_api_are_limited_whoever_calls(strict: APIFlask, kind: str) -> None:
    ctx = ctx_of(strict)
    game = create_game(ctx)
    tokens = {"none": None, "seat": token_of(ctx, game, 0), "nonsense": "nonsense"}
    token = issue_to_person(ctx, "alice@example.test") if kind == "person" else tokens[kind]

    assert calls(strict, token, game.code)[3] == 429


def test_a_hosts_calls_are_not(strict: APIFlask) -> None:
    game = create_game(ctx_of(strict))

    assert calls(strict, issue_to_host(ctx_of(strict)), game.code) == [200] * 4


def test_the_apis_refusal_is_a_problem_that_says_when(strict: APIFlask) -> None:
    client = strict.test_client()

    answer = [client.get("/api/v1/games") for _time in range(4)][3]

    assert (answer.status_code, answer.content_type) == (429, "application/problem+json")
    assert answer.headers["Retry-After"] == "3600"


def test_many_addresses_make_the_count_begin_anew_and_not_grow() -> None:
    limiter = Limiter()
    waits = [limiter.wait("join", str(who), 1, 0.0) for who in range(100_005)]

    assert set(waits) == {0}
    assert limiter.wait("join", "100004", 1, 0.0) > 0
    assert limiter.wait("join", "0", 1, 0.0) == 0


def test_tests_and_the_one_process_mode_have_no_limits(ctx: Context, app: APIFlask) -> None:
    client = app.test_client()

    assert set(statuses(client, "/practice", 70)) == {422}
    assert replace(ctx.settings).rates.practice == 0
