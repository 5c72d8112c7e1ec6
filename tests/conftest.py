"""What all rooms' tests share: servers of our own, a fresh database each, a clock that stands still."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from noirmail import clock as hands
from noirmail.config import Settings
from noirmail.mail.transports import MemoryTransport
from noirmail.service.context import Context
from noirmail.service.tokens import Keyring
from noirmail.store.database import Database
from tests.servers.missing import missing
from tests.servers.postgres import PostgresServer, postgres_server
from tests.servers.valkey import free_port, valkey_server
from tests.servers.web import Site, serving

hypothesis.settings.register_profile("noirmail", deadline=None, derandomize=True)
hypothesis.settings.load_profile("noirmail")

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
BOTH = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
_numbers = count(1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark by what a test asks for, so that `-m "not browser"` needs nobody's memory."""
    for item in items:
        names = getattr(item, "fixturenames", ())
        for mark, fixture in (("postgres", "postgres"), ("valkey", "valkey"), ("browser", "browser")):
            if fixture in names:
                item.add_marker(mark)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """The PostgreSQL server of this test process, with a migrated template database."""
    with postgres_server() as server:
        server.run("CREATE DATABASE migrated")
        _migrate(server.url("migrated"))
        yield server


@pytest.fixture(scope="session")
def valkey() -> Iterator[str]:
    """The address of this test process's Valkey server."""
    with valkey_server() as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file to copy."""
    path = tmp_path_factory.mktemp("template") / "migrated.sqlite"
    _migrate(f"sqlite:///{path}")
    return path


def _migrate(url: str) -> None:
    database = Database(url)
    database.migrate()
    database.dispose()


@pytest.fixture
def sqlite_url(tmp_path: Path, sqlite_template: Path) -> str:
    """The address of a fresh, migrated SQLite file."""
    return f"sqlite:///{shutil.copyfile(sqlite_template, tmp_path / 'noirmail.sqlite')}"


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """The address of a fresh, migrated PostgreSQL database."""
    with postgres.database(f"test{next(_numbers)}", "migrated") as url:
        yield url


@pytest.fixture(params=BOTH)
def any_url(request: pytest.FixtureRequest) -> str:
    """The address of a fresh, migrated database: the test runs on each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def db(any_url: str) -> Iterator[Database]:
    """A fresh, migrated database: the test runs on each kind."""
    database = Database(any_url)
    yield database
    database.dispose()


@pytest.fixture(params=BOTH)
def empty_db(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database without any table: the test runs on each kind."""
    if request.param == "sqlite":
        database = Database(f"sqlite:///{tmp_path}/empty.sqlite")
        yield database
        database.dispose()
        return
    with request.getfixturevalue("postgres").database(f"empty{next(_numbers)}") as url:
        database = Database(url)
        yield database
        database.dispose()


class Clock:
    """The frozen time."""

    @property
    def now(self) -> datetime:
        return hands.process_now()

    def move(self, by: timedelta | None = None, **parts: float) -> datetime:
        """Turn it on by ``by`` or by ``hours=…, minutes=…``; the new time."""
        hands.move(by or timedelta(**parts))
        return self.now


@pytest.fixture
def clock() -> Iterator[Clock]:
    """The time stands still at noon of 1 December 2026, UTC, until the test turns it."""
    with hands.frozen(NOON):
        yield Clock()


def settings_for(database_url: str, data_dir: Path, **variables: str) -> Settings:
    """The settings of a test; ``variables`` of the environment win over what tests usually have."""
    usual = {
        "NOIRMAIL_MODE": "test",
        "NOIRMAIL_BASE_URL": "http://localhost",
        "NOIRMAIL_DATABASE_URL": database_url,
        "NOIRMAIL_DATA_DIR": str(data_dir),
        "NOIRMAIL_MAIL_FROM": "noir@example.test",
    }
    return Settings.from_environ({**usual, **variables})


@contextmanager
def context_for(settings: Settings) -> Iterator[Context]:
    """A Context whose mails stay in memory and whose wake-up calls reach nobody."""
    db = Database(settings.database_url)
    yield Context(settings, db, Keyring(settings.keys), MemoryTransport(), lambda: None)
    db.dispose()


@pytest.fixture
def ctx(sqlite_url: str, tmp_path: Path, clock: Clock) -> Iterator[Context]:
    """What services are handed, on a fresh SQLite file, at noon."""
    with context_for(settings_for(sqlite_url, tmp_path)) as context:
        yield context


@pytest.fixture
def ctx_any(any_url: str, tmp_path: Path, clock: Clock) -> Iterator[Context]:
    """What services are handed: the test runs on each kind of database."""
    with context_for(settings_for(any_url, tmp_path)) as context:
        yield context


@pytest.fixture(scope="session")
def one_app(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> APIFlask:
    """The application, put together once for a test process; ``app`` hands it each test's Context."""
    from noirmail.app import create_app

    settings = settings_for(f"sqlite:///{sqlite_template}", tmp_path_factory.mktemp("app"))
    app = create_app(settings, transport=MemoryTransport(), wake=lambda: None)
    app.testing = True
    return app


@pytest.fixture
def app(one_app: APIFlask, ctx: Context) -> APIFlask:
    """The application on the database, clock and mail of ``ctx``."""
    one_app.extensions["noirmail"] = ctx
    return one_app


@pytest.fixture
def client(app: APIFlask) -> FlaskClient:
    """A visitor with a cookie jar; addresses from mails can be handed to it as they are."""
    return app.test_client()


@pytest.fixture
def site(sqlite_url: str, tmp_path: Path, clock: Clock) -> Iterator[Site]:
    """The application at a port of its own, on a fresh SQLite file, at noon; its mails' links lead there."""
    from noirmail.app import create_app

    port = free_port()
    settings = settings_for(sqlite_url, tmp_path, NOIRMAIL_BASE_URL=f"http://127.0.0.1:{port}")
    with context_for(settings) as context:
        app = create_app(settings, transport=context.transport, wake=context.wake)
        app.extensions["noirmail"] = context
        with serving(app, port):
            yield Site(settings.base_url, context)


@pytest.fixture(scope="session")
def base_url() -> None:
    """Browser tests name whole addresses; the plugin's own fixture warns, and warnings are errors."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium, kept from calling home."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        missing("Chromium", "install Debian's chromium")
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"]
    return {**browser_type_launch_args, "executable_path": path, "args": quiet}
