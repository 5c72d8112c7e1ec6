"""The outbox: at least once each, the same bytes every time, and only what still matters (TRUST R67 to R69)."""

from datetime import timedelta
from email.message import EmailMessage

import pytest
from sqlalchemy import update

from noirmail.mail.transports import Accepted, MemoryTransport
from noirmail.service import lobby, outbox, people, seating
from noirmail.service.context import Context
from noirmail.store.models import Seat
from tests.build import after, create_game, seat_at
from tests.cast import ALICE, BOB
from tests.post import deliver_all, html_of, mails_to, text_of
from tests.service.tables import FREE, invitation, invited, laid
from tests.service.timeline import mails, owed, sweep_after


class PowerCut(BaseException):
    """The process ends here."""


class DyingTransport(MemoryTransport):
    """Takes a mail and ends the process before anybody can note it."""

    def send(self, envelope_from: str, to: str, raw: bytes) -> Accepted:
        super().send(envelope_from, to, raw)
        raise PowerCut


def with_transport(ctx: Context, transport: MemoryTransport) -> Context:
    return Context(ctx.settings, ctx.db, ctx.keys, transport, ctx.wake)


def states(ctx: Context, kind: str) -> list[str]:
    return [mail.state for mail in mails(ctx, kind)]


def test_a_mail_that_was_taken_starts_the_time_of_its_decision(ctx_any, clock) -> None:
    game = create_game(ctx_any)
    clock.move(minutes=7)
    deliver_all(ctx_any)
    decision = owed(ctx_any, game, 0)
    assert decision.phase == "running"
    assert decision.due_at == clock.now + timedelta(days=3)
    assert [mail.accepted_at for mail in mails(ctx_any)] == [clock.now, clock.now]


def test_every_player_gets_a_mail_of_their_own_and_nobody_else_does(ctx) -> None:
    game = create_game(ctx)
    found = deliver_all(ctx)
    for move in ("kill J", "identity Z", "kill R"):
        after(ctx, game, move)
        found += deliver_all(ctx)
    assert {str(mail["To"]) for mail in found} == {ALICE.email, BOB.email}
    for mail in found:
        other = BOB.email if mail["To"] == ALICE.email else ALICE.email
        assert other not in mail.as_string() + text_of(mail) + html_of(mail)


def test_a_crash_between_sending_and_marking_sends_the_same_bytes_again(ctx_any, clock) -> None:
    game = after(ctx_any, create_game(ctx_any), "kill J")
    dying = with_transport(ctx_any, DyingTransport())
    with pytest.raises(PowerCut):
        outbox.drain(dying)
    (lost,) = dying.transport.sent
    clock.move(hours=5)
    with ctx_any.db.write() as session:
        session.execute(update(Seat).where(Seat.game_id == game.id).values(agreed_at_ply=1))
    deliver_all(ctx_any)
    assert lost in ctx_any.transport.sent
    assert states(ctx_any, "your-turn") == ["superseded", "sent"]


def test_a_claimed_mail_is_left_alone_until_its_lease_is_over(ctx_any, clock) -> None:
    create_game(ctx_any)
    assert len(outbox.claim(ctx_any, 10)) == 2
    assert outbox.drain(ctx_any) == 0
    clock.move(outbox.LEASE)
    assert outbox.drain(ctx_any) == 2


def test_a_process_that_is_alone_frees_what_its_predecessor_had_claimed(ctx) -> None:
    create_game(ctx)
    outbox.claim(ctx, 10)
    outbox.free_leases(ctx)
    assert outbox.drain(ctx) == 2


def test_a_single_mail_can_be_delivered_once(ctx) -> None:
    create_game(ctx)
    first = mails(ctx)[0]
    assert outbox.deliver(ctx, first.id)
    assert not outbox.deliver(ctx, first.id)
    assert len(ctx.transport.sent) == 1


def test_the_envelope_sender_names_the_mail_and_is_signed(ctx) -> None:
    create_game(ctx)
    deliver_all(ctx)
    sent, row = ctx.transport.sent[0], mails(ctx)[0]
    local, _, domain = sent.envelope_from.partition("@")
    token = local.removeprefix("b+")
    assert len(local) <= 64
    assert domain == "example.test"
    assert ctx.keys.parse(token) == row.id
    ctx.keys.check("bounce", token, 1)


def test_a_turn_that_was_played_already_is_not_mailed(ctx) -> None:
    after(ctx, create_game(ctx), "kill J")
    deliver_all(ctx)
    assert states(ctx, "your-turn") == ["superseded", "sent"]


def test_a_seat_without_mail_gets_none_even_where_it_was_queued(ctx) -> None:
    game = create_game(ctx)
    seating.set_mail(ctx, seat_at(ctx, game, 0).id, on=False)
    assert mails_to(ALICE.email, deliver_all(ctx)) == []
    assert owed(ctx, game, 0).phase == "running"


def test_a_reminder_whose_deadline_was_moved_is_not_sent(ctx, clock) -> None:
    game = create_game(ctx, per_turn=86400)
    deliver_all(ctx)
    sweep_after(ctx, clock, hours=20)
    with ctx.db.write() as session:
        session.merge(owed(ctx, game, 0)).due_at += timedelta(hours=5)
    deliver_all(ctx)
    assert states(ctx, "reminder") == ["superseded"]


