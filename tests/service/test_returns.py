"""What comes back of a mail counts where its signed address is right, and gives its player time (TRUST R74, R75)."""

import re
from datetime import timedelta
from textwrap import dedent

import pytest

from noirmail.service import addresses, people, tables
from noirmail.service.ingest import drain_inbox
from noirmail.service.returns import TIMELY
from noirmail.store.models import Person, Suppression
from tests.build import create_game, reload, seat_at
from tests.cast import ALICE, BOB
from tests.post import deliver_all, text_of
from tests.service.replying import inbox, receive
from tests.service.test_addresses import proposed
from tests.service.timeline import happened, owed, sweep_after

DAY = timedelta(days=1)


def report(status: str, action: str = "failed") -> bytes:
    """A delivery report about a mail to Alice."""
    text = f"""\
        From: MAILER-DAEMON@mx.test
        To: noir@example.test
        Subject: Undelivered
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status; boundary=x

        --x
        Content-Type: text/plain

        Sorry.
        --x
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.test

        Final-Recipient: rfc822; alice@example.test
        Action: {action}
        Status: {status}
        --x--
        """
    return dedent(text).encode()


COMPLAINT = dedent(
    """\
    From: abuse@mx.test
    Subject: Complaint
    MIME-Version: 1.0
    Content-Type: multipart/report; report-type=feedback-report; boundary=x

    --x
    Content-Type: message/feedback-report

    Feedback-Type: abuse
    Version: 1
    --x--
    """
).encode()


def comes_back(ctx, raw: bytes, to: str = ALICE.email) -> str:
    """The report on the last mail to somebody comes in; what becomes of it."""
    envelope = next(sent.envelope_from for sent in reversed(ctx.transport.sent) if sent.to == to)
    taken = receive(ctx, raw, "", envelope)
    drain_inbox(ctx)
    return inbox(ctx, taken).state


def alice(ctx) -> Person:
    with ctx.db.read() as session:
        return session.query(Person).filter_by(email_key=ALICE.email).one()


@pytest.fixture
def game(ctx_any):
    """A game whose first mails went out."""
    game = create_game(ctx_any, per_turn=86400, on_timeout="forfeit")
    deliver_all(ctx_any)
    return game


def test_an_address_that_does_not_exist_gives_its_player_seven_days(ctx_any, clock, game) -> None:
    clock.move(hours=1)
    assert comes_back(ctx_any, report("5.1.1")) == "done"
    assert owed(ctx_any, game, 0).due_at == clock.now + 7 * DAY
    assert alice(ctx_any).address_broken_at == clock.now
    assert happened(ctx_any, game)[-1] == "unreachable"


def test_it_gives_them_once_for_an_address(ctx_any, clock, game) -> None:
    comes_back(ctx_any, report("5.1.1"))
    due = owed(ctx_any, game, 0).due_at
    clock.move(days=2)
    comes_back(ctx_any, report("5.1.1") + b"\r\n")
    assert owed(ctx_any, game, 0).due_at == due


def test_nobody_waits_for_mails_to_it_any_more(ctx, clock) -> None:
    create_game(ctx)
    deliver_all(ctx)
    comes_back(ctx, report("5.1.1"))
    other = create_game(ctx, names=("Alice", "Charlie"), per_turn=86400)
    assert ALICE.email not in [mail["To"] for mail in deliver_all(ctx)]
    assert owed(ctx, other, 0).due_at == clock.now + DAY


def test_the_table_learns_that_the_player_may_be_slow(ctx, clock) -> None:
    game = create_game(ctx)
    deliver_all(ctx)
    comes_back(ctx, report("5.1.1"))
    assert [seat.silent for seat in tables.table(ctx, game.id, 1).seats] == [True, False]


@pytest.mark.parametrize("status", ["4.4.1", "5.2.2", "5.7.1"])
def test_what_may_be_better_tomorrow_changes_nothing(ctx, clock, status) -> None:
    game = create_game(ctx, per_turn=86400)
    deliver_all(ctx)
    due = owed(ctx, game, 0).due_at
    comes_back(ctx, report(status))
    assert owed(ctx, game, 0).due_at == due
    assert alice(ctx).address_broken_at is None


def test_a_report_to_an_address_that_nobody_gave_out_is_not_even_kept(ctx) -> None:
    create_game(ctx)
    deliver_all(ctx)
    forged = f"b+{'a' * 35}@example.test"
    assert receive(ctx, report("5.1.1"), "", forged) is None


def test_a_report_after_a_week_is_no_news(ctx, clock) -> None:
    create_game(ctx)
    deliver_all(ctx)
    clock.move(TIMELY + timedelta(seconds=1))
    assert comes_back(ctx, report("5.1.1")) == "ignored"
    assert alice(ctx).address_broken_at is None


def test_an_answering_machine_at_the_envelopes_address_is_no_report(ctx) -> None:
    create_game(ctx)
    deliver_all(ctx)
    assert comes_back(ctx, b"From: alice@example.test\r\nSubject: Away\r\n\r\nI am away.\r\n") == "ignored"


def test_a_report_about_an_address_that_was_left_says_nothing_of_the_new_one(ctx, clock) -> None:
    create_game(ctx)
    deliver_all(ctx)
    envelope = next(sent.envelope_from for sent in ctx.transport.sent if sent.to == ALICE.email)
    clock.move(hours=1)
    person_id = alice(ctx).id
    addresses.confirm(ctx, proposed(ctx))
    receive(ctx, report("5.1.1"), "", envelope)
    drain_inbox(ctx)
    with ctx.db.read() as session:
        assert session.get_one(Person, person_id).address_broken_at is None


def test_whose_sign_in_link_arrived_is_reached_again(ctx, clock) -> None:
    create_game(ctx)
    deliver_all(ctx)
    comes_back(ctx, report("5.1.1"))
    clock.move(days=2)
    people.ask_sign_in(ctx, ALICE.email)
    (mail,) = deliver_all(ctx)
    people.sign_in(ctx, re.search(r"/sign-in/(\w+)", text_of(mail))[1])
    assert alice(ctx).address_broken_at is None


def test_after_a_complaint_nothing_is_mailed(ctx, clock) -> None:
    game = create_game(ctx)
    deliver_all(ctx)
    assert comes_back(ctx, COMPLAINT) == "done"
    assert not seat_at(ctx, game, 0).mail
    create_game(ctx, names=("Alice", "Charlie"))
    assert ALICE.email not in [mail["To"] for mail in deliver_all(ctx)]


def test_what_is_noted_of_an_address_is_no_address(ctx) -> None:
    create_game(ctx)
    deliver_all(ctx)
    comes_back(ctx, COMPLAINT, BOB.email)
    with ctx.db.read() as session:
        (row,) = session.query(Suppression).all()
    assert row.reason == "complaint"
    assert "bob" not in row.key


def test_the_seven_days_hold_off_the_end(ctx, clock) -> None:
    game = create_game(ctx, per_turn=86400, on_timeout="forfeit")
    deliver_all(ctx)
    comes_back(ctx, report("5.1.1"))
    sweep_after(ctx, clock, days=6, hours=23)
    assert reload(ctx, game).status == "running"
    sweep_after(ctx, clock, hours=2)
    assert reload(ctx, game).status == "finished"
