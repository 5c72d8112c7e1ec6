"""What becomes of a mail that is not taken: tried again by the table, dead where it never will be, alone (R70)."""

from datetime import timedelta

import pytest

from noirmail.mail.transports import Accepted, MemoryTransport, PermanentRefusal, Refusal, TransientRefusal
from noirmail.service import outbox
from noirmail.service.context import Context
from noirmail.store.models import OutboxMail
from tests.build import create_game
from tests.cast import ALICE, BOB
from tests.service.timeline import mails, owed


class RefusingTransport(MemoryTransport):
    """Refuses the mails of one address, or of all, and counts."""

    def __init__(self, refusal: Exception, address: str | None = None) -> None:
        super().__init__()
        self.refusal: Exception | None = refusal
        self.address = address
        self.tried: list[str] = []

    def send(self, envelope_from: str, to: str, raw: bytes) -> Accepted:
        self.tried.append(to)
        if self.refusal is not None and self.address in {None, to}:
            raise self.refusal
        return super().send(envelope_from, to, raw)


def refusing(ctx: Context, refusal: Exception, address: str | None = ALICE.email) -> Context:
    return Context(ctx.settings, ctx.db, ctx.keys, RefusingTransport(refusal, address), ctx.wake)


def mail_to_alice(ctx: Context) -> OutboxMail:
    return next(mail for mail in mails(ctx) if mail.kind == "your-turn")


BUSY = TransientRefusal(451, "rcpt", "try again, alice@example.test")
UNKNOWN = PermanentRefusal(550, "rcpt", "no such user <alice@example.test>")
AWAY = TransientRefusal(0, "connect", "ConnectionRefusedError")


@pytest.mark.parametrize("refusal", [BUSY, UNKNOWN, RuntimeError("anything")])
def test_a_mail_that_is_not_taken_holds_up_no_other(ctx, refusal) -> None:
    create_game(ctx)
    with_refusal = refusing(ctx, refusal)
    outbox.drain(with_refusal)
    assert [sent.to for sent in with_refusal.transport.sent] == [BOB.email]


def test_tries_go_by_the_table_and_end_after_two_days(ctx, clock) -> None:
    create_game(ctx)
    with_refusal = refusing(ctx, BUSY)
    waits = []
    while mail_to_alice(ctx).state == "pending":
        outbox.drain(with_refusal)
        waits.append((mail_to_alice(ctx).due_at - clock.now) / timedelta(minutes=1))
        clock.move(mail_to_alice(ctx).due_at - clock.now)
    expected = [1, 5, 15, *[60] * (len(waits) - 4)]
    assert all(0.8 * wait <= waited <= 1.2 * wait for wait, waited in zip(expected, waits, strict=False))
    assert mail_to_alice(ctx).state == "dead"
    assert timedelta(hours=46) < clock.now - mail_to_alice(ctx).date <= timedelta(hours=48)


def test_a_mail_that_was_refused_for_a_while_goes_out_as_it_was(ctx, clock) -> None:
    create_game(ctx)
    with_refusal = refusing(ctx, BUSY)
    outbox.drain(with_refusal)
    clock.move(hours=1)
    with_refusal.transport.refusal = None
    outbox.drain(with_refusal)
    (sent,) = [sent for sent in with_refusal.transport.sent if sent.to == ALICE.email]
    assert b"Date: Tue, 01 Dec 2026 12:00:00 +0000\r\n" in sent.raw
    assert mail_to_alice(ctx).tries == 2


def test_a_turn_that_nobody_took_has_all_its_time_left(ctx, clock) -> None:
    game = create_game(ctx)
    outbox.drain(refusing(ctx, BUSY))
    clock.move(hours=30)
    assert owed(ctx, game, 0).phase == "waiting"


def test_a_permanent_refusal_is_dead_at_once_and_gives_the_seat_a_week(ctx, clock) -> None:
    game = create_game(ctx, per_turn=86400)
    outbox.drain(refusing(ctx, UNKNOWN))
    assert mail_to_alice(ctx).state == "dead"
    assert owed(ctx, game, 0).due_at == clock.now + timedelta(days=7)


@pytest.mark.parametrize("refusal", [BUSY, UNKNOWN])
def test_the_servers_words_are_kept_without_the_address(ctx, refusal: Refusal) -> None:
    create_game(ctx)
    outbox.drain(refusing(ctx, refusal))
    note = mail_to_alice(ctx).note
    assert str(refusal.code) in note
    assert ALICE.email not in note
    assert "a***@example.test" in note


def test_very_long_words_of_a_server_are_cut(ctx) -> None:
    create_game(ctx)
    outbox.drain(refusing(ctx, TransientRefusal(451, "data", "no " * 5000)))
    assert len(mail_to_alice(ctx).note) == 500


def test_where_the_server_is_away_the_others_wait_without_a_try(ctx, clock) -> None:
    create_game(ctx)
    away = refusing(ctx, AWAY, None)
    assert outbox.drain(away) == 2
    assert len(away.transport.tried) == 1
    assert sorted(mail.tries for mail in mails(ctx)) == [0, 1]
    assert outbox.drain(away) == 0
    clock.move(minutes=2)
    away.transport.refusal = None
    assert outbox.drain(away) == 2


def test_a_mail_that_raises_again_and_again_is_set_aside(ctx, clock) -> None:
    create_game(ctx)
    broken = refusing(ctx, RuntimeError("anything"))
    for _try in range(5):
        outbox.drain(broken)
        clock.move(hours=2)
    assert mail_to_alice(ctx).state == "dead"
    assert mail_to_alice(ctx).note == "RuntimeError"


def test_a_mail_that_kills_whoever_sends_it_is_set_aside(ctx, clock) -> None:
    create_game(ctx)
    for _try in range(60):
        outbox.claim(ctx, 10)
        clock.move(outbox.LEASE)
    outbox.drain(ctx)
    assert ctx.transport.sent == []
    assert {mail.state for mail in mails(ctx)} == {"dead"}


def test_a_slow_server_does_not_keep_a_batch_for_long(ctx, monkeypatch) -> None:
    create_game(ctx)
    seconds = iter(range(0, 10_000, 30))
    monkeypatch.setattr(outbox, "monotonic", lambda: next(seconds))
    outbox.drain(ctx)
    assert len(ctx.transport.sent) == 1
    assert sorted((mail.state, mail.tries, mail.leased_until) for mail in mails(ctx)) == [
        ("pending", 0, None),
        ("sent", 1, None),
    ]
