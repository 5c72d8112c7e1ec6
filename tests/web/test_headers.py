"""What every answer carries, errors included."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from noirmail.app import create_app
from noirmail.mail.transports import MemoryTransport
from noirmail.service.context import Context
from tests.build import create_game, token_of
from tests.conftest import settings_for

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
ANYWHERE = ["/", "/games", "/rules/kvi", "/promise", "/sign-in", "/nothing", "/s/nothing", "/g/nothing", "/healthz"]


@pytest.fixture
def https(sqlite_url: str, tmp_path: Path) -> Iterator[FlaskClient]:
    """A visitor of a site that is served by https."""
    settings = settings_for(sqlite_url, tmp_path, NOIRMAIL_BASE_URL="https://noir.example.test")
    app = create_app(settings, transport=MemoryTransport(), wake=lambda: None)
    yield app.test_client()
    app.extensions["noirmail"].db.dispose()


@pytest.mark.parametrize("path", ANYWHERE)
def test_every_answer_says_what_the_page_may_load(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers

    assert headers["Content-Security-Policy"] == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("ending", ["", "/d0/kill-n", "/d9/solve", "/resign", "/nothing", "/ply/0"])
def test_a_page_under_a_token_is_kept_and_listed_by_nobody(ctx: Context, client: FlaskClient, ending: str) -> None:
    token = token_of(ctx, create_game(ctx), 0)

    headers = client.get(f"/s/{token}{ending}").headers

    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("door", ["s", "i", "j", "u", "b", "sign-in"])
def test_a_dead_link_is_kept_and_listed_by_nobody(client: FlaskClient, door: str) -> None:
    answer = client.get(f"/{door}/nothing")

    assert answer.status_code == 404
    assert (answer.headers["Cache-Control"], answer.headers["X-Robots-Tag"]) == ("no-store", "noindex")


def test_https_is_asked_for_where_it_is_served(https: FlaskClient, client: FlaskClient) -> None:
    assert https.get("/").headers["Strict-Transport-Security"].startswith("max-age=31536000")
    assert "Strict-Transport-Security" not in client.get("/").headers


def test_a_title_tells_neither_token_nor_secret(ctx: Context, client: FlaskClient) -> None:
    token = token_of(ctx, create_game(ctx), 0)

    title = client.get(f"/s/{token}").get_data(as_text=True).partition("<title>")[2].partition("</title>")[0]

    assert title == "Alice – Bob · noirmail"


def test_no_page_loads_anything_from_elsewhere(ctx: Context, client: FlaskClient) -> None:
    token = token_of(ctx, create_game(ctx), 0)
    text = client.get(f"/s/{token}/ply/0").get_data(as_text=True)

    sources = [part.partition('"')[0] for mark in ('src="', '<link rel="') for part in text.split(mark)[1:]]

    assert sources
    assert not any(token in source or "//" in source for source in sources)


def test_a_fault_says_a_reference_and_nothing_else(
    app: APIFlask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object, **_more: object) -> None:
        raise RuntimeError("the Killer is Horatio")

    monkeypatch.setattr("noirmail.service.games.open_games", broken)

    answer = client.get("/")

    assert answer.status_code == 500
    assert "Horatio" not in answer.get_data(as_text=True)
    assert "tell the host this reference" in answer.get_data(as_text=True)
    assert answer.headers["Content-Security-Policy"] == POLICY


def test_a_body_that_is_too_large_is_refused(ctx: Context, client: FlaskClient) -> None:
    token = token_of(ctx, create_game(ctx), 0)

    answer = client.post(f"/s/{token}/d0/preview", data={"action": "x" * 300_000})

    assert answer.status_code == 413
    assert "too large" in answer.get_data(as_text=True)


def test_a_method_that_is_not_known_is_refused_with_those_that_are(client: FlaskClient) -> None:
    answer = client.post("/rules")

    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_a_host_header_changes_no_link(ctx: Context, client: FlaskClient) -> None:
    token = token_of(ctx, create_game(ctx), 0)

    page = client.get(f"/s/{token}", headers={"Host": "evil.example", "X-Forwarded-Host": "evil.example"})

    assert "evil" not in page.get_data(as_text=True)
    assert "http://localhost/g/" in page.get_data(as_text=True)


def test_a_style_may_be_kept_for_a_year_since_its_address_changes(client: FlaskClient) -> None:
    answer = client.get("/assets/style.css")

    assert "immutable" in answer.headers["Cache-Control"]
    again = client.get("/assets/style.css", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert client.get("/assets/../__init__.py").status_code == 404


@pytest.mark.parametrize("path", ["/g/%00", "/games?after=%00", "/rules/a%00b", "/s/%00", "/new?ruleset=%00"])
def test_an_address_with_a_nul_in_it_is_nothing(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404
