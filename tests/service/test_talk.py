"""Talk at the table: heard by all who play, stripped, gathered into few mails (TRUST R63; RULES D31)."""

from datetime import timedelta

import pytest

from noirmail.service import parting, seating, talk
from noirmail.service.errors import BadInput, KeyReused, NotFound, RateLimited, Refused
from noirmail.service.unheard import APART, GATHERED
from noirmail.store.models import Game
from tests.build import after, create_game, seat_at
from tests.cast import ALICE, BOB
from tests.post import deliver_all, html_of, mails_to, text_of
from tests.service.replying import reply, turn_of
from tests.service.tables import game_at, invited, laid
from tests.service.timeline import addressees, mails


def said(ctx, game, viewer=0) -> list[str]:
    return [one.text for one in talk.heard(ctx, game.id, viewer)]


def test_what_is_said_is_heard_by_everybody_who_plays(ctx_any) -> None:
    game = create_game(ctx_any)
    talk.say(ctx_any, game.id, 0, "Good luck!", "one")
    talk.say(ctx_any, game.id, 1, "You too.\nHave fun.", "one")
    assert said(ctx_any, game, 0) == said(ctx_any, game, 1) == ["Good luck!", "You too.\nHave fun."]


def test_spectators_hear_nothing_before_all_is_open(ctx) -> None:
    game = create_game(ctx)
    talk.say(ctx, game.id, 0, "Good luck!", "one")
    assert said(ctx, game, None) == []
    parting.resign(ctx, game.id, 0)
    assert said(ctx, game, None) == ["Good luck!"]


def test_the_same_words_sent_twice_are_said_once(ctx_any) -> None:
    game = create_game(ctx_any)
    first = talk.say(ctx_any, game.id, 0, "Hello", "key")
    assert talk.say(ctx_any, game.id, 0, "Hello", "key") == first
    with pytest.raises(KeyReused):
        talk.say(ctx_any, game.id, 0, "Something else", "key")
    assert len(said(ctx_any, game)) == 1


@pytest.mark.parametrize(
    ("typed", "heard"),
    [
        ("look: http://localhost/s/abc", "look: […]"),
        ("mail me at alice@example.test", "mail me at […]"),
        ("key " + "a" * 35, "key […]"),
        ("mine\n> theirs\n> more", "mine"),
        ("bold\u202emove", "boldmove"),
    ],
)
def test_what_nobody_should_pass_on_is_left_out(ctx, typed, heard) -> None:
    game = create_game(ctx)
    assert talk.say(ctx, game.id, 0, typed, "one").text == heard


@pytest.mark.parametrize("text", ["", "  \n ", "> only a quote", "ha " * 400, "ha " * 40_000])
def test_what_is_no_message_is_refused(ctx, text) -> None:
    game = create_game(ctx)
    with pytest.raises(BadInput):
        talk.say(ctx, game.id, 0, text, "one")


def test_a_table_opened_without_talk_is_quiet(ctx) -> None:
    game = create_game(ctx)
    with ctx.db.write() as session:
        session.get_one(Game, game.id).talk = False
    with pytest.raises(Refused):
        talk.say(ctx, game.id, 0, "Psst", "one")


def test_whose_seat_the_service_moves_for_is_heard_no_more(ctx) -> None:
    game = create_game(ctx, "spytag", ("Alice", "Bob", "Dana"))
    parting.resign(ctx, game.id, 0)
    with pytest.raises(Refused):
        talk.say(ctx, game.id, 0, "I am back", "one")
    with pytest.raises(NotFound):
        talk.say(ctx, game.id, 7, "Hello", "one")


def test_nobody_says_more_than_thirty_things_an_hour(ctx, clock) -> None:
    game = create_game(ctx)
    for number in range(talk.MOST_AN_HOUR):
        talk.say(ctx, game.id, 0, "again", f"{number}")
    with pytest.raises(RateLimited):
        talk.say(ctx, game.id, 0, "again", "more")
    clock.move(hours=1)
    talk.say(ctx, game.id, 0, "again", "more")


def test_what_is_said_within_some_minutes_comes_in_one_mail(ctx_any, clock) -> None:
    game = create_game(ctx_any)
    deliver_all(ctx_any)
    talk.say(ctx_any, game.id, 0, "Hello", "one")
    clock.move(GATHERED - timedelta(seconds=1))
    talk.say(ctx_any, game.id, 0, "How are you?", "two")
    assert deliver_all(ctx_any) == []
    clock.move(seconds=1)
    (mail,) = deliver_all(ctx_any)
    assert mail["To"] == BOB.email
    assert "Hello" in text_of(mail)
    assert "How are you?" in html_of(mail)


def test_a_second_mail_of_talk_comes_an_hour_later(ctx, clock) -> None:
    game = create_game(ctx)
    deliver_all(ctx)
    talk.say(ctx, game.id, 0, "Hello", "one")
    clock.move(GATHERED)
    assert len(deliver_all(ctx)) == 1
    talk.say(ctx, game.id, 0, "Still here?", "two")
    clock.move(APART - timedelta(seconds=1))
    assert deliver_all(ctx) == []
    clock.move(seconds=1)
    (mail,) = deliver_all(ctx)
    assert "Still here?" in text_of(mail)
    assert "Hello" not in text_of(mail)


def test_the_mail_of_the_next_turn_tells_what_was_said(ctx, clock) -> None:
    game = create_game(ctx)
    deliver_all(ctx)
    talk.say(ctx, game.id, 0, "Your turn now!", "one")
    after(ctx, game, "kill N")
    (turn,) = deliver_all(ctx)
    assert "Your turn now!" in text_of(turn)
    clock.move(hours=2)
    assert deliver_all(ctx) == []


def test_a_mail_that_is_being_sent_is_not_changed(ctx, clock) -> None:
    game = create_game(ctx)
    deliver_all(ctx)
    talk.say(ctx, game.id, 0, "Hello", "one")
    with ctx.db.write() as session:
        session.merge(mails(ctx, "messages")[0]).tries = 1
    talk.say(ctx, game.id, 0, "Again", "two")
    assert [mail.data["said"] for mail in mails(ctx, "messages")] == [[1, 1], [2, 2]]


def test_who_takes_no_mail_reads_it_at_the_table(ctx, clock) -> None:
    game = create_game(ctx)
    seating.set_mail(ctx, seat_at(ctx, game, 1).id, False)
    talk.say(ctx, game.id, 0, "Hello", "one")
    assert addressees(ctx, "messages") == []
    assert said(ctx, game, 1) == ["Hello"]


def test_a_full_quote_around_a_message_is_not_passed_on(ctx, clock) -> None:
    create_game(ctx)
    mail = turn_of(ctx, ALICE)
    reply(ctx, mail, "message hi", ALICE)
    clock.move(GATHERED)
    (told,) = [one for one in mails_to(BOB.email, deliver_all(ctx)) if "at the table" in text_of(one)]
    assert "hi" in text_of(told).split()
    assert str(mail["Reply-To"]) not in told.as_string()
    assert "Horatio" not in text_of(told)


@pytest.mark.parametrize(
    ("rules", "wanted", "may"),
    [("kvi", None, True), ("kvi", False, False), ("buddycops", None, False), ("buddycops", True, True)],
)
def test_the_cops_talk_where_the_table_was_opened_with_it(ctx, rules, wanted, may) -> None:
    others = [invited(name) for name in ("Bob", "Dana")[: 2 if rules == "buddycops" else 1]]
    place = laid(ctx, *others, ruleset=rules, talk=wanted)
    assert game_at(ctx, place).talk is may
