"""The background door with everything real: Celery on Valkey, PostgreSQL, an SMTP server that keeps what it gets."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from noirmail.config import Settings
from noirmail.service.context import Context
from noirmail.worker.context import close, make_context
from tests.servers.postgres import PostgresServer
from tests.servers.valkey import free_port, valkey_server
from tests.worker.processes import until


@dataclass
class Sink:
    """An SMTP server that takes every mail."""

    url: str = ""
    mails: list[tuple[str, bytes]] = field(default_factory=list)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Keep the mail."""
        assert isinstance(envelope.content, bytes)
        self.mails.append((envelope.rcpt_tos[0], envelope.content))
        return "250 taken"

    def to(self, address: str) -> list[bytes]:
        """The mails that came for an address."""
        return [raw for recipient, raw in self.mails if recipient == address]

    def wait_for(self, address: str, number: int) -> list[bytes]:
        """The mails for an address, once there are so many."""
        return until(lambda: mails if len(mails := self.to(address)) >= number else [])


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    """An SMTP server on a free loopback port."""
    taken = Sink()
    controller = Controller(taken, hostname="127.0.0.1", port=free_port())
    controller.start()
    taken.url = f"smtp://127.0.0.1:{controller.port}"
    yield taken
    controller.stop()


class Broker:
    """A Valkey server that can be taken away from those who use it."""

    def __init__(self) -> None:
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self._running = ExitStack()

    def start(self) -> None:
        """Start it, empty."""
        self._running.enter_context(valkey_server(self._port))

    def stop(self) -> None:
        """Take it away, with all that it held."""
        self._running.close()


@pytest.fixture(scope="module")
def broker() -> Iterator[Broker]:
    """A Valkey server of this module's own."""
    server = Broker()
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def hosted(
    postgres: PostgresServer, broker: Broker, sink: Sink, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, str]]:
    """The environment of processes that work on one database, one broker and the sink."""
    folder = tmp_path_factory.mktemp("hosted")
    with postgres.database("hosted", "migrated") as url:
        yield {
            "NOIRMAIL_MODE": "test",
            "NOIRMAIL_DATA_DIR": str(folder),
            "NOIRMAIL_DATABASE_URL": url,
            "NOIRMAIL_REDIS_URL": broker.url,
            "NOIRMAIL_SMTP_URL": sink.url,
        }


@pytest.fixture(scope="module")
def web(hosted: dict[str, str]) -> Iterator[Context]:
    """A web process's Context on the same database: it commits and nudges, and sends nothing itself."""
    ctx = make_context(Settings.from_environ(hosted))
    yield ctx
    close(ctx)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Where a process's lines go."""
    return tmp_path / "log"
