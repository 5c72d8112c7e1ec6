"""How people end a game, and how an ending by the clock is taken back."""

from datetime import timedelta

import pytest

from noirmail.engine.view import Outcome
from noirmail.service import endings, parting, tables
from noirmail.service.errors import NotFound, Refused
from noirmail.service.reversal import reverse
from noirmail.store.models import Seat
from tests.build import after, create_game, reload, seat_at
from tests.conftest import NOON
from tests.service.timeline import addressees, happened, mails, owed, sweep_after, take_mails

THREE = ("Alice", "Bob", "Dana")


def a_late_game(ctx, clock, policy="forfeit"):
    game = create_game(ctx, per_turn=86400, on_timeout=policy)
    take_mails(ctx)
    sweep_after(ctx, clock, hours=25)
    return game


def test_who_resigns_gives_the_game_to_the_other(ctx_any) -> None:
    game = create_game(ctx_any)
    parting.resign(ctx_any, game.id, 0)
    ended = reload(ctx_any, game)
    assert (ended.status, ended.winners, ended.reason, ended.to_act) == ("finished", [1], "resigned", [])
    assert ended.revealed_at == NOON
    assert addressees(ctx_any, "game-over") == ["Alice", "Bob"]
    assert owed(ctx_any, game, 0) is None
    assert happened(ctx_any, game) == ["started", "resigned", "finished"]


def test_nobody_resigns_twice(ctx_any) -> None:
    game = create_game(ctx_any)
    parting.resign(ctx_any, game.id, 0)
    with pytest.raises(Refused):
        parting.resign(ctx_any, game.id, 1)
    assert reload(ctx_any, game).winners == [1]


def test_there_is_no_resigning_for_a_seat_that_is_not_there(ctx) -> None:
    game = create_game(ctx, names=("Alice", "House"), house=("House",))
    for seat in (1, 7):
        with pytest.raises(NotFound):
            parting.resign(ctx, game.id, seat)


def test_each_against_all_who_resigns_leaves_a_stand_in(ctx) -> None:
    game = create_game(ctx, "spytag", THREE)
    (seat,) = game.to_act
    parting.resign(ctx, game.id, seat)
    assert reload(ctx, game).status == "running"
    assert seat_at(ctx, game, seat).standin
    assert seat not in reload(ctx, game).to_act
    with pytest.raises(Refused, match="service moves"):
        parting.resign(ctx, game.id, seat)


def test_in_a_team_the_partner_plays_on_with_a_stand_in_until_both_resign(ctx) -> None:
    game = create_game(ctx, "spytag", ("Alice", "Bob", "Charlie", "Dana"))
    parting.resign(ctx, game.id, 0)
    assert reload(ctx, game).status == "running"
    parting.resign(ctx, game.id, 2)
    ended = reload(ctx, game)
    assert (ended.winners, ended.reason) == ([1, 3], "resigned")


def test_a_stand_in_cannot_win(ctx_any) -> None:
    game = create_game(ctx_any, "spytag", THREE)
    with ctx_any.db.write() as session:
        session.query(Seat).where(Seat.game_id == game.id, Seat.number == 1).update({"standin": True})
        assert endings.finish(session, game.id, Outcome((1,), "trophies"), NOON, provisional=False)
    ended = reload(ctx_any, game)
    assert (ended.winners, ended.reason) == ([], "trophies")


def test_a_game_ends_once(ctx_any) -> None:
    game = create_game(ctx_any)
    with ctx_any.db.write() as session:
        assert endings.finish(session, game.id, Outcome((1,), "resigned"), NOON, provisional=False)
        assert not endings.finish(session, game.id, Outcome((0,), "resigned"), NOON, provisional=False)
    assert reload(ctx_any, game).winners == [1]


def test_a_game_ends_when_all_agree(ctx_any) -> None:
    game = create_game(ctx_any)
    assert not parting.agree(ctx_any, game.id, 0)
    assert not parting.agree(ctx_any, game.id, 0)
    assert reload(ctx_any, game).status == "running"
    assert parting.agree(ctx_any, game.id, 1)
    ended = reload(ctx_any, game)
    assert (ended.winners, ended.reason) == ([], "agreed")
    assert happened(ctx_any, game) == ["started", "agreed", "agreed", "finished"]


def test_a_move_takes_an_offer_back(ctx) -> None:
    game = create_game(ctx)
    parting.agree(ctx, game.id, 1)
    assert tables.table(ctx, game.id, None).agreed == (1,)
    after(ctx, game, "kill N")
    assert tables.table(ctx, game.id, None).agreed == ()
    assert not parting.agree(ctx, game.id, 0)


def test_the_house_agrees_at_once(ctx) -> None:
    game = create_game(ctx, names=("Alice", "House"), house=("House",))
    assert parting.agree(ctx, game.id, 0)


def test_an_ending_by_the_clock_is_taken_back_with_a_full_turn(ctx_any, clock) -> None:
    game = a_late_game(ctx_any, clock)
    clock.move(hours=23)
    reverse(ctx_any, game.code)
    again = reload(ctx_any, game)
    assert (again.status, again.winners, again.reason, again.to_act) == ("running", None, None, [0])
    assert owed(ctx_any, game, 0).due_at == clock.now + timedelta(hours=24)
    assert happened(ctx_any, game) == ["started", "late", "finished", "reversed"]
    assert after(ctx_any, game, "kill N").number == 1


def test_everybody_hears_that_the_game_goes_on(ctx, clock) -> None:
    game = a_late_game(ctx, clock)
    reverse(ctx, game.code)
    told = [(mail.kind, mail.decision) for mail in mails(ctx) if mail.data.get("again")]
    assert told == [("your-turn", 0), ("game-start", None)]


def test_nothing_was_shown_meanwhile(ctx, clock) -> None:
    game = a_late_game(ctx, clock)
    clock.move(hours=23)
    shown = tables.table(ctx, game.id, 1)
    assert (shown.opened, shown.game.seed, shown.view.opened) == (False, None, None)
    clock.move(hours=1)
    assert tables.table(ctx, game.id, 1).opened


@pytest.mark.parametrize("hours", [24, 100])
def test_after_a_day_it_stands(ctx, clock, hours) -> None:
    game = a_late_game(ctx, clock)
    clock.move(hours=hours)
    with pytest.raises(Refused, match="24 hours"):
        reverse(ctx, game.code)


def test_what_people_ended_is_not_taken_back(ctx) -> None:
    game = create_game(ctx)
    parting.resign(ctx, game.id, 0)
    with pytest.raises(Refused):
        reverse(ctx, game.code)


def test_an_ending_that_was_taken_back_can_come_again(ctx, clock) -> None:
    game = a_late_game(ctx, clock)
    reverse(ctx, game.code)
    sweep_after(ctx, clock, hours=25)
    assert reload(ctx, game).reason == "timeout"
    assert addressees(ctx, "game-over") == ["Alice", "Bob"] * 2


def test_an_abandoned_game_is_given_back_to_who_left_last(ctx, clock) -> None:
    game = a_late_game(ctx, clock, "standin")
    take_mails(ctx)
    sweep_after(ctx, clock, hours=25)
    assert reload(ctx, game).reason == "abandoned"
    reverse(ctx, game.code)
    assert not seat_at(ctx, game, 1).standin
    assert owed(ctx, game, 1).due_at == clock.now + timedelta(hours=24)
