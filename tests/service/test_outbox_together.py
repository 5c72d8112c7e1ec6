"""The outbox with the world around it: many senders, a real mail server that drops lines, threads of mails."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from noirmail.mail.transports import SmtpTransport
from noirmail.service import outbox, seating
from noirmail.service.parcels import obsolete, parcels
from tests.build import after, create_game
from tests.cast import ALICE, BOB
from tests.post import deliver_all, mails_to, read
from tests.servers.smtp import DROP, scripted_server
from tests.service.tables import invitation, laid
from tests.service.timeline import mails


def test_of_three_senders_at_once_one_sends_each_mail(ctx_any) -> None:
    for _game in range(8):
        create_game(ctx_any)
    with ThreadPoolExecutor(3) as pool:
        looked_at = sum(pool.map(lambda _n: outbox.drain(ctx_any, 3), range(12)))
    assert looked_at == 16
    sent = Counter(str(read(mail.raw)["Message-ID"]) for mail in ctx_any.transport.sent)
    assert set(sent.values()) == {1}
    assert len(sent) == 16


def test_a_mail_that_was_taken_before_the_line_dropped_comes_again_byte_for_byte(ctx, clock) -> None:
    create_game(ctx)
    with scripted_server() as (script, url):
        sending = replace(ctx, transport=SmtpTransport(url))
        script.says["end"] = DROP
        outbox.drain(sending)
        assert {mail.state for mail in mails(ctx)} == {"pending"}
        clock.move(hours=3)
        script.says["end"] = "250 ok"
        while outbox.drain(sending):
            pass
        sending.transport.close()
    assert {mail.state for mail in mails(ctx)} == {"sent"}
    assert set(Counter(script.taken).values()) == {2}


def test_every_player_has_one_thread_and_the_threads_do_not_meet(ctx) -> None:
    game = create_game(ctx)
    found = deliver_all(ctx)
    for move in ("kill J", "identity Z", "disguise F", "shift c1 up", "shift r1 left", "shift c2 up"):
        after(ctx, game, move)
        found += deliver_all(ctx)
    for player in (ALICE, BOB):
        thread = mails_to(player.email, found)
        ids = [str(mail["Message-ID"]) for mail in thread]
        assert len(ids) >= 4
        assert [mail["In-Reply-To"] for mail in thread] == [None, *ids[:-1]]
        assert all(str(mail["References"]).split() == ids[:at] for at, mail in enumerate(thread) if at)
        assert len({str(mail["Subject"]) for mail in thread}) == 1


def test_a_mail_whose_place_was_emptied_while_it_was_claimed_is_not_sent(ctx, clock) -> None:
    table = laid(ctx)
    ids = outbox.claim(ctx, 10)
    seating.decline(ctx, invitation(ctx, table))
    with ctx.db.read() as session:
        (parcel,) = parcels(session, ids)
        assert obsolete(session, parcel, clock.now) == "it is settled already"
