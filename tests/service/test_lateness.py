"""Running out of time, policy by policy (TRUST "Decided" 2)."""

from datetime import timedelta

import pytest

from noirmail.service import lateness, moves, parting
from noirmail.service.errors import Refused, TooLate
from noirmail.store.models import InboxMail
from tests.build import after, create_game, reload, seat_at
from tests.conftest import NOON
from tests.service.timeline import addressees, happened, mails, owed, sweep_after, take_mails

DAY = 86400


def a_game(ctx, policy="claim", kind="kvi", names=("Alice", "Bob"), **more):
    game = create_game(ctx, kind, names, per_turn=DAY, on_timeout=policy, **more)
    take_mails(ctx)
    return game


def test_a_reminder_comes_at_four_fifths_of_the_time_once(ctx_any, clock) -> None:
    a_game(ctx_any)
    sweep_after(ctx_any, clock, hours=19, minutes=11)
    assert addressees(ctx_any, "reminder") == []
    sweep_after(ctx_any, clock, minutes=1)
    sweep_after(ctx_any, clock, minutes=1)
    assert addressees(ctx_any, "reminder") == ["Alice"]


def test_at_the_moment_of_the_deadline_nobody_is_late(ctx_any, clock) -> None:
    game = a_game(ctx_any)
    sweep_after(ctx_any, clock, hours=20)
    sweep_after(ctx_any, clock, hours=4)
    assert owed(ctx_any, game, 0).phase == "reminded"


def test_claim_lets_the_other_side_end_the_game_or_wait(ctx_any, clock) -> None:
    game = a_game(ctx_any)
    sweep_after(ctx_any, clock, hours=24, seconds=1)
    assert owed(ctx_any, game, 0).phase == "late"
    assert addressees(ctx_any, "time-ran-out") == ["Alice", "Bob"]
    assert reload(ctx_any, game).status == "running"
    parting.claim(ctx_any, game.id, 1)
    ended = reload(ctx_any, game)
    assert (ended.status, ended.winners, ended.reason) == ("finished", [1], "timeout")


def test_a_claim_before_the_time_is_over_is_refused(ctx_any, clock) -> None:
    game = a_game(ctx_any)
    sweep_after(ctx_any, clock, hours=23)
    with pytest.raises(Refused, match="out of time"):
        parting.claim(ctx_any, game.id, 1)


def test_nobody_claims_against_oneself(ctx_any, clock) -> None:
    game = a_game(ctx_any)
    sweep_after(ctx_any, clock, hours=25)
    with pytest.raises(Refused, match="out of time"):
        parting.claim(ctx_any, game.id, 0)


def test_a_late_player_may_move_until_somebody_claims(ctx_any, clock) -> None:
    game = a_game(ctx_any)
    sweep_after(ctx_any, clock, hours=40)
    assert after(ctx_any, game, "kill N").number == 1
    with pytest.raises(Refused):
        parting.claim(ctx_any, game.id, 1)


def test_after_one_more_full_period_the_game_is_forfeited_by_itself(ctx_any, clock) -> None:
    game = a_game(ctx_any)
    sweep_after(ctx_any, clock, hours=25)
    sweep_after(ctx_any, clock, hours=23)
    assert reload(ctx_any, game).status == "running"
    sweep_after(ctx_any, clock, seconds=1)
    ended = reload(ctx_any, game)
    assert (ended.winners, ended.reason) == ([1], "timeout")
    assert happened(ctx_any, game) == ["started", "late", "finished"]


def test_forfeit_ends_the_game_at_once(ctx_any, clock) -> None:
    game = a_game(ctx_any, "forfeit")
    sweep_after(ctx_any, clock, hours=24, seconds=1)
    ended = reload(ctx_any, game)
    assert (ended.winners, ended.reason) == ([1], "timeout")
    assert addressees(ctx_any, "game-over") == ["Alice", "Bob"]


def test_an_ending_by_the_clock_shows_nothing_for_a_day(ctx_any, clock) -> None:
    game = a_game(ctx_any, "forfeit")
    sweep_after(ctx_any, clock, hours=25)
    assert reload(ctx_any, game).revealed_at == NOON + timedelta(hours=49)


