"""Who is told what, once, and in one thread a seat (TRUST R3, R5, R68)."""

from collections import Counter

from noirmail.service import notices, parting, seating
from noirmail.store.models import OutboxMail
from tests.build import after, create_game, seat_at
from tests.service.tables import FREE, account, invitation, invited, laid, seats
from tests.service.timeline import addressees, mails, take_mails


def test_a_step_tells_who_is_asked_and_nobody_else(ctx_any) -> None:
    game = after(ctx_any, create_game(ctx_any), "kill N")
    last = mails(ctx_any)[-1]
    assert (last.kind, last.seat_id, last.ply, last.decision) == ("your-turn", seat_at(ctx_any, game, 1).id, 1, 1)
    assert len(mails(ctx_any)) == 3


def test_who_goes_on_in_the_same_turn_is_not_mailed(ctx) -> None:
    game = after(ctx, create_game(ctx, "kvi-classic"), "kill N", "identity E", "shift r1 left")
    before = len(mails(ctx))
    after(ctx, game, "exonerate")
    assert len(mails(ctx)) == before


def test_each_decision_of_several_is_mailed_once(ctx) -> None:
    game = create_game(ctx, "buddycops", ("Alice", "Bob", "Dana"))
    after(ctx, game, "identity H", "kill N", "1: identity Z")
    told = Counter((mail.seat_id, mail.decision) for mail in mails(ctx, "your-turn"))
    assert set(told.values()) == {1}
    assert addressees(ctx, "your-turn") == ["Alice", "Bob", "Dana"]


def test_house_and_link_only_seats_are_not_mailed(ctx) -> None:
    after(ctx, create_game(ctx, without_mail=("Bob",)), "kill N", "identity E")
    create_game(ctx, names=("House", "Carl"), house=("House",), without_mail=("Carl",))
    assert addressees(ctx, "your-turn") == ["Alice", "Alice"]


def test_a_mail_is_queued_once_whatever_comes_twice(ctx_any) -> None:
    game = create_game(ctx_any)
    with ctx_any.db.write() as session:
        for _again in range(3):
            notices.your_turn(ctx_any, session, game.id, {0: 0}, 0, game.opened_at)
    assert [mail.kind for mail in mails(ctx_any)] == ["your-turn", "game-start"]


def test_the_end_is_told_to_everybody_with_an_address_once(ctx) -> None:
    game = create_game(ctx)
    parting.resign(ctx, game.id, 0)
    assert addressees(ctx, "game-over") == ["Alice", "Bob"]


def test_all_that_a_mail_depends_on_is_fixed_with_its_row(ctx_any, clock) -> None:
    clock.move(microseconds=999)
    create_game(ctx_any)
    first, second = mails(ctx_any)
    assert first.message_id != second.message_id
    assert first.message_id.endswith(f"@{ctx_any.settings.mail_domain}>")
    assert (first.date.microsecond, first.zone, first.language) == (0, "UTC", "en")
    assert first.boundary != second.boundary


def test_ten_turns_are_one_thread_a_seat(ctx) -> None:
    game = create_game(ctx)
    after(ctx, game, "kill N", "identity E", *["shift r1 left", "shift r2 left"] * 6)
    for number in (0, 1):
        seat = seat_at(ctx, game, number)
        own = [mail for mail in mails(ctx) if mail.seat_id == seat.id]
        ids = [mail.message_id for mail in own]
        for at, mail in enumerate(own):
            assert mail.references == (ids[:at] if at <= 11 else [ids[0], *ids[at - 10 : at]])
            assert len(" ".join(mail.references)) < 990


def test_the_thread_leaves_out_what_was_not_sent(ctx) -> None:
    game = create_game(ctx)
    with ctx.db.write() as session:
        session.query(OutboxMail).update({"state": "superseded"})
    after(ctx, game, "kill N", "identity E")
    assert mails(ctx)[-1].references == []


def test_the_thread_of_a_place_begins_anew_with_its_next_holder(ctx, clock) -> None:
    table = laid(ctx, invited("Bob"), FREE, ruleset="spytag")
    take_mails(ctx)
    seating.decline(ctx, invitation(ctx, table))
    clock.move(minutes=1)
    seating.join(ctx, table.game_id, account(ctx, "Dana").id, "Dana")
    seating.join(ctx, table.game_id, account(ctx, "Erin").id, "Erin")
    place = next(seat for seat in seats(ctx, table) if seat.name == "Dana")
    (own,) = [mail for mail in mails(ctx) if mail.seat_id == place.id and mail.kind != "invitation"]
    assert own.references == []


def test_an_invitation_begins_the_thread_of_its_seat(ctx) -> None:
    table = laid(ctx)
    take_mails(ctx)
    seating.accept(ctx, invitation(ctx, table), "Bob")
    first = mails(ctx, "invitation")[0]
    (second,) = [mail for mail in mails(ctx) if mail.seat_id == first.seat_id and mail.kind != "invitation"]
    assert second.references == [first.message_id]


def test_rows_hold_no_token_and_no_card(ctx) -> None:
    game = create_game(ctx)
    after(ctx, game, "kill N", "identity E")
    for mail in mails(ctx):
        assert mail.data == {}
        for number in (0, 1):
            seat = seat_at(ctx, game, number)
            assert ctx.keys.mint("seat", seat.id, seat.version) not in str(vars(mail))


def test_a_game_has_no_more_mails_than_own_decisions_and_three(ctx) -> None:
    game = create_game(ctx)
    game = after(ctx, game, "kill N", "identity E", "shift r1 left", "shift r2 left")
    parting.resign(ctx, game.id, 0)
    told = Counter(mail.seat_id for mail in mails(ctx))
    assert told == {seat_at(ctx, game, 0).id: 3 + 1, seat_at(ctx, game, 1).id: 2 + 2}
