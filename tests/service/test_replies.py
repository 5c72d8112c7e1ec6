"""Who writes is who plays; all of a mail is done or nothing; every answer says what came of it (TRUST R47 to R53)."""

import re

import pytest

from noirmail.service import seating
from noirmail.service.ingest import drain_inbox
from tests.build import after, create_game, reload, seat_at
from tests.cast import ALICE, BOB, CHARLIE
from tests.post import deliver_all, html_of, mails_to, text_of
from tests.service.replying import inbox, inboxes, letter, receive, reply, turn_of
from tests.service.timeline import addressees, happened, mails, sweep_after

LAST = "This is the last answer for now:"


@pytest.fixture
def game(ctx):
    return create_game(ctx)


def answer_to_alice(ctx) -> str:
    """The text of the one answer that Alice gets now."""
    (answer,) = [mail for mail in mails_to(ALICE.email, deliver_all(ctx)) if mail["Auto-Submitted"] == "auto-replied"]
    return text_of(answer)


def test_the_answer_shows_the_board_after_the_move(ctx, game) -> None:
    reply(ctx, turn_of(ctx, ALICE), "kill neil", ALICE)
    said = answer_to_alice(ctx)
    assert "Your move is made." in said
    assert "You wrote: kill neil" in said
    assert "You killed Neil." in said
    assert "The board after move 1" in said


def test_the_answer_stands_in_the_players_own_thread(ctx, game) -> None:
    mail = turn_of(ctx, ALICE)
    taken = letter(mail, "kill neil", ALICE.email)
    receive(ctx, taken, ALICE.email, str(mail["Reply-To"]))
    drain_inbox(ctx)
    (answer,) = mails_to(ALICE.email, deliver_all(ctx))
    own = re.search(rb"Message-ID: (\S+)", taken)[1].decode()
    assert answer["In-Reply-To"] == own
    assert answer["References"].split() == [mail["Message-ID"], own]
    assert answer["Subject"] == mail["Subject"]


def test_an_odd_message_id_is_repeated_nowhere(ctx, game) -> None:
    mail = turn_of(ctx, ALICE)
    raw = re.sub(rb"Message-ID: \S+", "Message-ID: <ä\u200b@x>".encode(), letter(mail, "help", ALICE.email))
    receive(ctx, raw, ALICE.email, str(mail["Reply-To"]))
    drain_inbox(ctx)
    assert mails_to(ALICE.email, deliver_all(ctx))[0]["In-Reply-To"] == mail["Message-ID"]


def test_who_goes_on_in_the_same_turn_can_answer_the_answer(ctx) -> None:
    game = after(ctx, create_game(ctx, "kvi-classic"), "kill N", "identity E", "shift r1 left")
    goes_on = turn_of(ctx, BOB)
    reply(ctx, goes_on, "exonerate", BOB)
    answer = turn_of(ctx, BOB)
    assert answer["Auto-Submitted"] == "auto-replied"
    assert "What you can do:" in text_of(answer)
    before = reload(ctx, game).number
    reply(ctx, answer, "reveal alyss", BOB)
    assert reload(ctx, game).number == before + 1


@pytest.mark.parametrize("sender", [CHARLIE.email, BOB.email, "alice@example.test.evil.test"])
def test_a_right_address_in_wrong_hands_does_nothing_and_tells_the_player_alone(ctx, game, sender) -> None:
    taken = reply(ctx, turn_of(ctx, ALICE), "kill neil", sender)
    assert reload(ctx, game).number == 0
    assert inbox(ctx, taken).state == "held"
    (asked,) = deliver_all(ctx)
    assert asked["To"] == ALICE.email
    assert f"/mail/{taken}" in text_of(asked)
    assert sender not in asked.as_string()


def test_the_answer_to_a_stranger_shows_nothing_of_the_game(ctx, game) -> None:
    reply(ctx, turn_of(ctx, ALICE), "kill neil", CHARLIE)
    (asked,) = deliver_all(ctx)
    assert "Horatio" not in text_of(asked) + html_of(asked)


