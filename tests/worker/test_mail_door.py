"""The mail door, as mail systems and mischief use it (TRUST R44, R58, R65, R66)."""

import signal
from collections.abc import Iterator
from pathlib import Path
from smtplib import LMTP, SMTP, SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused
from socket import create_connection

import pytest

from noirmail.service.context import Context
from noirmail.service.postbox import bounce_address
from noirmail.store.models import OutboxMail
from noirmail.worker.mail_door import Listener
from tests.build import create_game
from tests.servers.door import mail_door
from tests.worker.letters_in import kept, letter, nothing_can_be_stored, reply_address
from tests.worker.processes import PYTHON, running

ALICE = "alice@example.test"


@pytest.fixture
def ports(ctx: Context) -> Iterator[dict[str, int]]:
    """The ports of a door for LMTP and one for SMTP."""
    with mail_door(ctx, Listener("lmtp", "127.0.0.1", 0), Listener("smtp", "127.0.0.1", 0)) as known:
        yield known


@pytest.fixture
def lmtp(ports: dict[str, int]) -> Iterator[LMTP]:
    """A mail system's connection."""
    with LMTP("127.0.0.1", ports["lmtp"]) as connection:
        yield connection


@pytest.fixture
def to(ctx: Context) -> str:
    """Where Alice answers to."""
    return reply_address(ctx, create_game(ctx), 0)


def test_what_was_taken_is_kept(ctx: Context, lmtp: LMTP, to: str) -> None:
    assert lmtp.sendmail(ALICE, [to.upper()], letter()) == {}

    (mail,) = kept(ctx)
    assert (mail.source, mail.sender, mail.recipient.lower()) == ("lmtp", ALICE, to)
    assert mail.raw == letter()


