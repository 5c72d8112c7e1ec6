"""From when a turn's time runs (TRUST "Decided" 3)."""

from datetime import timedelta

import pytest

from noirmail.service import deadlines, seating
from noirmail.store.models import OutboxMail
from tests.build import after, create_game, seat_at
from tests.conftest import NOON
from tests.service.timeline import mails, owed, sweep_after, take_mails

DAY = timedelta(days=1)


def test_a_decision_waits_for_its_mail(ctx_any) -> None:
    game = create_game(ctx_any)
    row = owed(ctx_any, game, 0)
    assert (row.number, row.phase, row.due_at) == (0, "waiting", None)


def test_nothing_falls_due_while_the_mail_is_not_taken(ctx, clock) -> None:
    game = create_game(ctx, per_turn=86400)
    for _step in range(25):
        sweep_after(ctx, clock, hours=4)
    assert owed(ctx, game, 0).phase == "waiting"
    assert [mail.kind for mail in mails(ctx)] == ["your-turn", "game-start"]


def test_a_turn_runs_from_the_acceptance_of_its_mail(ctx_any, clock) -> None:
    game = create_game(ctx_any, per_turn=86400)
    clock.move(hours=24)
    take_mails(ctx_any)
    row = owed(ctx_any, game, 0)
    assert row.due_at == NOON + 2 * DAY
    assert row.wake_at == NOON + DAY + 0.8 * DAY
    assert row.mailed_at == NOON + DAY


def test_a_date_later_than_the_acceptance_counts(ctx_any) -> None:
    game = create_game(ctx_any, per_turn=86400)
    with ctx_any.db.write() as session:
        assert deadlines.mail_accepted(session, game.id, 0, 0, NOON + DAY, NOON)
    assert owed(ctx_any, game, 0).due_at == NOON + 2 * DAY


def test_a_second_delivery_does_not_move_the_deadline(ctx_any) -> None:
    game = create_game(ctx_any)
    with ctx_any.db.write() as session:
        assert deadlines.mail_accepted(session, game.id, 0, 0, NOON, NOON)
        assert not deadlines.mail_accepted(session, game.id, 0, 0, NOON, NOON + DAY)
    assert owed(ctx_any, game, 0).due_at == NOON + 3 * DAY


def test_a_mail_that_is_taken_after_the_move_opens_nothing(ctx_any) -> None:
    game = after(ctx_any, create_game(ctx_any), "kill N")
    with ctx_any.db.write() as session:
        assert not deadlines.mail_accepted(session, game.id, 0, 0, NOON, NOON)
    assert owed(ctx_any, game, 0) is None


def test_without_an_address_time_runs_from_the_commit(ctx_any, clock) -> None:
    game = create_game(ctx_any, without_mail=("Bob",))
    clock.move(hours=5)
    after(ctx_any, game, "kill N")
    assert owed(ctx_any, game, 1).due_at == NOON + timedelta(hours=5) + 3 * DAY


def test_unsubscribing_starts_a_turn_that_waits_for_its_mail(ctx_any, clock) -> None:
    game = create_game(ctx_any)
    clock.move(hours=1)
    seating.set_mail(ctx_any, seat_at(ctx_any, game, 0).id, on=False)
    assert owed(ctx_any, game, 0).due_at == NOON + timedelta(hours=1) + 3 * DAY


def test_without_mail_from_before_time_runs_from_the_commit(ctx_any) -> None:
    game = create_game(ctx_any)
    seating.set_mail(ctx_any, seat_at(ctx_any, game, 1).id, on=False)
    after(ctx_any, game, "kill N")
    assert owed(ctx_any, game, 1).due_at == NOON + 3 * DAY


def test_who_goes_on_in_the_same_turn_waits_for_no_mail(ctx) -> None:
    game = after(ctx, create_game(ctx, "kvi-classic"), "kill N", "identity E", "shift r1 left", "exonerate")
    row = owed(ctx, game, 1)
    assert row.number == game.number
    assert row.due_at == NOON + 3 * DAY


def test_the_house_has_no_deadline(ctx) -> None:
    game = create_game(ctx, names=("Alice", "House"), house=("Alice", "House"))
    assert owed(ctx, game, 0).due_at is None


def test_the_choice_of_one_leaves_the_deadline_of_another(ctx) -> None:
    game = create_game(ctx, "buddycops", ("Alice", "Bob", "Dana"))
    game = after(ctx, game, "identity H", "kill N")
    take_mails(ctx)
    before = owed(ctx, game, 2)
    after(ctx, game, "1: identity Z")
    assert owed(ctx, game, 1) is None
    assert owed(ctx, game, 2).due_at == before.due_at


@pytest.mark.parametrize(("earlier", "days"), [(False, 7), (True, 3)])
def test_the_first_refusal_of_an_address_gives_seven_days(ctx_any, earlier, days) -> None:
    game = create_game(ctx_any)
    seat = seat_at(ctx_any, game, 0)
    with ctx_any.db.write() as session:
        for mail in session.query(OutboxMail).where(OutboxMail.seat_id == seat.id):
            mail.state = "dead"
        if earlier:
            told = {"message_id": "<a@example.test>", "date": NOON, "boundary": "b", "due_at": NOON, "key": "a"}
            more = {"kind": "game-start", "language": "en", "zone": "UTC", "seat_id": seat.id, "state": "dead"}
            session.add(OutboxMail(**told, **more))
        session.flush()
        assert deadlines.mail_refused(session, game.id, 0, 0, NOON)
    assert owed(ctx_any, game, 0).due_at == NOON + days * DAY


def test_a_turn_whose_mail_is_no_more_to_come_starts_by_itself(ctx, clock) -> None:
    game = create_game(ctx)
    with ctx.db.write() as session:
        session.query(OutboxMail).update({"state": "superseded"})
    sweep_after(ctx, clock, minutes=31)
    assert owed(ctx, game, 0).due_at == NOON + timedelta(minutes=31) + 3 * DAY