def test_standin_moves_for_the_seat_and_the_game_goes_on(ctx_any, clock) -> None:
    game = a_game(ctx_any, "standin")
    after(ctx_any, game, "kill N", "identity E")
    take_mails(ctx_any)
    sweep_after(ctx_any, clock, hours=25)
    assert seat_at(ctx_any, game, 0).standin
    assert reload(ctx_any, game).number == 3
    assert owed(ctx_any, game, 1) is not None
    assert addressees(ctx_any, "time-ran-out") == ["Alice", "Bob"]


def test_whose_seat_was_taken_over_comes_too_late(ctx, clock, monkeypatch) -> None:
    game = a_game(ctx, "standin")
    monkeypatch.setattr(lateness, "let_house_play", lambda *_given: None)
    sweep_after(ctx, clock, hours=25)
    with pytest.raises(TooLate):
        moves.submit(ctx, game.id, 0, "kill N", 0, "late", "page")


def test_a_table_that_everybody_left_is_abandoned(ctx, clock) -> None:
    game = a_game(ctx, "standin")
    sweep_after(ctx, clock, hours=25)
    take_mails(ctx)
    sweep_after(ctx, clock, hours=25)
    ended = reload(ctx, game)
    assert (ended.status, ended.winners, ended.reason) == ("finished", [], "abandoned")


def test_each_against_all_a_forfeit_means_a_stand_in(ctx, clock) -> None:
    game = a_game(ctx, "forfeit", "spytag", ("Alice", "Bob", "Dana"))
    (late,) = game.to_act
    sweep_after(ctx, clock, hours=25)
    assert reload(ctx, game).status == "running"
    assert seat_at(ctx, game, late).standin


def test_partners_have_one_more_period_to_choose_and_then_lose(ctx, clock) -> None:
    game = a_game(ctx, "forfeit", "spytag", ("Alice", "Bob", "Charlie", "Dana"))
    (late,) = game.to_act
    sweep_after(ctx, clock, hours=25)
    assert reload(ctx, game).status == "running"
    sweep_after(ctx, clock, hours=24)
    sweep_after(ctx, clock, seconds=1)
    assert reload(ctx, game).winners == sorted([(late + 1) % 4, (late + 3) % 4])


def test_a_partner_plays_on_with_a_stand_in(ctx, clock) -> None:
    game = a_game(ctx, "claim", "spytag", ("Alice", "Bob", "Charlie", "Dana"))
    (late,) = game.to_act
    sweep_after(ctx, clock, hours=25)
    with pytest.raises(Refused, match="partner"):
        parting.claim(ctx, game.id, (late + 1) % 4)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "standin")
    assert seat_at(ctx, game, late).standin
    assert reload(ctx, game).number >= 1


def test_a_partner_may_choose_to_lose(ctx, clock) -> None:
    game = a_game(ctx, "claim", "spytag", ("Alice", "Bob", "Charlie", "Dana"))
    (late,) = game.to_act
    sweep_after(ctx, clock, hours=25)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "lose")
    assert reload(ctx, game).winners == sorted([(late + 1) % 4, (late + 3) % 4])


def test_a_mail_that_came_in_time_and_is_unread_holds_the_clock(ctx, clock) -> None:
    game = a_game(ctx, "forfeit")
    own = seat_at(ctx, game, game.to_act[0])
    with ctx.db.write() as session:
        session.add(InboxMail(source="smtp", key="a", received_at=NOON + timedelta(hours=23), seat_id=own.id))
    sweep_after(ctx, clock, hours=25)
    assert reload(ctx, game).status == "running"
    with ctx.db.write() as session:
        session.query(InboxMail).update({"state": "done"})
    sweep_after(ctx, clock, minutes=1)
    assert reload(ctx, game).status == "finished"


def test_the_mail_of_another_holds_no_clock(ctx, clock) -> None:
    game = a_game(ctx, "forfeit")
    other = seat_at(ctx, game, 1 - game.to_act[0])
    with ctx.db.write() as session:
        session.add(InboxMail(source="smtp", key="a", received_at=NOON, seat_id=other.id))
    sweep_after(ctx, clock, hours=25)
    assert reload(ctx, game).status == "finished"


def test_who_takes_no_mail_is_not_reminded(ctx, clock) -> None:
    a_game(ctx, without_mail=("Alice",))
    sweep_after(ctx, clock, hours=20)
    assert mails(ctx, "reminder") == []