def test_a_mail_that_comes_again_is_kept_once(ctx: Context, ports: dict[str, int], lmtp: LMTP, to: str) -> None:
    lmtp.sendmail(ALICE, [to], letter())
    with SMTP("127.0.0.1", ports["smtp"]) as smtp:
        assert smtp.sendmail(ALICE, [to], letter()) == {}

    assert len(kept(ctx)) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        lambda to: to.replace("@", "a@"),
        lambda to: to[:10] + ("a" if to[10] != "a" else "b") + to[11:],
        lambda to: to.replace("move+", "b+"),
        lambda to: to.replace("example.test", "elsewhere.test"),
        lambda to: "postmaster@example.test",
        lambda to: "bob@elsewhere.test",
    ],
)
def test_every_wrong_address_gets_the_same_no(ctx: Context, lmtp: LMTP, to: str, wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(SMTPRecipientsRefused) as refused:
        lmtp.sendmail(ALICE, [wrong(to)], letter())

    assert list(refused.value.recipients.values()) == [(550, b"5.1.1 No such address here")]
    assert kept(ctx) == []


def test_what_could_not_be_delivered_comes_back_from_nobody(ctx: Context, lmtp: LMTP, to: str) -> None:
    with ctx.db.read() as session:
        mail_id = session.query(OutboxMail.id).limit(1).scalar()

    lmtp.sendmail("", [bounce_address(ctx, mail_id)], letter())

    assert kept(ctx)[0].sender == ""


def test_a_mail_that_says_it_is_large_is_refused_at_once(lmtp: LMTP, to: str) -> None:
    with pytest.raises(SMTPSenderRefused) as refused:
        lmtp.sendmail(ALICE, [to], letter("x" * 70 + "\n") * 4000)

    assert refused.value.smtp_code == 552


@pytest.mark.parametrize(
    "mail", [letter("x" * 70 + "\n") * 4000, letter(X_1="y" * 33_000), b"X: y\r\n" * 201 + letter()]
)
def test_too_much_is_refused_for_each_recipient(ctx: Context, lmtp: LMTP, to: str, mail: bytes) -> None:
    second = reply_address(ctx, create_game(ctx), 0)
    lmtp.ehlo_or_helo_if_needed()
    lmtp.mail(ALICE)
    assert [lmtp.rcpt(address)[0] for address in (to, second)] == [250, 250]

    said = [lmtp.data(mail.replace(b"y" * 33_000, b"y\r\n " * 11_000))[0], lmtp.getreply()[0]]

    assert said == [552, 552]
    assert (lmtp.noop()[0], kept(ctx)) == (250, [])


def test_each_recipient_of_a_mail_has_an_answer_and_a_copy(ctx: Context, lmtp: LMTP, to: str) -> None:
    lmtp.ehlo_or_helo_if_needed()
    lmtp.mail(ALICE)
    lmtp.rcpt(to)
    lmtp.rcpt(reply_address(ctx, create_game(ctx), 0))

    assert [lmtp.data(letter())[0], lmtp.getreply()[0]] == [250, 250]
    assert len(kept(ctx)) == 2


@pytest.mark.parametrize("kind", ["lmtp", "smtp"])
def test_while_nothing_can_be_stored_mail_has_to_wait(
    ctx: Context, ports: dict[str, int], to: str, kind: str
) -> None:
    with {"lmtp": LMTP, "smtp": SMTP}[kind]("127.0.0.1", ports[kind]) as connection:
        with nothing_can_be_stored(ctx), pytest.raises(SMTPDataError) as refused:
            connection.sendmail(ALICE, [to], letter())
        assert refused.value.smtp_code == 451
        connection.sendmail(ALICE, [to], letter())

    assert [mail.source for mail in kept(ctx)] == [kind]


@pytest.mark.parametrize("end", [b"\n.\n", b"\n.\r\n", b"\r.\r\n", b"\r\n.\n", b"\r.\r", b"\r\n.\r"])
def test_no_other_line_end_smuggles_a_second_mail(ctx: Context, ports: dict[str, int], to: str, end: bytes) -> None:
    second = f"MAIL FROM:<{ALICE}>\r\nRCPT TO:<{to}>\r\nDATA\r\n".encode() + letter(Message_ID="<2@example.test>")
    with create_connection(("127.0.0.1", ports["smtp"]), timeout=10) as line, line.makefile("rb") as said:
        start = f"HELO there\r\nMAIL FROM:<{ALICE}>\r\nRCPT TO:<{to}>\r\nDATA\r\n".encode()
        line.sendall(start + letter("hello") + end + second + b"\r\n.\r\nQUIT\r\n")
        codes = [answer[:3] for answer in said.read().splitlines()]

    assert codes == [b"220", b"250", b"250", b"250", b"354", b"250", b"221"]
    assert len(kept(ctx)) == 1


def test_a_fault_of_ours_tells_no_stranger_anything(
    ctx: Context, lmtp: LMTP, to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("noirmail.worker.mail_door.is_ours", fail)
    with pytest.raises(SMTPRecipientsRefused) as refused:
        lmtp.sendmail(ALICE, [to], letter())

    assert refused.value.recipients[to] == (451, b"4.3.0 It cannot be stored now; try again later")


def test_the_door_is_a_process_that_closes_when_told(ctx: Context, to: str, sqlite_url: str, tmp_path: Path) -> None:
    env = {"NOIRMAIL_MODE": "test", "NOIRMAIL_DATA_DIR": str(tmp_path), "NOIRMAIL_DATABASE_URL": sqlite_url}
    env["NOIRMAIL_MAIL_FROM"] = "noir@example.test"
    words = (PYTHON, "-m", "noirmail", "mail-door", "--lmtp", "127.0.0.1:0")
    with running(*words, env=env, log=tmp_path / "log") as process:
        process.wait_for("listens at lmtp://127.0.0.1:")
        port = int(process.said.split("lmtp://127.0.0.1:")[1].split()[0])
        with LMTP("127.0.0.1", port) as lmtp:
            lmtp.sendmail(ALICE, [to], letter())
            assert process.end(signal.SIGTERM) == 0

    assert len(kept(ctx)) == 1
    assert "Traceback" not in process.said
