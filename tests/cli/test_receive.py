"""``noirmail receive``: one mail from standard input, and what a mail system reads from the exit status."""

import os
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from noirmail.service.context import Context
from tests.build import create_game
from tests.cli.conftest import Said
from tests.worker.letters_in import kept, letter, nothing_can_be_stored, reply_address

Receive = Callable[..., Said]


@pytest.fixture
def receive(
    noirmail: Callable[..., Said], monkeypatch: pytest.MonkeyPatch, sqlite_url: str, tmp_path: Path
) -> Receive:
    """Hands a mail to the command, on the database of ``ctx``."""
    monkeypatch.setenv("NOIRMAIL_MODE", "test")
    monkeypatch.setenv("NOIRMAIL_DATABASE_URL", sqlite_url)
    monkeypatch.setenv("NOIRMAIL_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("NOIRMAIL_MAIL_FROM", "noir@example.test")

    def run(mail: bytes, *words: str) -> Said:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(mail)))
        return noirmail("receive", *words)

    return run


@pytest.fixture
def to(ctx: Context) -> str:
    """Where Alice answers to."""
    return reply_address(ctx, create_game(ctx), 0)


def test_the_envelope_is_what_the_mail_system_says(receive: Receive, ctx: Context, to: str) -> None:
    assert receive(letter(to="other@example.test"), "--from", "<>", "--to", to).status == 0

    (mail,) = kept(ctx)
    assert (mail.source, mail.sender, mail.recipient) == ("pipe", "", to)


def test_without_options_the_headers_tell(receive: Receive, ctx: Context, to: str) -> None:
    assert receive(b"From alice Tue Dec  1 12:00:00 2026\n" + letter(to=f"Noir <{to}>")).status == 0

    (mail,) = kept(ctx)
    assert (mail.sender, mail.recipient, mail.raw[:5]) == ("alice@example.test", to, b"From:")


def test_a_mail_for_nobody_goes_back(receive: Receive, ctx: Context) -> None:
    assert receive(letter()).status == os.EX_NOUSER
    assert receive(letter(), "--to", "bob@example.test").status == os.EX_NOUSER
    assert kept(ctx) == []


def test_a_mail_that_is_too_large_goes_back(receive: Receive, ctx: Context, to: str) -> None:
    assert receive(letter("x" * 300_000, to=to)).status == os.EX_DATAERR
    assert kept(ctx) == []


def test_a_database_that_is_away_makes_the_mail_system_try_again(receive: Receive, ctx: Context, to: str) -> None:
    with nothing_can_be_stored(ctx):
        said = receive(letter(to=to))

    assert said.status == os.EX_TEMPFAIL
    assert said.err.startswith("noirmail: the database does not do it")


def test_wrong_settings_bounce_no_mail(receive: Receive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOIRMAIL_BASE_URL", "nonsense")

    assert receive(letter()).status == os.EX_TEMPFAIL
