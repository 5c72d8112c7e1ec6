"""Which lines are commands, in what dress, and what becomes of the rest (TRUST R46 to R52, R62)."""

import pytest

from noirmail.engine.notation import bare, reads_as_action
from noirmail.engine.redact import view_of
from noirmail.mail.incoming.commands import ActionText, Command, Conflict, Line, Noise, read_commands
from noirmail.mail.incoming.vocabulary import COMMANDS, ENDS, FIRST_WORDS, command_of, nearest
from tests.engine.build import game
from tests.mail.incoming.corpus.ours import position

OPENING = view_of(game("kvi", "MATPVW"), 0)
CLASSIC = view_of(game("kvi-classic", "MTNPWBCD", "kill G", "identity T", "kill H", "exonerate"), 1)
WORDS = [(word, command) for row in COMMANDS.values() for command, words in row.items() for word in words]


def read(text: str, subject: str = "", languages: tuple[str, ...] = ("en",), view: object = None) -> list[Line]:
    seen = view or position()
    return read_commands(text, subject, languages, lambda line: reads_as_action(line, seen))  # type: ignore[arg-type]


def only(text: str, **more: object) -> Line:
    (line,) = read(text, **more)  # type: ignore[arg-type]
    return line


@pytest.mark.parametrize(("word", "command"), WORDS)
def test_every_word_of_every_language_is_its_command(word: str, command: str) -> None:
    if command == "quit":
        assert read(f"{word.title()}\nkill Neil") == []
        return
    argument = {"mail": " on", "address": " alice@new.example.test"}.get(command, "")
    found = only(f"{word.upper()}{argument}")
    assert isinstance(found, Command)
    assert (found.word, found.argument) == (command, argument.strip())


def test_no_word_is_two_commands() -> None:
    folded: dict[str, set[str]] = {}
    for word, command in WORDS:
        folded.setdefault(bare(word), set()).add(command)

    assert {word for word, commands in folded.items() if len(commands) > 1} == set()
    assert folded.keys() == FIRST_WORDS


def test_every_language_has_every_command_and_an_end() -> None:
    for row in COMMANDS.values():
        assert row.keys() == COMMANDS["en"].keys()
    assert ENDS.keys() == COMMANDS.keys()


@pytest.mark.parametrize(
    "line",
    [
        *("status", "STATUS", "Status.", " status ", "*status*", "**status**", "_status_", "status!", "status…"),
        *("- status", "* status", "• status", "– status", "“status”", "«status»", "(status", "status:", "status,"),
        *(
            "ｓｔａｔｕｓ",
            "ＳＴＡＴＵＳ！",
            "\u3000status",
            "\u00a0status\u00a0",
            "sta\u00adtus",
            "\u200bstatus",
            "ｓｔａｔｕｓ。",
        ),
    ],
)
def test_a_command_is_read_in_any_dress(line: str) -> None:
    found = only(line)
    assert isinstance(found, Command)
    assert (found.word, found.argument) == ("status", "")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        *((dressed, dressed) for dressed in ("kill Neil", "KILL NEIL!", "*kill Neil*", "kill – Neil", "> kill Neil")),
        ("• kill Neil", "kill Neil"),
        ("move kill Neil", "kill Neil"),
        ("MOVE: kill Neil", "kill Neil"),
        ("ход — убить Нила", "убить Нила"),
        ("muovi riga 3 destra", "riga 3 destra"),
        ("show Neil", "show Neil"),
        ("kill Neil #7", "kill Neil"),
        ("move c2 up #7.", "c2 up"),
    ],
)
def test_an_action_is_read_in_any_dress_and_may_follow_move(line: str, action: str) -> None:
    found = only(line)
    assert isinstance(found, ActionText)
    assert found.text == action
    assert found.decision == (7 if "#" in line else None)


@pytest.mark.parametrize(
    "line",
    [
        *(
            "-----Original Message-----",
            "-----Messaggio originale-----",
            "Mensaje original",
            "--------",
            "_____",
            "===",
        ),
        *("Message-ID: <x@example.test>", "Mail: bob@example.test", "mail me", "Link: https://example.test/x"),
        *("Address: 12 Main Street", "Stop it, will you?", "Sent from my iPhone", "Отправлено с iPhone", "up", "no"),
        *("I would move on.", "killing Neil", "kill Neil tomorrow", "kill Neil or Simon", "Neil", "c2", "· status"),
        *("“", "***", ":", "#12", "Re: status", "statusquo", "--status", "1", "👍"),
    ],
)
def test_any_other_line_is_noise(line: str) -> None:
    assert [type(found) for found in read(line)] == [Noise]


