"""A picture of the board in a mail, for who wants one: attached, described, of what the table shows (TRUST R18)."""

import re
from email.message import EmailMessage
from io import BytesIO

import pytest
from PIL import Image

from noirmail.engine.rulesets import RULESETS
from noirmail.mail.compose import compose
from noirmail.mail.picture import picture_of
from noirmail.service.gallery import specimen
from tests.post import html_of, read, text_of

BOARDS = ["your-turn", "reminder", "game-start", "time-ran-out", "game-over", "answer"]


def mail(kind: str = "your-turn", ruleset: str = "kvi", *, secrets: bool = True) -> EmailMessage:
    return read(compose(specimen(kind, ruleset, picture=True, secrets=secrets)))


@pytest.mark.parametrize("kind", BOARDS)
def test_html_and_picture_belong_together_beside_the_text(kind: str) -> None:
    parts = [part.get_content_type() for part in mail(kind).walk()]

    assert parts == ["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"]
    assert mail(kind).defects == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_picture_is_attached_and_told_in_words(ruleset: str) -> None:
    found = mail(ruleset=ruleset)
    attached = [str(part["Content-ID"]) for part in found.walk() if part["Content-ID"]]
    shown = re.findall(r'<img src="cid:([^"]+)" alt="([^"]{20,})"', html_of(found))

    assert [f"<{name}>" for name, _alt in shown] == attached
    assert html_of(found).count("<img") == 1
    letters = re.search(r"r1: ([^;]+)", shown[0][1])[1].split()
    assert letters == re.search(r"^  r1 (.*)$", text_of(found), re.MULTILINE)[1].split()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_is_small_opaque_and_large_enough_to_read(ruleset: str) -> None:
    png = picture_of(specimen("your-turn", ruleset, picture=True))
    image = Image.open(BytesIO(png))

    assert len(png) < 40_000
    assert image.width > 500
    assert "transparency" not in image.info


def test_the_same_letter_gives_the_same_bytes() -> None:
    assert compose(specimen("your-turn", picture=True)) == compose(specimen("your-turn", picture=True))


def test_without_secrets_it_shows_what_everybody_may_see() -> None:
    public = specimen("your-turn", "kvi", picture=True, secrets=False)

    assert picture_of(public) != picture_of(specimen("your-turn", "kvi", picture=True))
    assert "[" not in re.search(r'alt="([^"]+)"', html_of(mail(secrets=False)))[1]


def test_who_wants_none_gets_none_and_so_does_a_mail_without_a_board() -> None:
    assert picture_of(specimen("your-turn")) is None
    assert picture_of(specimen("messages", picture=True)) is None
    assert "image/png" not in [part.get_content_type() for part in mail("sign-in").walk()]
