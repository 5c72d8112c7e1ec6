"""A standstill of the sweep, or a clock that jumps, costs nobody a turn (TRUST R84, R86)."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from noirmail import clock as hands
from noirmail.service import lateness
from noirmail.service.sweep import sweep
from noirmail.store.models import Game, Happening
from tests.build import create_game, reload
from tests.conftest import NOON
from tests.service.timeline import happened, mails, owed, sweep_after, take_mails

HOUR = timedelta(hours=1)


def a_game(ctx, hours, policy="forfeit"):
    game = create_game(ctx, per_turn=hours * 3600, on_timeout=policy)
    take_mails(ctx)
    sweep(ctx)
    return game


def test_a_deadline_inside_the_standstill_moves_by_it(ctx_any, clock) -> None:
    game = a_game(ctx_any, 24)
    clock.move(hours=26)
    assert sweep(ctx_any).held
    row = owed(ctx_any, game, 0)
    assert row.due_at == NOON + 50 * HOUR
    assert row.wake_at == NOON + 45.2 * HOUR
    assert reload(ctx_any, game).status == "running"
    assert mails(ctx_any, "reminder") == []


def test_two_hours_are_left_at_the_least(ctx_any, clock) -> None:
    game = a_game(ctx_any, 1)
    sweep_after(ctx_any, clock, minutes=55)
    clock.move(minutes=20)
    sweep(ctx_any)
    assert owed(ctx_any, game, 0).due_at == clock.now + 2 * HOUR


def test_a_deadline_after_the_standstill_moves_as_well(ctx_any, clock) -> None:
    game = a_game(ctx_any, 72)
    clock.move(hours=26)
    sweep(ctx_any)
    assert owed(ctx_any, game, 0).due_at == NOON + 98 * HOUR


def test_who_was_late_before_stays_late_but_gets_the_time_back(ctx_any, clock) -> None:
    game = a_game(ctx_any, 24, "claim")
    sweep_after(ctx_any, clock, hours=25)
    clock.move(hours=26)
    sweep(ctx_any)
    row = owed(ctx_any, game, 0)
    assert (row.phase, row.due_at, row.wake_at) == ("late", NOON + 24 * HOUR, NOON + 74 * HOUR)


def test_the_standstill_stands_in_the_history_once(ctx, clock) -> None:
    game = a_game(ctx, 24)
    clock.move(hours=26)
    assert [sweep(ctx).held for _again in range(3)] == [True, False, False]
    assert happened(ctx, game) == ["started", "outage"]
    with ctx.db.read() as session:
        told = session.scalars(select(Happening).where(Happening.kind == "outage")).one()
    assert told.data == {"seconds": 26 * 3600}


def test_a_game_that_waits_for_its_mail_has_nothing_to_move(ctx, clock) -> None:
    game = create_game(ctx)
    sweep(ctx)
    clock.move(hours=26)
    sweep(ctx)
    assert owed(ctx, game, 0).due_at is None


def test_ten_minutes_are_no_standstill(ctx, clock) -> None:
    game = a_game(ctx, 24)
    clock.move(minutes=10)
    assert not sweep(ctx).held
    assert owed(ctx, game, 0).due_at == NOON + 24 * HOUR


def test_a_sweep_that_was_stuck_over_a_standstill_acts_on_no_deadline(ctx, clock) -> None:
    game = a_game(ctx, 24)
    row = owed(ctx, game, 0)
    clock.move(hours=26)
    lateness.look_at(ctx, row.id)
    assert reload(ctx, game).status == "running"
    assert mails(ctx, "reminder") == []


@pytest.mark.parametrize("hours", [1, -1])
def test_a_clock_that_jumps_and_returns_ends_no_game_early(ctx, clock, hours) -> None:
    game = a_game(ctx, 24)
    for step in (hours, -hours):
        clock.move(hours=step)
        sweep(ctx)
    assert owed(ctx, game, 0).due_at >= NOON + 24 * HOUR
    sweep_after(ctx, clock, hours=24)
    assert reload(ctx, game).status == "running"


def test_a_second_stepped_back_moves_nothing(ctx, clock) -> None:
    game = a_game(ctx, 24)
    clock.move(seconds=-1)
    assert not sweep(ctx).held
    assert owed(ctx, game, 0).due_at == NOON + 24 * HOUR


@pytest.mark.parametrize(
    "night",
    [
        datetime(2026, 3, 28, 20, tzinfo=UTC),
        datetime(2026, 10, 24, 20, tzinfo=UTC),
        datetime(2026, 11, 1, 4, tzinfo=UTC),
    ],
    ids=["Rome in spring", "Madrid in autumn", "New York in autumn"],
)
def test_a_turn_over_a_night_of_changed_clocks_is_as_long_as_any(ctx, night) -> None:
    with hands.frozen(night):
        game = a_game(ctx, 24)
        assert owed(ctx, game, 0).due_at - night == 24 * HOUR


def test_an_invitation_does_not_expire_in_a_standstill(ctx, clock) -> None:
    game = a_game(ctx, 24)
    with ctx.db.write() as session:
        table = session.get_one(Game, game.id)
        table.status, table.expires_at = "open", NOON + HOUR
    clock.move(hours=26)
    sweep(ctx)
    assert reload(ctx, game).status == "open"
    assert reload(ctx, game).expires_at == clock.now + 2 * HOUR