def test_a_reminder_tells_the_deadline_that_counts(ctx, clock) -> None:
    create_game(ctx, per_turn=86400)
    clock.move(minutes=30)
    deliver_all(ctx)
    sweep_after(ctx, clock, hours=20)
    (mail,) = deliver_all(ctx)
    assert "due on Wed 2 Dec 2026, 12:30 (UTC+00:00)" in text_of(mail)


def test_after_a_move_nobody_hears_any_more_that_time_ran_out(ctx, clock) -> None:
    game = create_game(ctx, per_turn=86400)
    deliver_all(ctx)
    for hours in (20, 5):
        sweep_after(ctx, clock, hours=hours)
    after(ctx, game, "kill J")
    deliver_all(ctx)
    assert states(ctx, "time-ran-out") == ["superseded", "superseded"]


def test_a_spent_sign_in_link_is_not_mailed(ctx) -> None:
    people.ask_sign_in(ctx, ALICE.email)
    people.sign_in(ctx, ctx.keys.mint("sign-in", 1), "Alice")
    assert deliver_all(ctx) == []
    assert states(ctx, "sign-in") == ["superseded"]


def test_a_sign_in_link_that_is_too_old_is_not_mailed(ctx, clock) -> None:
    people.ask_sign_in(ctx, ALICE.email)
    clock.move(minutes=30)
    assert deliver_all(ctx) == []


def test_a_withdrawn_invitation_is_not_mailed(ctx) -> None:
    table = laid(ctx)
    seating.withdraw(ctx, table.seat_id, 1)
    assert deliver_all(ctx) == []


def test_an_invitation_leads_to_the_place_it_holds(ctx) -> None:
    table = laid(ctx)
    (mail,) = deliver_all(ctx)
    assert mail["To"] == BOB.email
    assert f"http://localhost/i/{invitation(ctx, table)}" in text_of(mail).splitlines()


def follows(mail: EmailMessage, line: str) -> str:
    """The line of the text part after that one."""
    lines = text_of(mail).splitlines()
    return lines[lines.index(line) + 1]


def test_the_first_mail_of_a_game_leads_to_its_rules_and_later_ones_do_not(ctx) -> None:
    game = create_game(ctx)
    first = deliver_all(ctx)
    assert len(first) == 2
    for mail in first:
        assert follows(mail, "How it is played:") == "http://localhost/rules/kvi"
        assert '<a href="http://localhost/rules/kvi"' in html_of(mail)
    after(ctx, game, "kill J")
    (turn,) = deliver_all(ctx)
    assert "/rules/" not in text_of(turn)
    assert "/rules/" not in html_of(turn)


def test_an_invitation_leads_to_the_rules_of_its_game(ctx) -> None:
    laid(ctx, invited("Bob"), FREE, ruleset="spytag")
    (mail,) = deliver_all(ctx)
    assert follows(mail, "How it is played:") == "http://localhost/rules/spytag"
    assert '<a href="http://localhost/rules/spytag"' in html_of(mail)


def test_the_opener_hears_that_somebody_declined(ctx) -> None:
    table = laid(ctx)
    seating.decline(ctx, invitation(ctx, table))
    (mail,) = deliver_all(ctx)
    assert mail["To"] == ALICE.email
    assert "Your invitation was declined by Bob." in text_of(mail)


def test_who_sat_at_a_table_hears_that_it_was_called_off(ctx) -> None:
    table = laid(ctx, invited("Bob"), FREE, ruleset="spytag")
    seating.accept(ctx, invitation(ctx, table), "Bob")
    deliver_all(ctx)
    lobby.cancel(ctx, table.seat_id)
    (mail,) = deliver_all(ctx)
    assert mail["To"] == BOB.email
    assert "The game was called off before it began." in text_of(mail)


def test_a_fresh_link_reaches_even_who_takes_no_mail(ctx) -> None:
    game = create_game(ctx)
    deliver_all(ctx)
    seat = seat_at(ctx, game, 0)
    seating.set_mail(ctx, seat.id, on=False)
    seating.fresh_link(ctx, ctx.keys.mint("seat", seat.id, seat.version))
    (mail,) = deliver_all(ctx)
    assert mail["To"] == ALICE.email


def test_news_that_a_newer_mail_tells_better_is_not_sent(ctx) -> None:
    after(ctx, create_game(ctx), "kill J")
    deliver_all(ctx)
    assert states(ctx, "game-start") == ["superseded"]


def test_the_outbox_holds_no_token_and_no_address(ctx) -> None:
    game = after(ctx, create_game(ctx), "kill J")
    deliver_all(ctx)
    seat = seat_at(ctx, game, 1)
    token = ctx.keys.mint("seat", seat.id, seat.version)
    told = " ".join(str(vars(mail)) for mail in mails(ctx))
    assert token not in told
    assert "@example.test>" in told
    assert BOB.email not in told


def test_the_last_mail_tells_result_and_all_cards_once_the_rules_ended_the_game(ctx) -> None:
    game = after(ctx, create_game(ctx), "kill J", "identity Z", "kill R")
    deliver_all(ctx)
    after(ctx, game, "solve H F")
    (mail,) = mails_to(ALICE.email, deliver_all(ctx))
    text = text_of(mail)
    assert "The result: Bob (Inspector) wins. The solution was right." in text
    assert "Bob was Zachary, and held Alyss, Ernest and Yvonne." in text
    assert f"http://localhost/g/{game.code}/ply/0" in text.splitlines()
