"""No bytes make the reader fail, and none make it read more than it may (TRUST R58, R60)."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from noirmail.engine.notation import reads_as_action
from noirmail.mail.incoming.commands import read_commands
from noirmail.mail.incoming.letter import IncomingLetter, TooBig, read_letter
from noirmail.mail.incoming.limits import MAIL_BYTES, TEXT
from noirmail.mail.incoming.markup import text_of_html
from noirmail.mail.incoming.relay import relayed
from tests.mail.incoming.corpus.ours import position

LETTERS = sorted((Path(__file__).parent.parent / "letters").glob("*.eml"))
PIECES = [
    *(b"From: ", b"Subject: ", b"Content-Type: ", b"Date: ", b"Message-ID: ", b"Authentication-Results: mx; "),
    *(b"Content-Transfer-Encoding: base64", b"Content-Disposition: attachment; filename*0*=", b"multipart/mixed"),
    *(b"; boundary=x", b"; boundary*=utf-7''x", b"; charset*0*=", b"; charset=utf-16", b"; format=flowed; delsp=yes"),
    *(b"\n--x\n", b"\n--x--\n", b"\r\n", b"\r", b"\n\n", b"\t", b'"', b"<", b">", b"(", b")", b";", b"=?utf-8?b?"),
    *(b"?=", b"a@b.test", b"message/delivery-status", b"text/html", b"<div class=gmail_quote>", b"</blockquote>"),
    *(b"<!--", b"-->", b"&#0;", b"kill Neil", b"message\n", b"end\n", b"#99", b"\xff\xfe", b"\xd1\x83", b"\x00"),
]
MAILS = some.one_of(
    some.binary(max_size=300),
    some.lists(some.one_of(some.sampled_from(PIECES), some.binary(max_size=4)), max_size=40).map(b"".join),
)


def read_all(raw: bytes) -> None:
    """All that is done with a mail before anybody decides anything."""
    letter = read_letter(raw, authserv_id="mx", own=("@in.example.test",))
    if isinstance(letter, TooBig):
        return
    assert len(letter.text) <= TEXT
    assert "\x00" not in letter.text + letter.subject
    assert "\n" not in letter.subject
    view = position()
    for line in read_commands(letter.text, letter.subject, ("it",), lambda text: reads_as_action(text, view)):
        assert line.raw.strip()
    relayed(letter.text)


@given(MAILS)
@settings(max_examples=400)
def test_any_bytes_are_read(raw: bytes) -> None:
    read_all(raw)


@given(some.data())
@settings(max_examples=250)
def test_a_damaged_letter_is_read(data: some.DataObject) -> None:
    raw = data.draw(some.sampled_from(LETTERS)).read_bytes()[:20_000]
    for _damage in range(data.draw(some.integers(1, 4))):
        at, until = sorted(data.draw(some.tuples(some.integers(0, len(raw)), some.integers(0, len(raw)))))
        raw = raw[:at] + data.draw(some.sampled_from(PIECES)) + raw[min(until, at + 30) :]
    read_all(raw)


@given(some.text(alphabet="<>/!-ab \"'=&;#x\n", max_size=200))
def test_any_page_has_a_text(page: str) -> None:
    text, _quoted = text_of_html(page)
    assert not re.search(r"\n{3}|[ \t]\n", text)


BIG = {
    "size": b"From: a@b.test\n\n" + b"x" * MAIL_BYTES,
    "headers": b"a:b\n" * 201 + b"\n",
    "header-bytes": b"Subject: " + b"x" * 33_000 + b"\n\n",
    "parts": b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\n" * 10_000,
}


@pytest.mark.parametrize("reason", BIG)
def test_a_mail_that_is_too_big_is_refused_with_the_reason(reason: str) -> None:
    assert read_letter(BIG[reason]) == TooBig(reason)


def test_a_mail_of_two_hundred_levels_is_refused() -> None:
    levels = (f"--x{n}\nContent-Type: multipart/mixed; boundary=x{n + 1}\n\n" for n in range(200))
    raw = b"Content-Type: multipart/mixed; boundary=x0\n\n" + "".join(levels).encode()

    assert read_letter(raw) == TooBig("depth")


def test_a_mail_of_forty_megabytes_is_refused_without_being_looked_at() -> None:
    assert read_letter(bytes(40_000_000)) == TooBig("size")


def test_text_beyond_the_limit_is_not_read() -> None:
    letter = read_letter(b"From: a@b.test\n\n" + b"hello there\n" * 10_000 + b"kill Neil\n")

    assert isinstance(letter, IncomingLetter)
    assert len(letter.text) <= TEXT
    assert "kill" not in letter.text


HOSTILE = [
    *(b"<", b"<a", b"<!--", b"<![CDATA[", b"</a", b"<a b='", b"<a \"'>", b"<b></i>", b"<blockquote>", b"&#", b"<?"),
    *(b"a \n", b"\n", b"> \n", b"=", b"\xd0", b"al cl de ", b"message\n", b"n\n", b"--x\n"),
]


@pytest.mark.parametrize("kind", ["text/html", "text/plain; format=flowed", "multipart/mixed; boundary=x"])
@pytest.mark.parametrize("piece", HOSTILE, ids=ascii)
def test_a_mail_full_of_what_is_never_closed_is_read_to_its_end(piece: bytes, kind: str) -> None:
    read_all(f"From: a@b.test\nContent-Type: {kind}\n\n".encode() + piece * (250_000 // len(piece)))
