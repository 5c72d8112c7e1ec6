"""The mailbox as a door, on a real Dovecot (TRUST R44, R66)."""

from collections.abc import Iterator
from dataclasses import replace
from imaplib import IMAP4

import pytest
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from noirmail.service.context import Context
from noirmail.worker import imap
from tests.build import create_game
from tests.servers.mail import PASSWORD, MailSystem, mail_system
from tests.worker.letters_in import kept, letter, nothing_can_be_stored, reply_address


@pytest.fixture(scope="module")
def mails() -> Iterator[MailSystem]:
    """Dovecot, and Postfix beside it."""
    with mail_system("noir") as system:
        yield system


@pytest.fixture
def box(mails: MailSystem) -> Iterator[IMAP4]:
    """The mailbox, emptied, as its owner's mail client has it open."""
    with IMAP4("127.0.0.1", mails.imap) as client:
        client.login("noir", PASSWORD)
        if client.select()[1] != [b"0"]:
            client.store("1:*", "+FLAGS", r"\Deleted")
        client.expunge()
        yield client


@pytest.fixture
def looking(ctx: Context, mails: MailSystem) -> Context:
    """A noirmail that looks into that mailbox."""
    return replace(ctx, settings=replace(ctx.settings, imap_url=mails.imap_url("noir")))


@pytest.fixture
def to(ctx: Context) -> str:
    """Where Alice answers to."""
    return reply_address(ctx, create_game(ctx), 0)


def put(box: IMAP4, mail: bytes) -> None:
    """A mail comes into the mailbox."""
    assert box.append("INBOX", "", "", mail)[0] == "OK"


def marks(box: IMAP4) -> list[str]:
    """The flags of each mail in the mailbox."""
    box.select()
    return [str(line) for line in box.fetch("1:*", "(FLAGS)")[1]]


def test_what_lies_in_the_mailbox_is_kept_and_marked(looking: Context, box: IMAP4, to: str) -> None:
    put(box, letter(to=to, Return_Path="<alice@example.test>"))

    assert [imap.fetch(looking), imap.fetch(looking)] == [1, 0]
    (mail,) = kept(looking)
    assert (mail.source, mail.sender, mail.recipient) == ("imap", "alice@example.test", to)
    (flags,) = marks(box)
    assert "NoirmailTaken" in flags
    assert r"\Seen" not in flags


def test_where_a_mail_really_went_counts_more_than_what_its_writer_says(
    looking: Context, box: IMAP4, to: str
) -> None:
    put(box, letter(to=reply_address(looking, create_game(looking), 0), Delivered_To=to))

    imap.fetch(looking)

    assert [mail.recipient for mail in kept(looking)] == [to]


def test_a_mail_for_others_stays_as_it_is(looking: Context, box: IMAP4) -> None:
    put(box, letter(to="landlord@example.test"))

    assert [imap.fetch(looking), imap.fetch(looking)] == [1, 0]
    assert kept(looking) == []


def test_what_could_not_be_stored_is_there_the_next_time(looking: Context, box: IMAP4, to: str) -> None:
    put(box, letter(to=to))

    with nothing_can_be_stored(looking), pytest.raises(OperationalError):
        imap.fetch(looking)

    assert [imap.fetch(looking), len(kept(looking))] == [1, 1]


def test_a_mail_whose_mark_was_lost_is_known_again(looking: Context, box: IMAP4, to: str) -> None:
    put(box, letter(to=to))
    imap.fetch(looking)
    box.store("1:*", "-FLAGS", "NoirmailTaken")

    assert [imap.fetch(looking), len(kept(looking))] == [1, 1]


def test_of_a_large_mail_the_beginning_is_read(looking: Context, box: IMAP4, to: str) -> None:
    put(box, letter("kill J\n" + "x" * 70 + "\n" * 300_000, to=to))

    imap.fetch(looking)

    (mail,) = kept(looking)
    assert len(mail.raw) == 256 * 1024
    assert b"kill J" in mail.raw


def test_a_mailbox_that_cannot_be_used_is_no_fault(looking: Context, mails: MailSystem) -> None:
    wrong = mails.imap_url("noir").replace(PASSWORD, "hunter2")

    with capture_logs() as lines:
        imap.look(replace(looking, settings=replace(looking.settings, imap_url=wrong)))

    assert [line["event"] for line in lines] == ["the mailbox cannot be used"]
    assert "hunter2" not in str(lines)


def test_without_a_mailbox_there_is_nothing_to_look_into(ctx: Context) -> None:
    assert imap.fetch(ctx) == 0