def test_a_sender_that_our_mail_system_found_false_is_not_obeyed(ctx, game) -> None:
    verdict = "example.test; dmarc=fail header.from=example.test"
    taken = reply(ctx, turn_of(ctx, ALICE), "kill neil", ALICE, Authentication_Results=verdict)
    assert inbox(ctx, taken).state == "held"
    assert reload(ctx, game).number == 0


def test_somebody_elses_verdict_on_the_sender_does_not_count(ctx, game) -> None:
    verdict = "elsewhere.test; dmarc=fail header.from=example.test"
    reply(ctx, turn_of(ctx, ALICE), "kill neil", ALICE, Authentication_Results=verdict)
    assert reload(ctx, game).number == 1


def test_the_address_of_a_mail_before_the_links_were_renewed_does_nothing(ctx, game) -> None:
    mail = turn_of(ctx, ALICE)
    with ctx.db.write() as session:
        session.merge(seat_at(ctx, game, 0)).version += 1
    assert inbox(ctx, reply(ctx, mail, "kill neil", ALICE)).state == "held"
    assert reload(ctx, game).number == 0


def test_an_answer_that_comes_too_late_is_told_how_things_stand(ctx, game) -> None:
    mail = turn_of(ctx, ALICE)
    after(ctx, game, "kill N", "identity E")
    deliver_all(ctx)
    reply(ctx, mail, "kill julian", ALICE)
    assert reload(ctx, game).number == 2
    said = answer_to_alice(ctx)
    assert "The game has moved on" in said
    assert "The board after move 2" in said


def test_two_different_moves_in_a_mail_are_asked_about(ctx, game) -> None:
    reply(ctx, turn_of(ctx, ALICE), "kill neil\nkill ryan", ALICE)
    assert reload(ctx, game).number == 0
    said = answer_to_alice(ctx)
    assert "Two different moves: nothing was done." in said
    assert "You wrote: kill ryan" in said


def test_the_same_move_twice_is_one_move(ctx, game) -> None:
    reply(ctx, turn_of(ctx, ALICE), "kill neil\nkill n", ALICE)
    assert reload(ctx, game).number == 1


def test_where_one_line_cannot_be_done_none_is(ctx, game) -> None:
    reply(ctx, turn_of(ctx, ALICE), "message hello\npause 99\nkill neil", ALICE)
    assert reload(ctx, game).number == 0
    assert mails(ctx, "messages") == []
    said = answer_to_alice(ctx)
    assert "You wrote: pause 99" in said
    assert "at most 30 days" in said
    assert said.count("Not done, because of another line.") == 2


def test_an_impossible_move_is_answered_with_what_is_possible(ctx, game) -> None:
    reply(ctx, turn_of(ctx, ALICE), "kill zachary", ALICE)
    assert reload(ctx, game).number == 0
    said = answer_to_alice(ctx)
    assert "Nothing was done." in said
    assert "one of J N R" in said


def test_what_calls_itself_a_move_and_is_none_is_told_so(ctx, game) -> None:
    reply(ctx, turn_of(ctx, ALICE), "move somebody", ALICE)
    assert "Nothing was done." in answer_to_alice(ctx)


def test_a_line_between_others_that_says_nothing_is_named(ctx, game) -> None:
    reply(ctx, turn_of(ctx, ALICE), "Hello Bob,\nshow\nmessge hi\nkill neil\nSee you", ALICE)
    said = answer_to_alice(ctx)
    assert "You wrote: messge hi\r\nThis line was passed over." in said
    assert "Hello Bob" not in said
    assert "See you" not in said


def test_words_that_say_nothing_bring_help_once_a_day(ctx, game, clock) -> None:
    mail = turn_of(ctx, ALICE)
    reply(ctx, mail, "histroy", ALICE)
    said = answer_to_alice(ctx)
    assert "Did you mean: history?" in said
    assert "What you can write" in said
    reply(ctx, mail, "Nice weather here.", ALICE)
    assert deliver_all(ctx) == []
    clock.move(days=1)
    reply(ctx, mail, "Still nice.", ALICE)
    assert len(mails(ctx, "answer")) == 2


