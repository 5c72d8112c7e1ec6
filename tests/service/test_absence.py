"""A player is away for some days: the own deadline waits, the others are told, and not too often."""

from datetime import timedelta

import pytest

from noirmail.service import absence
from noirmail.service.errors import BadInput, Refused
from noirmail.store.models import Person
from tests.build import after, create_game, reload, seat_at
from tests.service.timeline import addressees, owed, sweep_after, take_mails

DAY = timedelta(days=1)


@pytest.fixture
def game(ctx_any):
    """A game whose first deadline runs."""
    game = create_game(ctx_any, per_turn=86400)
    take_mails(ctx_any)
    return game


def test_the_own_deadline_waits_and_the_others_are_told(ctx_any, clock, game) -> None:
    before = owed(ctx_any, game, 0).due_at
    assert absence.declare(ctx_any, game.id, 0, 5) == clock.now + 5 * DAY
    assert owed(ctx_any, game, 0).due_at == before + 5 * DAY
    assert addressees(ctx_any, "happened") == ["Bob"]


def test_the_deadlines_of_the_others_run_on(ctx_any, clock, game) -> None:
    before = owed(ctx_any, game, 0).due_at
    absence.declare(ctx_any, game.id, 1, 5)
    assert owed(ctx_any, game, 0).due_at == before


def test_a_turn_that_comes_meanwhile_runs_from_the_end(ctx_any, clock, game) -> None:
    until = absence.declare(ctx_any, game.id, 1, 5)
    after(ctx_any, game, "kill N")
    take_mails(ctx_any)
    assert owed(ctx_any, game, 1).due_at == until + DAY


def test_a_turn_that_comes_after_it_has_no_more_than_its_time(ctx, clock) -> None:
    game = create_game(ctx, per_turn=86400)
    absence.declare(ctx, game.id, 1, 1)
    clock.move(days=2)
    after(ctx, game, "kill N")
    take_mails(ctx)
    assert owed(ctx, game, 1).due_at == clock.now + DAY


def test_a_longer_absence_adds_what_is_longer(ctx, clock) -> None:
    game = create_game(ctx, per_turn=86400)
    take_mails(ctx)
    before = owed(ctx, game, 0).due_at
    absence.declare(ctx, game.id, 0, 5)
    absence.declare(ctx, game.id, 0, 3)
    assert owed(ctx, game, 0).due_at == before + 5 * DAY
    assert absence.declare(ctx, game.id, 0, 7) == clock.now + 7 * DAY
    assert owed(ctx, game, 0).due_at == before + 7 * DAY


def test_nobody_is_away_for_more_than_fourteen_days_of_any_ninety(ctx_any, clock, game) -> None:
    absence.declare(ctx_any, game.id, 0, 10)
    clock.move(days=20)
    absence.declare(ctx_any, game.id, 0, 4)
    clock.move(days=10)
    with pytest.raises(Refused, match="14 days in any 90"):
        absence.declare(ctx_any, game.id, 0, 1)
    clock.move(days=60)
    absence.declare(ctx_any, game.id, 0, 10)


def test_what_is_left_is_told(ctx, clock) -> None:
    game = create_game(ctx)
    absence.declare(ctx, game.id, 0, 10)
    clock.move(days=20)
    with pytest.raises(Refused, match="you have 4 days left"):
        absence.declare(ctx, game.id, 0, 5)


@pytest.mark.parametrize("days", [0, -3, 15])
def test_an_absence_has_one_to_fourteen_days(ctx, days) -> None:
    game = create_game(ctx)
    with pytest.raises(BadInput):
        absence.declare(ctx, game.id, 0, days)


def test_who_is_late_cannot_be_away(ctx, clock) -> None:
    game = create_game(ctx, per_turn=86400)
    take_mails(ctx)
    sweep_after(ctx, clock, hours=25)
    with pytest.raises(Refused, match="move now"):
        absence.declare(ctx, game.id, 0, 5)


def test_somebody_is_away_from_all_games_at_once(ctx_any, clock, game) -> None:
    other = create_game(ctx_any, names=("Alice", "Charlie"), per_turn=86400)
    take_mails(ctx_any)
    until = absence.declare_everywhere(ctx_any, seat_at(ctx_any, game, 0).person_id, 6)
    assert [owed(ctx_any, one, 0).due_at for one in (game, other)] == [until + DAY] * 2
    assert addressees(ctx_any, "happened") == ["Bob", "Charlie"]


def test_a_game_that_begins_meanwhile_waits_as_well(ctx, clock) -> None:
    game = create_game(ctx, per_turn=86400)
    until = absence.declare_everywhere(ctx, seat_at(ctx, game, 0).person_id, 6)
    other = create_game(ctx, names=("Alice", "Charlie"), per_turn=86400)
    take_mails(ctx)
    assert owed(ctx, other, 0).due_at == until + DAY


def test_where_one_game_refuses_none_is_changed(ctx, clock) -> None:
    game = create_game(ctx)
    other = create_game(ctx, names=("Alice", "Charlie"))
    absence.declare(ctx, other.id, 0, 14)
    clock.move(days=20)
    person = seat_at(ctx, game, 0).person_id
    with pytest.raises(Refused):
        absence.declare_everywhere(ctx, person, 3)
    assert seat_at(ctx, game, 0).absent_until is None
    with ctx.db.read() as session:
        assert session.get_one(Person, person).absent_until is None
    assert reload(ctx, game).status == "running"
