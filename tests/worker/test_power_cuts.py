"""Processes that end between two steps: nothing is lost, and nothing is done twice (TRUST R67, R109)."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from noirmail.cli.browsing import Browser, CannotGo, Page
from noirmail.config import Settings
from noirmail.service import links, outbox
from noirmail.service.context import Context
from noirmail.store.models import Game, OutboxMail, Step
from noirmail.worker.context import close, make_context
from tests import build
from tests.servers.postgres import PostgresServer
from tests.servers.valkey import free_port
from tests.worker.conftest import Sink
from tests.worker.processes import CELERY, PYTHON, running, until

GUNICORN = (PYTHON, "-m", "gunicorn", "-c", "python:noirmail.gunicorn_conf", "noirmail.wsgi:app")
PLAIN = (PYTHON, "-m", "noirmail", "worker", "--plain")
# Longer than a lease, shorter than what is taken for an outage.
LATER = {"NOIRMAIL_TEST_CLOCK": "400"}


@pytest.fixture
def env(postgres: PostgresServer, valkey: str, sink: Sink, tmp_path: Path) -> Iterator[dict[str, str]]:
    """Settings on a database of its own, and a corner of the broker where no other worker listens."""
    with postgres.database("cuts", "migrated") as url:
        yield {
            "NOIRMAIL_MODE": "test",
            "NOIRMAIL_DATA_DIR": str(tmp_path),
            "NOIRMAIL_BASE_URL": f"http://127.0.0.1:{free_port()}",
            "NOIRMAIL_DATABASE_URL": url,
            "NOIRMAIL_REDIS_URL": valkey.replace("/0", "/1"),
            "NOIRMAIL_SMTP_URL": sink.url,
        }


@pytest.fixture
def ctx(env: dict[str, str]) -> Iterator[Context]:
    context = make_context(Settings.from_environ(env))
    yield context
    close(context)


def served(ask: Callable[[], Page]) -> Page:
    """The page, asked for again while nobody answers."""

    def asked() -> Page | None:
        try:
            return ask()
        except CannotGo:
            return None

    found = until(asked)
    assert found is not None
    return found


def steps(ctx: Context, game: Game) -> list[str]:
    with ctx.db.read() as session:
        return list(session.scalars(select(Step.action).where(Step.game_id == game.id).order_by(Step.ply)))


def all_sent(ctx: Context) -> bool:
    with ctx.db.read() as session:
        return set(session.scalars(select(OutboxMail.state))) == {"sent"}


def test_a_worker_that_dies_between_sending_and_marking_sends_the_same_bytes_again(
    env: dict[str, str], ctx: Context, sink: Sink, log: Path
) -> None:
    dying = {**env, "NOIRMAIL_FAILPOINT": "after-send"}
    with running(*CELERY, "worker", "--concurrency", "1", env=dying, log=log) as worker:
        game = build.create_game(ctx, names=("Cut-a", "Cut-b"))
        (first,) = sink.wait_for("cut-a@example.test", 1)
        worker.kill()
    assert not all_sent(ctx)
    with running(*PLAIN, env={**env, **LATER}, log=log):
        until(lambda: all_sent(ctx))
    assert sink.to("cut-a@example.test") == [first, first]
    assert len(sink.to("cut-b@example.test")) == 1
    assert steps(ctx, game) == []


def test_a_move_whose_answer_was_lost_is_made_once_and_mailed(
    env: dict[str, str], ctx: Context, sink: Sink, log: Path
) -> None:
    game = build.create_game(ctx, names=("Lost-a", "Lost-b"))
    address = links.seat_url(ctx, build.seat_at(ctx, game, 0))
    browser = Browser(env["NOIRMAIL_BASE_URL"])
    bind = env["NOIRMAIL_BASE_URL"].removeprefix("http://")
    dying = {**env, "NOIRMAIL_FAILPOINT": "after-commit", "WEB_CONCURRENCY": "1"}
    with running(*GUNICORN, "--bind", bind, env=dying, log=log):
        form = served(lambda: browser.open(f"{address}/d0/kill-j")).form("yes")
        with pytest.raises(CannotGo):
            browser.send(form, {"yes": "1"})
        page = served(lambda: browser.send(form, {"yes": "1"}))
    assert "made already" in page.source
    assert steps(ctx, game) == ["kill J"]
    assert sink.to("lost-b@example.test") == []
    outbox.drain(ctx)
    assert len(sink.to("lost-b@example.test")) == 1