def test_a_subject_alone_can_be_a_command(ctx, game) -> None:
    mail = turn_of(ctx, ALICE)
    raw = f"From: {ALICE.email}\r\nSubject: kill neil\r\n\r\n".encode()
    receive(ctx, raw, ALICE.email, str(mail["Reply-To"]))
    drain_inbox(ctx)
    assert reload(ctx, game).number == 1


def test_an_answer_machines_subject_brings_no_answer(ctx, game) -> None:
    mail = turn_of(ctx, ALICE)
    raw = re.sub(rb"Subject: [^\r]*", b"Subject: Automatic reply: Noir", letter(mail, "kill neil", ALICE.email))
    receive(ctx, raw, ALICE.email, str(mail["Reply-To"]))
    drain_inbox(ctx)
    assert mails(ctx, "answer") == []


def test_giving_up_needs_the_code_of_the_moment(ctx, game) -> None:
    mail = turn_of(ctx, ALICE)
    reply(ctx, mail, "resign", ALICE)
    assert reload(ctx, game).status == "running"
    code = re.search(r"resign yes\s+(\w+)", answer_to_alice(ctx))[1]
    reply(ctx, mail, "resign yes", ALICE)
    reply(ctx, mail, "resign yes abcdef", ALICE)
    assert reload(ctx, game).status == "running"
    reply(ctx, mail, f"resign yes {code.upper()}", ALICE)
    assert (reload(ctx, game).reason, reload(ctx, game).winners) == ("resigned", [1])


def test_the_code_of_an_earlier_moment_gives_nothing_up(ctx, game) -> None:
    mail = turn_of(ctx, ALICE)
    reply(ctx, mail, "resign", ALICE)
    code = re.search(r"resign yes\s+(\w+)", answer_to_alice(ctx))[1]
    after(ctx, game, "kill N", "identity E")
    reply(ctx, mail, f"resign yes {code}", ALICE)
    assert reload(ctx, game).status == "running"


def test_both_players_end_the_game_by_mail(ctx, game) -> None:
    reply(ctx, turn_of(ctx, ALICE), "draw", ALICE)
    offered = turn_of(ctx, BOB)
    assert "offers to end the game" in text_of(offered)
    reply(ctx, offered, "draw", BOB)
    assert reload(ctx, game).reason == "agreed"


def test_a_late_player_is_claimed_against_after_a_second_word(ctx, clock) -> None:
    game = create_game(ctx, per_turn=3600)
    deliver_all(ctx)
    sweep_after(ctx, clock, minutes=61)
    told = turn_of(ctx, BOB)
    reply(ctx, told, "claim", BOB)
    assert reload(ctx, game).status == "running"
    reply(ctx, told, "claim yes", BOB)
    assert reload(ctx, game).reason == "timeout"


@pytest.mark.parametrize(
    ("words", "told"), [("status", "Alice is to act"), ("history", "Nothing yet."), ("show", "")]
)
def test_questions_are_answered_and_change_nothing(ctx, game, words, told) -> None:
    mail = turn_of(ctx, ALICE)
    before = happened(ctx, game)
    reply(ctx, mail, words, ALICE)
    said = answer_to_alice(ctx)
    assert told in said
    assert "The board at the start" in said
    assert happened(ctx, game) == before


def test_the_status_names_the_players_other_games(ctx, game) -> None:
    other = create_game(ctx, names=("Alice", "Charlie"))
    reply(ctx, mails_to(ALICE.email, deliver_all(ctx))[0], "status", ALICE)
    assert f"Game {other.code}, Alice – Charlie: you are to act until" in " ".join(answer_to_alice(ctx).split())


def test_mails_are_turned_off_and_on_by_mail(ctx, game) -> None:
    mail = turn_of(ctx, ALICE)
    reply(ctx, mail, "mail off", ALICE)
    assert not seat_at(ctx, game, 0).mail
    assert "You get no more mails about this game." in answer_to_alice(ctx)
    reply(ctx, mail, "mail on", ALICE)
    assert seat_at(ctx, game, 0).mail


