"""Everybody agrees, and the game rests."""

from datetime import timedelta

import pytest

from noirmail.service import parting, pausing
from noirmail.service.errors import BadInput, NotFound, Refused
from tests.build import after, create_game, reload, seat_at
from tests.service.timeline import addressees, happened, mails, owed, sweep_after, take_mails

DAY = timedelta(days=1)


@pytest.fixture
def game(ctx_any):
    """A game whose first deadline runs."""
    game = create_game(ctx_any, per_turn=86400)
    take_mails(ctx_any)
    return game


def test_one_who_offers_is_not_enough(ctx_any, clock, game) -> None:
    before = owed(ctx_any, game, 0).due_at
    assert pausing.offer(ctx_any, game.id, 0, 7).until is None
    assert owed(ctx_any, game, 0).due_at == before
    assert addressees(ctx_any, "happened") == ["Bob"]


def test_when_all_agree_deadlines_wait_the_fewest_days_of_all_offers(ctx_any, clock, game) -> None:
    before = owed(ctx_any, game, 0).due_at
    pausing.offer(ctx_any, game.id, 0, 7)
    paused = pausing.offer(ctx_any, game.id, 1, 5)
    assert (paused.days, paused.until) == (5, clock.now + 5 * DAY)
    assert owed(ctx_any, game, 0).due_at == before + 5 * DAY
    assert addressees(ctx_any, "happened") == ["Bob", "Alice"]
    assert happened(ctx_any, game) == ["started", "pause-offered", "paused"]


def test_nobody_is_late_in_a_pause_and_the_reminder_comes_after_it(ctx, clock) -> None:
    game = create_game(ctx, per_turn=86400, on_timeout="forfeit")
    take_mails(ctx)
    sweep_after(ctx, clock, hours=20)
    assert len(mails(ctx, "reminder")) == 1
    for seat in (0, 1):
        pausing.offer(ctx, game.id, seat, 10)
    sweep_after(ctx, clock, days=10, hours=3)
    assert reload(ctx, game).status == "running"
    assert len(mails(ctx, "reminder")) == 2
    sweep_after(ctx, clock, hours=2)
    assert reload(ctx, game).status == "finished"


def test_a_turn_that_comes_in_a_pause_runs_from_its_end(ctx_any, clock, game) -> None:
    for seat in (0, 1):
        pausing.offer(ctx_any, game.id, seat, 3)
    until = clock.now + 3 * DAY
    clock.move(hours=1)
    after(ctx_any, game, "kill N")
    take_mails(ctx_any)
    assert owed(ctx_any, game, 1).due_at == until + DAY


def test_without_mail_a_turn_that_comes_in_a_pause_runs_from_its_end(ctx, clock) -> None:
    game = create_game(ctx, per_turn=86400, without_mail=("Bob",))
    for seat in (0, 1):
        pausing.offer(ctx, game.id, seat, 3)
    after(ctx, game, "kill N")
    assert owed(ctx, game, 1).due_at == clock.now + 4 * DAY


def test_who_is_late_when_all_agree_has_the_whole_pause(ctx_any, clock, game) -> None:
    sweep_after(ctx_any, clock, hours=25)
    assert owed(ctx_any, game, 0).phase == "late"
    for seat in (0, 1):
        pausing.offer(ctx_any, game.id, seat, 1)
    assert (owed(ctx_any, game, 0).phase, owed(ctx_any, game, 0).due_at) == ("running", clock.now + DAY)


def test_a_move_takes_the_offer_back(ctx, clock) -> None:
    game = create_game(ctx)
    pausing.offer(ctx, game.id, 0, 7)
    after(ctx, game, "kill N")
    assert pausing.offer(ctx, game.id, 1, 7).until is None


def test_an_offer_can_be_taken_back(ctx, clock) -> None:
    game = create_game(ctx)
    pausing.offer(ctx, game.id, 0, 7)
    pausing.take_back(ctx, game.id, 0)
    assert pausing.offer(ctx, game.id, 1, 7).until is None


def test_the_house_always_agrees(ctx, clock) -> None:
    game = create_game(ctx, house=("Bob",))
    assert pausing.offer(ctx, game.id, 0, 2).until == clock.now + 2 * DAY


def test_the_same_offer_twice_is_told_once(ctx, clock) -> None:
    game = create_game(ctx)
    for _ in range(2):
        pausing.offer(ctx, game.id, 0, 7)
    assert len(mails(ctx, "happened")) == 1


@pytest.mark.parametrize("days", [0, -1, 31])
def test_a_pause_has_one_to_thirty_days(ctx, days) -> None:
    game = create_game(ctx)
    with pytest.raises(BadInput):
        pausing.offer(ctx, game.id, 0, days)


def test_only_a_player_of_a_running_game_can_offer(ctx) -> None:
    game = create_game(ctx)
    with pytest.raises(NotFound):
        pausing.offer(ctx, game.id, 5, 7)
    parting.resign(ctx, game.id, 0)
    with pytest.raises(Refused):
        pausing.offer(ctx, game.id, 1, 7)
    assert seat_at(ctx, game, 1).pause_days is None
