"""A real Celery worker on Valkey and PostgreSQL: nothing is lost, whatever dies."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from redis import Redis
from sqlalchemy import func, select

from noirmail.service.context import Context
from noirmail.store.models import Game, Heartbeat
from tests import build
from tests.worker.conftest import Broker, Sink
from tests.worker.processes import CELERY, Process, running, until

WORKER = (*CELERY, "worker", "--concurrency", "1", "--without-gossip", "--without-mingle")


@pytest.fixture(scope="module")
def worker(hosted: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A worker."""
    with running(*WORKER, env=hosted, log=tmp_path_factory.mktemp("worker") / "log") as process:
        yield process


@pytest.fixture(scope="module")
def beat(hosted: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A scheduler."""
    with running(*CELERY, "beat", env=hosted, log=tmp_path_factory.mktemp("beat") / "log") as process:
        yield process


@dataclass(frozen=True)
class Table:
    """A game of two people of whom the second knows that it has begun. ``guest``: that one's address."""

    game: Game
    guest: str


@pytest.fixture
def table(web: Context, worker: Process, sink: Sink, request: pytest.FixtureRequest) -> Table:
    """A game of two people with addresses of their own."""
    name = request.node.name[-20:].replace("_", "-")
    table = Table(build.create_game(web, names=(f"A{name}", f"B{name}")), f"b{name}@example.test")
    sink.wait_for(table.guest, 1)
    return table


def test_a_move_becomes_a_mail_to_whoever_is_next(web: Context, sink: Sink, table: Table) -> None:
    build.after(web, table.game, "kill J")
    _start, turn = sink.wait_for(table.guest, 2)
    assert b"Auto-Submitted: auto-generated" in turn
    assert table.game.code.encode() in turn


@pytest.mark.usefixtures("beat")
def test_emptying_the_broker_in_mid_game_loses_nothing(
    web: Context, broker: Broker, sink: Sink, table: Table
) -> None:
    silent = replace(web, wake=lambda: None)
    build.after(silent, table.game, "kill J")
    with Redis.from_url(broker.url) as redis:
        redis.flushall()
    assert len(sink.wait_for(table.guest, 2)) == 2


@pytest.mark.usefixtures("beat")
def test_a_broker_that_goes_and_comes_again_is_found_again(
    web: Context, broker: Broker, sink: Sink, table: Table
) -> None:
    broker.stop()
    build.after(web, table.game, "kill J")
    broker.start()
    assert len(sink.wait_for(table.guest, 2)) == 2


@pytest.mark.usefixtures("worker", "beat")
def test_the_sweep_leaves_its_heartbeat(web: Context) -> None:
    def beats() -> int:
        with web.db.read() as session:
            return session.scalar(select(func.count()).select_from(Heartbeat)) or 0

    assert until(beats)


@pytest.mark.usefixtures("beat")
def test_no_line_and_no_queue_holds_an_address_or_a_token(
    web: Context, broker: Broker, sink: Sink, table: Table, worker: Process
) -> None:
    build.after(web, table.game, "kill J")
    sink.wait_for(table.guest, 2)
    with Redis.from_url(broker.url) as redis:
        kept = b"".join(redis.dump(key) or b"" for key in redis.scan_iter()).decode("latin-1")
    for text in (kept, worker.said):
        assert table.guest not in text
        assert build.token_of(web, table.game, 1) not in text