def test_a_mail_without_a_decision_takes_everything_but_moves(ctx, game) -> None:
    started = turn_of(ctx, BOB)
    reply(ctx, started, "kill neil", BOB)
    assert "asks for no move" in " ".join(text_of(turn_of(ctx, BOB)).split())
    reply(ctx, started, "message hello", BOB)
    assert addressees(ctx, "messages") == ["Alice"]


def test_a_move_may_name_its_decision_and_must_name_the_right_one(ctx, game) -> None:
    mail = turn_of(ctx, ALICE)
    reply(ctx, mail, "kill neil #7", ALICE)
    assert reload(ctx, game).number == 0
    reply(ctx, mail, "kill neil #0", ALICE)
    assert reload(ctx, game).number == 1


def test_where_mails_are_off_the_answer_still_comes(ctx, game) -> None:
    mail = turn_of(ctx, ALICE)
    seating.set_mail(ctx, seat_at(ctx, game, 0).id, False)
    reply(ctx, mail, "show", ALICE)
    assert answer_to_alice(ctx)


def test_five_answers_an_hour_go_to_an_address_and_turns_all_the_same(ctx, clock) -> None:
    create_game(ctx, "kvi-classic")
    mail = turn_of(ctx, ALICE)
    for _ in range(7):
        reply(ctx, mail, "show", ALICE)
    assert len(mails(ctx, "answer")) == 5
    assert inboxes(ctx)[-1].note == "not answered: there were too many"
    clock.move(hours=1)
    reply(ctx, mail, "show", ALICE)
    assert len(mails(ctx, "answer")) == 6


def test_the_last_answer_of_an_hour_says_when_the_next_can_come(ctx, game, clock) -> None:
    mail = turn_of(ctx, ALICE)
    clock.move(seconds=20)
    for _ in range(4):
        reply(ctx, mail, "show", ALICE)
        clock.move(minutes=5)
    assert all(LAST not in text_of(answer) for answer in mails_to(ALICE.email, deliver_all(ctx)))
    reply(ctx, mail, "show", ALICE)
    (last,) = mails_to(ALICE.email, deliver_all(ctx))
    # The oldest of the five is an hour old at twenty seconds past one o'clock.
    told = f"{LAST} the next one can come after Tue 1 Dec 2026, 13:01 (UTC+00:00). Moves still count, and your page"
    assert told in " ".join(text_of(last).split())
    assert told in " ".join(html_of(last).split())


def test_the_last_answer_of_a_day_in_a_game_says_when_the_next_can_come(ctx, game, clock) -> None:
    mail = turn_of(ctx, ALICE)
    for _ in range(19):
        reply(ctx, mail, "show", ALICE)
        clock.move(minutes=16)
    deliver_all(ctx)
    reply(ctx, mail, "show", ALICE)
    (last,) = mails_to(ALICE.email, deliver_all(ctx))
    assert f"{LAST} the next one can come after Wed 2 Dec 2026, 12:00" in " ".join(text_of(last).split())


def test_a_turn_that_an_answer_would_have_told_is_mailed_where_there_is_none(ctx) -> None:
    game = after(ctx, create_game(ctx, "kvi-classic"), "kill N", "identity E", "shift r1 left")
    mail = turn_of(ctx, BOB)
    for _ in range(5):
        reply(ctx, mail, "show", BOB)
    deliver_all(ctx)
    reply(ctx, mail, "exonerate", BOB)
    (turn,) = mails_to(BOB.email, deliver_all(ctx))
    assert turn["Auto-Submitted"] == "auto-generated"
    reply(ctx, turn, "reveal alyss", BOB)
    assert reload(ctx, game).number == 5


def test_what_a_player_writes_is_no_command_in_the_answer(ctx, game) -> None:
    mail = turn_of(ctx, ALICE)
    reply(ctx, mail, "kill zachary", ALICE)
    (answer,) = mails_to(ALICE.email, deliver_all(ctx))
    unquoted = letter(mail, text_of(answer), ALICE.email)
    receive(ctx, unquoted, ALICE.email, str(answer["Reply-To"]))
    drain_inbox(ctx)
    assert reload(ctx, game).number == 0
    assert happened(ctx, game) == ["started"]
