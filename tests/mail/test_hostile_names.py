"""Names and titles that want to be something else: a header, a page, a link, a command (TRUST R26, R27, R46)."""

from dataclasses import replace
from email import message_from_bytes
from email.policy import SMTP, compat32
from html.parser import HTMLParser

import pytest

from noirmail.engine.redact import view_of
from noirmail.mail import compose as compose_module
from noirmail.mail.compose import HEADERS, BadHeaders, compose
from noirmail.mail.letter import Letter
from noirmail.mail.names import tame
from noirmail.mail.plain import COMMANDS, fold
from noirmail.mail.rendering import render
from tests.mail.letters import turn
from tests.words.positions import game

HOSTILE = [
    "x\r\nBcc: a@b.test",
    "x\nBcc: a@b.test",
    "x=?UTF-8?Q?=0A?=Bcc: a@b.test",
    "=?UTF-8?Q?=0D=0ABcc:_a=40b.test?=",
    "x\u2028Bcc: a@b.test",
    "x\x00y",
    "x\x85Bcc: a@b.test",
    "<img src=//x>\"'",
    "{{ 7 * 7 }}",
    "%(name)s %s",
    "Łukasz Żółć",
    "Анна Каренина",
    "شهرزاد",
    "resign",
    "kill marion",
    "https://evil.test/x",
    "www.evil.test",
    "bob@evil.test",
]


def hostile(name: str) -> Letter:
    return turn(view_of(game(("kvi", 2, {}))[6], 0), ("Alice", name), name)


class Tags(HTMLParser):
    """The tags of a page, and its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _value in attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_no_name_adds_a_header_or_a_recipient(name: str) -> None:
    raw = compose(hostile(name))
    plain = compose(turn(view_of(game(("kvi", 2, {}))[6], 0)))
    for policy in (SMTP, compat32):
        mail = message_from_bytes(raw, policy=policy)
        assert mail.keys() == message_from_bytes(plain, policy=policy).keys()
        assert str(mail["To"]) == "alice@example.test"
        assert set(mail.keys()) <= HEADERS


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_no_name_adds_a_tag_to_the_page(name: str) -> None:
    shown = Tags(render(hostile(name)).html)
    assert shown.tags == Tags(render(hostile("Bob")).html).tags


def test_a_name_full_of_markup_is_shown_as_it_was_typed() -> None:
    rendered = render(hostile("<img src=//x>\"'"))
    assert "<img src=//x>\"'" in Tags(rendered.html).words
    assert "Your turn against <img src=//x>\"'." in rendered.text


@pytest.mark.parametrize("name", [name for name in HOSTILE if "evil" in name], ids=ascii)
def test_a_name_is_nothing_that_a_mail_client_makes_a_link_of(name: str) -> None:
    rendered = render(hostile(name))
    for part in (rendered.text, Tags(rendered.html).words):
        for tempting in ("evil.test", "://evil", "www.evil", "@evil"):
            assert tempting not in part


@pytest.mark.parametrize("name", ["J.R. Smith", "St. John", "Anna-Lena", "Ann 3.", "O'Brien", "A/B"])
def test_an_honest_name_stays_as_it_is(name: str) -> None:
    assert tame(name) == name


def test_no_name_makes_a_line_a_command() -> None:
    for name in ("resign", "Draw", "kill marion", "help me"):
        for width in range(60, 76):
            for line in fold(f"{'x' * width} {name} {name} {name}", " 1. ", "    ").split("\n"):
                assert line.split()[0].casefold() not in COMMANDS


def test_a_very_long_name_breaks_no_line_of_the_header() -> None:
    raw = compose(hostile("x" * 10_000))
    assert max(map(len, raw.split(b"\r\n"))) < 998 or b"Subject" not in raw


def test_bytes_with_a_header_too_many_are_not_sent(monkeypatch) -> None:
    evil = hostile("Bob")
    monkeypatch.setattr(compose_module, "_headers", lambda *_: [("To", evil.to), ("Bcc", "eve@example.test")])
    with pytest.raises(BadHeaders):
        compose(evil)


def test_bytes_in_which_a_text_got_out_of_its_header_are_not_sent(monkeypatch) -> None:
    evil = hostile("Bob")
    monkeypatch.setattr(
        compose_module.MIMEMultipart, "as_bytes", lambda self, policy: b"To: a@b.test\r\nSubject: x\r\n\r\n"
    )
    with pytest.raises(BadHeaders):
        compose(evil)


def test_the_same_letter_gives_the_same_bytes() -> None:
    assert compose(hostile("Bob")) == compose(hostile("Bob"))


def test_a_reply_address_and_its_answer_are_said_so() -> None:
    answer = replace(hostile("Bob"), auto_submitted="auto-replied", reply_to="move+x@example.test")
    mail = message_from_bytes(compose(answer), policy=SMTP)
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail["Reply-To"] == "move+x@example.test"
