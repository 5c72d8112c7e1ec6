"""The doctor names what is wrong, in the order in which one thing stands on another, and no secret."""

from dataclasses import replace
from pathlib import Path

from noirmail.service.context import Context
from noirmail.service.sweep import sweep
from noirmail.store.database import Database
from noirmail.worker.doctor import Finding, examine
from tests import build
from tests.conftest import Clock


def found(ctx: Context) -> dict[str, Finding]:
    return {finding.what: finding for finding in examine(ctx)}


def test_a_house_that_works_is_well(ctx: Context) -> None:
    sweep(ctx)
    assert all(finding.good for finding in examine(ctx))


def test_a_scheduler_that_stopped_is_noticed_after_two_minutes(ctx: Context, clock: Clock) -> None:
    sweep(ctx)
    clock.move(minutes=2)
    assert found(ctx)["scheduler"].good
    clock.move(seconds=1)
    assert not found(ctx)["scheduler"].good


def test_mails_that_nobody_sends_are_noticed_after_a_quarter_of_an_hour(ctx: Context, clock: Clock) -> None:
    build.create_game(ctx)
    clock.move(minutes=15)
    assert found(ctx)["outbox"].good
    clock.move(seconds=1)
    assert not found(ctx)["outbox"].good
    assert "2 waiting" in found(ctx)["outbox"].said


def test_a_database_without_tables_says_what_to_do(ctx: Context, tmp_path: Path) -> None:
    empty = Database(f"sqlite:///{tmp_path}/empty.sqlite")
    assert "noirmail migrate" in found(replace(ctx, db=empty))["database"].said
    empty.dispose()


def test_a_broker_and_a_mail_server_that_are_away_are_named_without_their_passwords(ctx: Context) -> None:
    away = replace(
        ctx.settings, redis_url="redis://noir:hunter2@127.0.0.1:1/0", smtp_url="smtp://noir:hunter2@127.0.0.1:1"
    )
    findings = found(replace(ctx, settings=away))
    assert (findings["broker"].good, findings["mail"].good) == (False, False)
    assert "hunter2" not in str(findings)


def test_a_broker_that_answers_is_well(ctx: Context, valkey: str) -> None:
    assert found(replace(ctx, settings=replace(ctx.settings, redis_url=valkey)))["broker"].good