def test_an_action_that_is_not_possible_is_still_one() -> None:
    assert isinstance(only("kill Zachary"), ActionText)
    assert isinstance(only("solve Marion Alyss"), ActionText)


def test_show_lays_open_a_card_where_that_is_due() -> None:
    assert isinstance(only("show Neil", view=CLASSIC), ActionText)
    assert isinstance(only("show", view=CLASSIC), Command)


def test_a_command_keeps_what_follows_it() -> None:
    assert only("resign YES k7Q2.") == Command("resign", "yes k7Q2", "resign YES k7Q2.")
    assert only("сдаюсь да k7q2") == Command("resign", "yes k7q2", "сдаюсь да k7q2")
    assert only("help muovi") == Command("help", "move", "help muovi")
    assert only("posta: no") == Command("mail", "off", "posta: no")
    assert only("show me") == Command("show", "me", "show me")


def test_the_first_action_decides_and_another_one_is_a_conflict() -> None:
    assert read("kill Neil\nkill Simon") == [
        ActionText("kill Neil", "kill Neil"),
        Conflict("kill Neil", "kill Simon"),
    ]
    assert read("kill Neil\nuccidi N!") == [ActionText("kill Neil", "kill Neil"), Noise("uccidi N!")]
    assert [type(line) for line in read("c2 up\nshift c2 up\nc2 down")] == [ActionText, Noise, Conflict]


def test_a_name_alone_is_a_choice_only_where_there_is_one_and_only_at_the_head() -> None:
    assert isinstance(only("Neil", view=OPENING), ActionText)
    assert isinstance(only("n.", view=OPENING), ActionText)
    assert isinstance(only("Neil,", view=OPENING), Noise)
    assert isinstance(only("Nei", view=OPENING), Noise)
    assert [type(line) for line in read("Hello!\nNeil", view=OPENING)] == [Noise, Noise]
    assert [type(line) for line in read("Neil\n\nSimon", view=OPENING)] == [ActionText, Noise]


def test_thanks_and_stop_end_what_is_read() -> None:
    assert len(read("kill Neil\nThanks!\nkill Simon")) == 1
    assert len(read("kill Neil\nCordiali saluti\nkill Simon")) == 1
    assert len(read("kill Neil\nstop\nkill Simon")) == 1
    assert [type(line) for line in read("Grazie dell'attesa!\nuccidi Neil")] == [Noise, ActionText]


def test_a_message_is_a_line_or_what_stands_before_its_end() -> None:
    assert only("message: well played!") == Command("message", "well played!", "message: well played!")
    assert only("message\nwell\n\nplayed\nend") == Command("message", "well\n\nplayed", "message")
    assert [type(line) for line in read("message\nkill Simon?\nEND\nkill Neil")] == [Command, ActionText]


def test_a_long_message_that_was_wrapped_is_one_line() -> None:
    long = "message " + "word " * 13
    assert only(f"{long.strip()}\nand so on\n\n").argument.endswith("word and so on")  # type: ignore[union-attr]
    assert [type(line) for line in read(f"{long.strip()}\nkill Neil")] == [Command, ActionText]


def test_a_message_without_an_end_goes_to_the_end_unless_an_order_is_in_it() -> None:
    assert only("message\nwell played\n\nInviato da iPhone") == Command("message", "well played", "message")
    assert read("message\nwell played\nkill Neil") == [
        Command("message", "", "message"),
        Noise("well played"),
        ActionText("kill Neil", "kill Neil"),
    ]


def test_a_word_that_means_two_things_is_read_in_the_language_of_the_player() -> None:
    text = "message\nAll is\nfine\nhere\nend"
    assert only(text).argument == "All is\nfine\nhere"  # type: ignore[union-attr]
    assert read(text, languages=("it",))[0] == Command("message", "All is", "message")


def test_the_subject_is_read_only_where_the_body_is_empty() -> None:
    assert read("", "status") == [Command("status", "", "status")]
    assert read("\n \n", "kill Neil") == [ActionText("kill Neil", "kill Neil")]
    assert read("Get Outlook for iOS", "draw") == [Command("draw", "", "draw")]
    assert read("hello", "draw") == [Noise("hello")]
    assert read("", "Re: Noir K7QF2M9A: Alice – Bob") == []
    assert read("", "Re: status") == []


def test_words_that_are_almost_commands_have_their_neighbours() -> None:
    assert nearest("stauts", ["en"])[0] == "status"
    assert nearest("ucidi", ["it", "en"])[0] == "uccidi"
    assert nearest("помощ", ["ru"]) == ["помощь"]
    assert nearest("xyzzy" * 100, ["en"]) == []
    assert command_of("stauts") is None
