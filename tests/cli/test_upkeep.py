"""The host's commands, on the data folder of a one-process noirmail."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from noirmail.config import Settings, embedded
from noirmail.service.access import api_identity
from noirmail.service.context import Context
from noirmail.store.models import Person
from noirmail.worker.context import make_context
from tests.cli.conftest import Said

Run = Callable[..., Said]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, and no other setting."""
    for name in ("NOIRMAIL_MODE", "DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NOIRMAIL_DATA_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def ctx(folder: Path, noirmail: Run) -> Context:
    """The migrated database in it."""
    assert noirmail("migrate").status == 0
    return make_context(embedded({"NOIRMAIL_DATA_DIR": str(folder)}))


def test_a_token_for_a_person_opens_that_persons_seats(ctx: Context, noirmail: Run) -> None:
    token = noirmail("token", "Alice@Example.Test").out.strip()
    with ctx.db.read() as session:
        alice = session.scalars(select(Person).where(Person.email_key == "alice@example.test")).one()
        identity = api_identity(ctx, session, token)
    assert (identity.kind, identity.person_id) == ("person", alice.id)


def test_a_token_for_a_host_is_one(ctx: Context, noirmail: Run) -> None:
    token = noirmail("token", "--host").out.strip()
    with ctx.db.read() as session:
        assert api_identity(ctx, session, token).kind == "host"


@pytest.mark.usefixtures("ctx")
@pytest.mark.parametrize("words", [(), ("alice@example.test", "--host"), ("alice at example",), ("",)])
def test_a_token_for_nobody_is_refused_in_one_line(noirmail: Run, words: tuple[str, ...]) -> None:
    said = noirmail("token", *words)
    assert (said.out, said.err.count("\n"), said.status) == ("", 1, 2)


@pytest.mark.usefixtures("folder")
def test_a_database_without_tables_is_said_so(noirmail: Run) -> None:
    said = noirmail("token", "--host")
    assert "noirmail migrate" in said.err
    assert (said.err.count("\n"), said.status) == (1, 2)


@pytest.mark.usefixtures("folder")
def test_migrating_again_changes_nothing(noirmail: Run) -> None:
    assert noirmail("migrate").out == noirmail("migrate").out


@pytest.mark.usefixtures("ctx")
def test_the_doctor_misses_a_sweep_and_finds_it_afterwards(noirmail: Run) -> None:
    before = noirmail("doctor")
    assert (before.status, "WRONG  scheduler" in before.out) == (1, True)
    assert noirmail("sweep").status == 0
    after = noirmail("doctor")
    assert (after.status, "WRONG" in after.out) == (0, False)


@pytest.mark.usefixtures("ctx")
def test_draining_an_empty_outbox_sends_nothing(noirmail: Run) -> None:
    assert noirmail("drain").out == "0 mails looked at\n"


@pytest.mark.usefixtures("ctx")
def test_only_an_ending_by_the_clock_can_be_taken_back(noirmail: Run) -> None:
    said = noirmail("reverse", "NOSUCHGAME")
    assert (said.out, said.err.count("\n"), said.status) == ("", 1, 2)


def test_fresh_keys_are_good_settings(noirmail: Run) -> None:
    lines = dict(line.split("=", 1) for line in noirmail("keys").out.splitlines())
    rest = {
        "NOIRMAIL_BASE_URL": "https://noir.example.test",
        "DATABASE_URL": "postgresql:///noir",
        "REDIS_URL": "redis://broker/0",
        "NOIRMAIL_MAIL_FROM": "noir@example.test",
        "NOIRMAIL_SMTP_URL": "smtp://mail.example.test",
    }
    assert Settings.from_environ(lines | rest, default_mode="hosted").mode == "hosted"


def test_a_hosted_command_refuses_missing_settings_in_one_line(noirmail: Run, folder: Path) -> None:
    said = noirmail("--hosted", "migrate")
    assert (said.err, said.status) == ("noirmail: NOIRMAIL_MAIL_FROM is not set\n", 2)
    assert not list(folder.iterdir())


def test_a_worker_says_which_kind_it_is(noirmail: Run) -> None:
    said = noirmail("worker")
    assert "--plain" in said.err
    assert said.status == 2
