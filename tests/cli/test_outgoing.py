"""What the host looks at and does about mails that go out, at the command line."""

from email import message_from_string
from email.policy import default

import pytest
from sqlalchemy import update

from noirmail.config import embedded
from noirmail.mail.kinds import KINDS
from noirmail.service import mailbox
from noirmail.service.context import Context
from noirmail.store.models import OutboxMail
from noirmail.worker.context import close, make_context
from tests.build import create_game


@pytest.fixture
def ctx(tmp_path, monkeypatch, noirmail):
    """A one-process noirmail with a game whose two mails are dead."""
    for name in ("NOIRMAIL_MODE", "DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NOIRMAIL_DATA_DIR", str(tmp_path))
    assert noirmail("migrate").status == 0
    made: Context = make_context(embedded({"NOIRMAIL_DATA_DIR": str(tmp_path)}))
    create_game(made)
    with made.db.write() as session:
        session.execute(update(OutboxMail).values(state="dead", note="rcpt: 550 unknown", tries=1))
    yield made
    close(made)


def test_dead_mails_are_listed_sent_once_more_and_given_up(ctx, noirmail) -> None:
    lines = [line.split("\t") for line in noirmail("outbox", "list").out.splitlines()]
    assert [(line[1], line[3], line[-1]) for line in lines] == [
        ("your-turn", "a***@example.test", "rcpt: 550 unknown"),
        ("game-start", "b***@example.test", "rcpt: 550 unknown"),
    ]

    assert noirmail("outbox", "resend", lines[0][0]).status == 0
    assert noirmail("outbox", "drop", lines[1][0]).status == 0

    assert "No mail is dead." in noirmail("outbox", "list").err
    assert noirmail("outbox", "list", "--waiting").out.startswith(f"{lines[0][0]}\tyour-turn")
    assert noirmail("drain").status == 0
    assert len(mailbox.threads(ctx)) == 1


def test_what_cannot_be_done_is_told_in_one_line(ctx, noirmail) -> None:
    for words in (("outbox", "resend", 99), ("outbox", "drop", 99)):
        said = noirmail(*words)
        assert (said.status, len(said.err.splitlines())) == (2, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_mail_can_be_looked_at(noirmail, kind: str) -> None:
    assert "NOIR-REPLY-ABOVE" in noirmail("mail", "preview", kind).out
    assert noirmail("mail", "preview", kind, "--html").out.startswith("<!doctype html>")


def test_a_mail_is_looked_at_as_it_is_sent_and_for_any_rule_set(noirmail) -> None:
    raw = noirmail("mail", "preview", "your-turn", "--ruleset", "dragnet", "--raw", "--picture").out
    assert str(message_from_string(raw, policy=default)["Subject"]).startswith("Noir K7QF2M9A: Ada")
    assert "Dragnet" in raw


@pytest.mark.parametrize("words", [("nothing",), ("your-turn", "--ruleset", "chess")])
def test_there_is_no_mail_of_what_there_is_not(noirmail, words) -> None:
    said = noirmail("mail", "preview", *words)
    assert said.status == 2
    assert len(said.err.splitlines()) == 1


def test_a_test_mail_arrives(ctx, noirmail) -> None:
    assert noirmail("mail", "test", "host@example.test").out == "The mail server took it.\n"
    (box,) = mailbox.threads(ctx)
    assert (box.recipient, box.threads[0].subject) == ("host@example.test", "A test mail of noirmail")
    assert noirmail("mail", "test", "no address").status == 2
