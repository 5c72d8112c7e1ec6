"""A mail that was taken is kept, sealed, once, and read to an end (TRUST R44, R53 to R58, R81, R112)."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from noirmail import clock as hands
from noirmail.mail.incoming.limits import MAIL_BYTES
from noirmail.service import ingest as service
from noirmail.service import replies
from noirmail.service.ingest import MOST_TRIES, drain_inbox, ingest, process
from noirmail.service.outbox import drain
from tests.build import create_game, reload, seat_at
from tests.cast import ALICE, BOB, CHARLIE
from tests.post import deliver_all, mails_to
from tests.service.replying import inbox, inboxes, letter, receive, reply, turn_of
from tests.service.timeline import mails, sweep_after


def test_a_move_that_comes_by_mail_is_made(ctx_any) -> None:
    game = create_game(ctx_any)
    taken = reply(ctx_any, turn_of(ctx_any, ALICE), "kill neil", ALICE)
    assert reload(ctx_any, game).number == 1
    assert inbox(ctx_any, taken).state == "done"


def test_a_mail_is_kept_until_somebody_reads_it(ctx) -> None:
    game = create_game(ctx)
    mail = turn_of(ctx, ALICE)
    taken = receive(ctx, letter(mail, "kill neil", ALICE.email), ALICE.email, str(mail["Reply-To"]))
    kept = inbox(ctx, taken)
    assert (kept.state, kept.seat_id, kept.decision) == ("waiting", seat_at(ctx, game, 0).id, 0)
    assert process(ctx, taken)
    assert not process(ctx, taken)
    assert reload(ctx, game).number == 1


def test_what_is_kept_can_be_read_with_the_key_alone(ctx) -> None:
    create_game(ctx)
    mail = turn_of(ctx, ALICE)
    kept = inbox(ctx, reply(ctx, mail, "message secret words", ALICE))
    token = str(mail["Reply-To"]).partition("+")[2].partition("@")[0]
    for secret in (b"secret words", ALICE.email.encode(), token.encode()):
        assert secret not in kept.sealed
    assert ALICE.email not in f"{kept.key} {kept.sender_key} {kept.note}"


def test_the_same_mail_by_five_doors_at_once_makes_one_move_and_one_answer(ctx_any) -> None:
    game = create_game(ctx_any)
    mail = turn_of(ctx_any, ALICE)
    raw, to = letter(mail, "kill neil", ALICE.email), str(mail["Reply-To"])

    def take(_number: int) -> int | None:
        with hands.frozen(hands.process_now()):
            taken = receive(ctx_any, raw, ALICE.email, to)
            drain_inbox(ctx_any)
        return taken

    with ThreadPoolExecutor(5) as doors:
        ids = set(doors.map(take, range(5)))
    drain_inbox(ctx_any)
    assert len(ids) == 1
    assert reload(ctx_any, game).number == 1
    assert len(mails(ctx_any, "answer")) == 1


def test_a_mail_without_an_id_is_known_again_by_its_bytes(ctx) -> None:
    create_game(ctx)
    mail = turn_of(ctx, ALICE)
    raw = letter(mail, "help", ALICE.email).replace(b"Message-ID", b"X-Nothing")
    first = receive(ctx, raw, ALICE.email, str(mail["Reply-To"]))
    assert receive(ctx, raw, ALICE.email, str(mail["Reply-To"])) == first
    assert receive(ctx, raw + b"\r\n", ALICE.email, str(mail["Reply-To"])) != first


@pytest.mark.parametrize(
    "address", ["noir@example.test", "move+a@example.test", "", "move+" + "a" * 35 + "@example.test"]
)
def test_a_mail_to_no_address_of_ours_is_not_kept(ctx, address) -> None:
    assert ingest(ctx, b"Subject: x\r\n\r\nx", "", address, hands.process_now(), "test") is None
    assert inboxes(ctx) == []


def test_an_address_in_capitals_is_the_same(ctx) -> None:
    game = create_game(ctx)
    mail = turn_of(ctx, ALICE)
    receive(ctx, letter(mail, "kill neil", ALICE.email), "ALICE@example.test", str(mail["Reply-To"]).upper())
    drain_inbox(ctx)
    assert reload(ctx, game).number == 1


def test_the_address_of_a_mail_that_came_back_is_no_way_to_a_seat(ctx) -> None:
    game = create_game(ctx)
    mail = turn_of(ctx, ALICE)
    bounces = ctx.transport.sent[-1].envelope_from
    receive(ctx, letter(mail, "kill neil", ALICE.email), ALICE.email, bounces)
    drain_inbox(ctx)
    assert reload(ctx, game).number == 0
    assert inboxes(ctx)[-1].state == "ignored"


@pytest.mark.parametrize("header", [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"List_Id": "<x.y>"}])
def test_what_no_person_wrote_is_neither_obeyed_nor_answered(ctx, header) -> None:
    game = create_game(ctx)
    taken = reply(ctx, turn_of(ctx, ALICE), "kill neil", ALICE, **header)
    assert inbox(ctx, taken).state == "ignored"
    assert reload(ctx, game).number == 0
    assert deliver_all(ctx) == []


def test_what_came_from_the_null_sender_is_not_answered(ctx) -> None:
    create_game(ctx)
    mail = turn_of(ctx, ALICE)
    receive(ctx, letter(mail, "kill neil", ALICE.email), "", str(mail["Reply-To"]))
    drain_inbox(ctx)
    assert deliver_all(ctx) == []


def test_a_mail_that_is_too_big_is_answered_to_the_player_on_file(ctx) -> None:
    create_game(ctx)
    mail = turn_of(ctx, ALICE)
    raw = letter(mail, "kill neil", CHARLIE.email) + b"x" * MAIL_BYTES
    receive(ctx, raw, CHARLIE.email, str(mail["Reply-To"]))
    drain_inbox(ctx)
    assert [answer["To"] for answer in deliver_all(ctx)] == [ALICE.email]


def test_a_move_taken_before_the_deadline_counts_when_it_is_read_after_it(ctx, clock) -> None:
    game = create_game(ctx, per_turn=3600, on_timeout="forfeit")
    mail = turn_of(ctx, ALICE)
    clock.move(minutes=59, seconds=59)
    receive(ctx, letter(mail, "kill neil", ALICE.email), ALICE.email, str(mail["Reply-To"]))
    sweep_after(ctx, clock, hours=1)
    assert reload(ctx, game).status == "running"
    drain_inbox(ctx)
    assert (reload(ctx, game).status, reload(ctx, game).number) == ("running", 1)


def test_a_mail_does_not_come_from_the_future(ctx, clock) -> None:
    create_game(ctx)
    mail = turn_of(ctx, ALICE)
    raw = letter(mail, "help", ALICE.email)
    taken = ingest(ctx, raw, ALICE.email, str(mail["Reply-To"]), clock.now + timedelta(days=1), "test")
    assert inbox(ctx, taken).received_at == clock.now


def test_a_mail_that_raises_is_set_aside_after_five_times_and_others_go_on(ctx, clock, monkeypatch) -> None:
    game = create_game(ctx)
    mail = turn_of(ctx, ALICE)
    obey = replies.obey

    def stumble(ctx, mail, letter, writer):
        if "stumble" in letter.text:
            raise ZeroDivisionError
        return obey(ctx, mail, letter, writer)

    monkeypatch.setattr(replies, "obey", stumble)
    taken = receive(ctx, letter(mail, "stumble", ALICE.email), ALICE.email, str(mail["Reply-To"]))
    for tries in range(1, MOST_TRIES + 1):
        assert inbox(ctx, taken).state == "waiting"
        assert drain_inbox(ctx) == 1
        assert inbox(ctx, taken).tries == tries
        clock.move(service.LEASE)
    assert (inbox(ctx, taken).state, inbox(ctx, taken).note) == ("held", "failed: ZeroDivisionError")
    reply(ctx, mail, "kill neil", ALICE)
    assert reload(ctx, game).number == 1


def test_who_dies_while_reading_leaves_the_mail_to_others(ctx, clock, monkeypatch) -> None:
    game = create_game(ctx)
    mail = turn_of(ctx, ALICE)
    with monkeypatch.context() as patched:
        # The power goes after the move was made and before anything was written of the mail.
        patched.setattr(replies, "answer", lambda *_args, **_more: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            reply(ctx, mail, "kill neil", ALICE)
    clock.move(service.LEASE)
    assert drain_inbox(ctx) == 1
    assert reload(ctx, game).number == 1
    assert len(mails(ctx, "answer")) == 1


def test_a_mail_sealed_with_a_lost_key_is_held(ctx) -> None:
    create_game(ctx)
    mail = turn_of(ctx, ALICE)
    taken = receive(ctx, letter(mail, "help", ALICE.email), ALICE.email, str(mail["Reply-To"]))
    with ctx.db.write() as session:
        session.merge(inbox(ctx, taken)).sealed = b"somebody else's"
    drain_inbox(ctx)
    assert inbox(ctx, taken).state == "held"


def test_mails_are_kept_for_thirty_days(ctx, clock) -> None:
    create_game(ctx)
    reply(ctx, turn_of(ctx, ALICE), "help", ALICE)
    sweep_after(ctx, clock, days=30)
    assert len(inboxes(ctx)) == 1
    sweep_after(ctx, clock, seconds=1)
    assert inboxes(ctx) == []


def test_a_mail_stays_unread_while_nobody_reads(ctx) -> None:
    create_game(ctx)
    mail = turn_of(ctx, ALICE)
    receive(ctx, letter(mail, "kill neil", ALICE.email), ALICE.email, str(mail["Reply-To"]))
    while drain(ctx):
        pass
    assert [kept.state for kept in inboxes(ctx)] == ["waiting"]
    drain_inbox(ctx)
    assert mails_to(BOB.email, deliver_all(ctx))
