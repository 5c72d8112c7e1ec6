"""When mails go out: at once, after quiet hours, once a day, once until a visit, or not at all (TRUST R69, R75)."""

from dataclasses import replace
from datetime import timedelta

import pytest

from noirmail.service import preferences, presence, tables
from noirmail.service.preferences import keep, preferences_of
from noirmail.store.models import Suppression
from noirmail.words.board import text_board
from tests.build import after, create_game, seat_at
from tests.cast import ALICE, BOB
from tests.conftest import NOON
from tests.post import deliver_all, html_of, mails_to, text_of
from tests.service.tables import account
from tests.service.timeline import mails, owed, sweep_after


def choose(ctx, name: str, **chosen) -> None:
    person_id = account(ctx, name).id
    keep(ctx, person_id, replace(preferences_of(ctx, person_id), **chosen))


def suppress(ctx, address: str, **more) -> None:
    with ctx.db.write() as session:
        key = ctx.keys.nonce("suppress", address)
        session.add(Suppression(key=key, at=NOON, reason="complaint", **more))


def of(kind: str, ctx) -> list[str]:
    return [mail.state for mail in mails(ctx, kind)]


def test_in_quiet_hours_a_turn_waits_for_their_end_and_its_time_runs(ctx_any, clock) -> None:
    choose(ctx_any, "Alice", quiet_from=11 * 60, quiet_to=14 * 60)
    game = create_game(ctx_any)
    assert mails_to(ALICE.email, deliver_all(ctx_any)) == []
    assert owed(ctx_any, game, 0).due_at == clock.now + timedelta(days=3)
    clock.move(hours=2)
    (mail,) = mails_to(ALICE.email, deliver_all(ctx_any))
    assert "due on Fri 4 Dec 2026, 12:00" in text_of(mail)
    assert mail["Date"].datetime == clock.now - timedelta(hours=2)


def test_a_sign_in_link_comes_in_quiet_hours_too(ctx, clock) -> None:
    from noirmail.service.people import ask_sign_in

    choose(ctx, "Alice", quiet_from=11 * 60, quiet_to=14 * 60)
    ask_sign_in(ctx, ALICE.email)
    assert len(mails_to(ALICE.email, deliver_all(ctx))) == 1


def test_a_digest_tells_all_tables_that_wait_in_one_mail_a_day(ctx_any, clock) -> None:
    choose(ctx_any, "Alice", mode="digest", digest_at=8 * 60, zone="Europe/Rome")
    games = [create_game(ctx_any) for _game in range(3)]
    assert mails_to(ALICE.email, deliver_all(ctx_any)) == []
    assert {owed(ctx_any, game, 0).phase for game in games} == {"running"}
    clock.move(hours=18, minutes=59)
    assert deliver_all(ctx_any) == []
    clock.move(minutes=1)
    (mail,) = deliver_all(ctx_any)
    text = text_of(mail)
    for game in games:
        assert f"Game {game.code}" in text
        seat = seat_at(ctx_any, game, 0)
        assert f"http://localhost/s/{ctx_any.keys.mint('seat', seat.id, seat.version)}" in text.splitlines()
    assert text.count("Your move is due on Fri 4 Dec 2026, 13:00") == 3


def test_the_digest_leaves_out_what_was_answered_and_comes_not_where_nothing_waits(ctx, clock) -> None:
    choose(ctx, "Alice", mode="digest")
    after(ctx, create_game(ctx), "kill J")
    deliver_all(ctx)
    clock.move(hours=20)
    assert deliver_all(ctx) == []
    assert of("digest", ctx) == []


def test_what_comes_after_the_digest_of_a_day_waits_for_the_next(ctx, clock) -> None:
    choose(ctx, "Alice", mode="digest")
    create_game(ctx)
    deliver_all(ctx)
    clock.move(hours=20)
    assert len(deliver_all(ctx)) == 1
    create_game(ctx)
    clock.move(hours=23)
    assert mails_to(ALICE.email, deliver_all(ctx)) == []
    clock.move(hours=1)
    assert len(deliver_all(ctx)) == 1
    assert of("digest", ctx) == ["sent", "sent"]


def test_turning_the_digest_off_lets_what_waits_come_at_once(ctx) -> None:
    choose(ctx, "Alice", mode="digest")
    create_game(ctx)
    deliver_all(ctx)
    choose(ctx, "Alice", mode="each")
    assert len(mails_to(ALICE.email, deliver_all(ctx))) == 1


