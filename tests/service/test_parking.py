"""A game that raises again and again is parked: others go on, and no time of it is lost (TRUST R112)."""

from datetime import timedelta

import pytest

from noirmail.service import invitations, lateness, letters, parking, parting, starting
from noirmail.service.errors import NotFound, Refused
from noirmail.service.parking import parked_games, release
from tests.build import create_game, reload
from tests.post import deliver_all
from tests.service.tables import game_at, laid
from tests.service.timeline import happened, mails, owed, sweep_after, take_mails

DAY = 86400


def parked(ctx) -> list[str]:
    with ctx.db.read() as session:
        return parked_games(session)


@pytest.fixture
def bad(ctx, monkeypatch):
    """Two games; the first one's reminder raises, until ``monkeypatch.undo``."""
    games = [create_game(ctx, per_turn=DAY, on_timeout="forfeit") for _each in range(2)]
    take_mails(ctx)
    real = lateness.notices.reminder

    def reminder(ctx, session, row, ply, now) -> None:
        if row.game_id == games[0].id:
            raise RuntimeError("a fault of this game")
        real(ctx, session, row, ply, now)

    monkeypatch.setattr(lateness.notices, "reminder", reminder)
    return games


def sweep_hourly(ctx, clock, first: float, more: int) -> None:
    sweep_after(ctx, clock, hours=first)
    for _hour in range(more):
        sweep_after(ctx, clock, hours=1, seconds=1)


def test_the_fifth_fault_parks_the_game_and_others_go_on(ctx, clock, bad) -> None:
    sweep_hourly(ctx, clock, 19.5, 3)
    assert parked(ctx) == []
    sweep_hourly(ctx, clock, 1.01, 1)
    assert parked(ctx) == [bad[0].code]
    assert happened(ctx, bad[0]) == ["started", *["fault"] * 5, "parked"]
    sweep_after(ctx, clock, hours=5)
    assert reload(ctx, bad[1]).status == "finished"


def test_nothing_of_a_parked_game_falls_due(ctx, clock, bad) -> None:
    sweep_hourly(ctx, clock, 19.5, 5)
    sweep_after(ctx, clock, days=30)
    row = owed(ctx, bad[0], 0)
    assert (row.due_at, row.wake_at) == (None, None)
    assert reload(ctx, bad[0]).status == "running"
    with pytest.raises(Refused):
        parting.claim(ctx, bad[0].id, 1)


def test_a_released_game_has_a_full_turn_and_is_reminded_again(ctx, clock, bad, monkeypatch) -> None:
    sweep_hourly(ctx, clock, 19.5, 5)
    monkeypatch.undo()
    release(ctx, bad[0].code)
    assert parked(ctx) == []
    sweep_after(ctx, clock, seconds=1)
    assert owed(ctx, bad[0], 0).due_at == clock.now + timedelta(days=1)
    sweep_after(ctx, clock, hours=20)
    assert [mail.kind for mail in mails(ctx) if mail.game_id == bad[0].id].count("reminder") == 1


def test_faults_are_counted_anew_after_a_release(ctx, clock, bad) -> None:
    sweep_hourly(ctx, clock, 19.5, 5)
    release(ctx, bad[0].code)
    sweep_after(ctx, clock, seconds=1)
    sweep_hourly(ctx, clock, 19.5, 3)
    assert parked(ctx) == []
    sweep_hourly(ctx, clock, 1.01, 0)
    assert parked(ctx) == [bad[0].code]


def test_a_mail_that_cannot_be_made_parks_its_game_instead_of_starting_its_clock(ctx, clock, monkeypatch) -> None:
    bad, good = (create_game(ctx, per_turn=DAY, on_timeout="forfeit") for _each in range(2))
    real = letters.tables.table

    def table(ctx, game_id, *given, **more):
        if game_id == bad.id:
            raise RuntimeError("this game cannot be replayed")
        return real(ctx, game_id, *given, **more)

    monkeypatch.setattr(letters.tables, "table", table)
    for _try in range(6):
        deliver_all(ctx)
        sweep_after(ctx, clock, hours=1.3)
    sweep_after(ctx, clock, days=30)
    sweep_after(ctx, clock, days=30)
    assert parked(ctx) == [bad.code]
    assert (reload(ctx, bad).status, reload(ctx, good).status) == ("running", "finished")


def test_after_its_release_the_mail_goes_out_and_starts_the_clock(ctx, clock, monkeypatch) -> None:
    game = create_game(ctx, per_turn=DAY)
    monkeypatch.setattr(letters.tables, "table", lambda *_given, **_more: 1 / 0)
    for _try in range(6):
        assert deliver_all(ctx) == []
        sweep_after(ctx, clock, hours=1.3)
    assert parked(ctx) == [game.code]
    monkeypatch.undo()
    release(ctx, game.code)
    sweep_after(ctx, clock, seconds=1)
    assert owed(ctx, game, 0).due_at is None
    assert [mail["To"] for mail in deliver_all(ctx)] == ["alice@example.test"]
    assert owed(ctx, game, 0).due_at == clock.now + timedelta(days=1)


def test_a_house_that_cannot_move_parks_its_game(ctx, clock, monkeypatch) -> None:
    monkeypatch.setattr(starting.house, "play_house", lambda *_given: 1 / 0)
    game = create_game(ctx, names=("House", "Bob"), house=("House",))
    for _time in range(6):
        sweep_after(ctx, clock, minutes=6)
    assert parked(ctx) == [game.code]
    assert happened(ctx, game).count("fault") == 5


def test_a_table_that_cannot_expire_is_parked_too(ctx, clock, monkeypatch) -> None:
    place = laid(ctx)
    monkeypatch.setattr(invitations, "expire", lambda *_given: 1 / 0)
    sweep_hourly(ctx, clock, 14 * 24 + 1, 10)
    assert parked(ctx) == [place.code]
    assert happened(ctx, game_at(ctx, place)).count("fault") == 5
    monkeypatch.undo()
    release(ctx, place.code)
    sweep_after(ctx, clock, seconds=1)
    assert happened(ctx, game_at(ctx, place))[-1] == "expired"


def test_only_a_parked_game_is_released(ctx) -> None:
    game = create_game(ctx)
    with pytest.raises(Refused):
        release(ctx, game.code)
    with pytest.raises(NotFound):
        release(ctx, "NOSUCHGAME")


def test_a_fault_that_cannot_be_written_down_is_not_raised(ctx, monkeypatch) -> None:
    game = create_game(ctx)
    monkeypatch.setattr(parking, "note", lambda *_given, **_more: 1 / 0)
    assert not parking.count_fault(ctx, game.id)
    assert happened(ctx, game) == ["started"]
