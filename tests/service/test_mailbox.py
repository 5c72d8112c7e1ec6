"""The local mailbox: threads by person, letters as a mail client shows them, nowhere but where it belongs."""

from dataclasses import replace

import pytest

from noirmail.service import mailbox, outbox
from noirmail.service.context import Context
from noirmail.service.errors import NotFound
from noirmail.service.mailbox import LocalTransport
from tests.build import after, create_game
from tests.cast import ALICE, BOB


@pytest.fixture
def local(ctx: Context) -> Context:
    """A noirmail that delivers to its own mailbox."""
    return replace(ctx, transport=LocalTransport(ctx.db))


def play(ctx: Context) -> None:
    game = create_game(ctx)
    outbox.drain(ctx)
    for move in ("kill J", "identity Z"):
        after(ctx, game, move)
        outbox.drain(ctx)


def test_mails_stand_in_threads_by_person_the_newest_first(local) -> None:
    play(local)
    boxes = mailbox.threads(local)
    assert [box.recipient for box in boxes] == [ALICE.email, BOB.email]
    (thread,) = boxes[0].threads
    assert thread.subject.endswith(": Alice – Bob")
    assert len(thread.mails) == 2
    assert thread.mails[0].id > thread.mails[1].id


def test_a_letter_is_opened_with_text_and_html(local) -> None:
    play(local)
    reading = mailbox.letter(local, mailbox.threads(local)[0].threads[0].mails[0].id)
    assert reading.sender == "noirmail <noir@example.test>"
    assert reading.text.startswith("## NOIR-REPLY-ABOVE ##\n\nYour turn against Bob.\n")
    assert reading.html.startswith("<!doctype html>")


def test_a_letter_that_is_not_there_is_not_found(local) -> None:
    with pytest.raises(NotFound):
        mailbox.letter(local, 99)


def test_a_hosted_noirmail_has_no_mailbox(local) -> None:
    play(local)
    hosted = replace(local, settings=replace(local.settings, mode="hosted"))
    with pytest.raises(NotFound):
        mailbox.threads(hosted)
    with pytest.raises(NotFound):
        mailbox.letter(hosted, 1)