def test_who_wants_one_mail_until_the_next_visit_gets_one(ctx_any, clock) -> None:
    choose(ctx_any, "Alice", mode="visit")
    clock.move(minutes=1)
    first, second = create_game(ctx_any), create_game(ctx_any)
    assert len(mails_to(ALICE.email, deliver_all(ctx_any))) == 1
    assert {owed(ctx_any, game, 0).phase for game in (first, second)} == {"running"}
    create_game(ctx_any)
    assert mails_to(ALICE.email, deliver_all(ctx_any)) == []
    clock.move(minutes=1)
    after(ctx_any, first, "kill J")
    create_game(ctx_any)
    assert len(mails_to(ALICE.email, deliver_all(ctx_any))) == 1


def test_a_signal_of_the_page_is_a_visit(ctx, clock) -> None:
    choose(ctx, "Alice", mode="visit")
    clock.move(minutes=1)
    game = create_game(ctx)
    deliver_all(ctx)
    clock.move(minutes=1)
    presence.seen(ctx, seat_at(ctx, game, 0).id)
    create_game(ctx)
    assert len(mails_to(ALICE.email, deliver_all(ctx))) == 1


def test_a_player_at_the_table_may_answer_there_for_five_minutes(ctx_any, clock) -> None:
    game = create_game(ctx_any)
    deliver_all(ctx_any)
    presence.seen(ctx_any, seat_at(ctx_any, game, 1).id)
    after(ctx_any, game, "kill J")
    assert deliver_all(ctx_any) == []
    assert owed(ctx_any, game, 1).phase == "waiting"
    clock.move(minutes=5)
    (mail,) = deliver_all(ctx_any)
    assert mail["To"] == BOB.email
    assert owed(ctx_any, game, 1).due_at == clock.now + timedelta(days=3)


def test_a_turn_that_was_answered_at_the_table_is_not_mailed(ctx, clock) -> None:
    game = create_game(ctx)
    deliver_all(ctx)
    presence.seen(ctx, seat_at(ctx, game, 1).id)
    after(ctx, game, "kill J")
    deliver_all(ctx)
    after(ctx, game, "identity Z")
    clock.move(minutes=5)
    assert mails_to(BOB.email, deliver_all(ctx)) == []


def test_an_outage_of_three_days_is_caught_up_with_by_one_mail(ctx, clock) -> None:
    choose(ctx, "Alice", muted=frozenset())
    create_game(ctx, per_turn=86400)
    deliver_all(ctx)
    for hours in (20, 52):
        sweep_after(ctx, clock, hours=hours)
    assert len(mails(ctx, "reminder")) + len(mails(ctx, "time-ran-out")) == 3
    assert len(mails_to(ALICE.email, deliver_all(ctx))) == 1


def test_a_kind_that_is_not_wanted_is_not_sent_in_one_game_or_in_all(ctx, clock) -> None:
    game = create_game(ctx, per_turn=86400)
    create_game(ctx, per_turn=86400)
    deliver_all(ctx)
    preferences.mute_one(ctx, seat_at(ctx, game, 0).id, "reminder", off=True)
    sweep_after(ctx, clock, hours=20)
    assert len(deliver_all(ctx)) == 1
    choose(ctx, "Alice", muted=frozenset({"time-ran-out"}))
    sweep_after(ctx, clock, hours=5)
    assert {str(mail["To"]) for mail in deliver_all(ctx)} == {BOB.email}


def test_an_address_that_takes_no_mail_gets_none_and_the_time_runs(ctx_any, clock) -> None:
    game = create_game(ctx_any)
    suppress(ctx_any, ALICE.email)
    assert mails_to(ALICE.email, deliver_all(ctx_any)) == []
    assert owed(ctx_any, game, 0).phase == "running"


def test_an_address_that_took_no_mail_for_a_while_gets_mails_again(ctx, clock) -> None:
    create_game(ctx)
    suppress(ctx, ALICE.email, until=clock.now)
    assert len(mails_to(ALICE.email, deliver_all(ctx))) == 1


@pytest.mark.parametrize("kind", ["kvi", "spytag", "buddycops"])
def test_mails_without_secrets_tell_only_what_everybody_may_see(ctx, kind: str) -> None:
    names = ("Alice", "Bob") if kind == "kvi" else ("Alice", "Bob", "Dana")
    for name in names:
        choose(ctx, name, secrets=False)
    game = create_game(ctx, kind, names)
    view = tables.table(ctx, game.id, None).view
    found = deliver_all(ctx)
    assert len(found) == len(names)
    for mail in found:
        text = text_of(mail).replace("\r\n", "\n")
        assert text_board(view) in text
        assert "Your cards" not in text + html_of(mail)
        assert "/d0/" not in html_of(mail)
    assert any("this mail tells nothing that is yours alone" in " ".join(text_of(mail).split()) for mail in found)
