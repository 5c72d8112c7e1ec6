"""Handing mails to a mail server: refusals at every stage, dropped lines, slow bytes (TRUST R70, R71)."""

from collections.abc import Iterator
from socket import socket

import pytest
from aiosmtpd.controller import Controller

from noirmail.mail import smtp
from noirmail.mail.transports import PermanentRefusal, Refusal, SmtpTransport, TransientRefusal
from tests.servers.smtp import DROP, Script, scripted_server

MAIL = ("b+x@example.test", "alice@example.test", b"Subject: x\r\n\r\n.dot\r\nnoir\r\n")
ABOUT_THE_MAIL = ("mail", "rcpt", "data", "end")


@pytest.fixture
def server() -> Iterator[tuple[Script, SmtpTransport]]:
    with scripted_server() as (script, url):
        transport = SmtpTransport(url)
        yield script, transport
        transport.close()


def refusal(transport: SmtpTransport) -> Refusal:
    with pytest.raises(Refusal) as caught:
        transport.send(*MAIL)
    return caught.value


def test_a_mail_arrives_as_it_was_dots_included(server) -> None:
    script, transport = server
    transport.send(*MAIL)
    assert script.taken == [MAIL[2]]


def test_a_connection_is_used_again(server) -> None:
    script, transport = server
    for _mail in range(5):
        transport.send(*MAIL)
    assert len(script.taken) == 5
    assert script.connections == 1


@pytest.mark.parametrize("stage", ABOUT_THE_MAIL)
@pytest.mark.parametrize("code", [550, 552, 554])
def test_a_refusal_of_the_mail_for_good_is_for_good(server, stage: str, code: int) -> None:
    script, transport = server
    script.says[stage] = f"{code} never"
    found = refusal(transport)
    assert isinstance(found, PermanentRefusal)
    assert (found.code, found.stage, found.said) == (code, "data" if stage == "end" else stage, "never")


@pytest.mark.parametrize("stage", ["connect", *ABOUT_THE_MAIL])
@pytest.mark.parametrize("code", [421, 451, 452])
def test_a_refusal_for_now_passes(server, stage: str, code: int) -> None:
    script, transport = server
    script.says[stage] = f"{code} later"
    found = refusal(transport)
    assert isinstance(found, TransientRefusal)
    assert found.code == code


@pytest.mark.parametrize("stage", ["connect", "ehlo"])
def test_a_server_that_wants_nobody_says_nothing_about_the_mail(server, stage: str) -> None:
    script, transport = server
    script.says[stage] = "554 go away"
    found = refusal(transport)
    assert isinstance(found, TransientRefusal)
    assert found.stage == "connect"


@pytest.mark.parametrize("stage", ["connect", "ehlo", *ABOUT_THE_MAIL])
def test_a_dropped_line_passes_and_the_next_mail_begins_anew(server, stage: str) -> None:
    script, transport = server
    kept, script.says[stage] = script.says[stage], DROP
    assert isinstance(refusal(transport), TransientRefusal)
    script.says[stage] = kept
    transport.send(*MAIL)
    assert script.taken[-1] == MAIL[2]


def test_a_mail_that_was_accepted_before_the_line_dropped_is_sent_again_as_it_was(server) -> None:
    script, transport = server
    script.says["end"] = DROP
    refusal(transport)
    script.says["end"] = "250 ok"
    transport.send(*MAIL)
    assert script.taken == [MAIL[2], MAIL[2]]


def test_a_kept_connection_that_the_server_has_left_is_replaced(server) -> None:
    script, transport = server
    transport.send(*MAIL)
    script.says["mail"] = "421 idle for too long"
    with pytest.raises(TransientRefusal):
        transport.send(*MAIL)
    assert script.connections == 2
    script.says["mail"] = "250 ok"
    transport.send(*MAIL)
    assert len(script.taken) == 2


@pytest.mark.parametrize(("stage", "limit"), [("rcpt", "COMMAND_SECONDS"), ("end", "DATA_SECONDS")])
def test_bytes_that_drip_do_not_hold_a_worker_for_long(server, monkeypatch, stage: str, limit: str) -> None:
    script, transport = server
    for name in ("COMMAND_SECONDS", "DATA_SECONDS"):
        monkeypatch.setattr(smtp, name, 30.0 if name != limit else 0.2)
    monkeypatch.setattr("noirmail.mail.transports.DATA_SECONDS", smtp.DATA_SECONDS)
    script.drips[stage] = 0.1
    script.says[stage] = "250 " + "slowly " * 100
    assert isinstance(refusal(transport), TransientRefusal)


def test_nobody_at_home_passes() -> None:
    with scripted_server() as (_script, url):
        pass
    found = refusal(SmtpTransport(url))
    assert (found.code, found.stage) == (0, "connect")


def test_a_password_is_not_said_without_tls(monkeypatch) -> None:
    monkeypatch.setattr(smtp, "_is_loopback", lambda host: False)
    with scripted_server() as (script, url):
        found = refusal(SmtpTransport(url.replace("smtp://", "smtp://noir:secret@")))
    assert found.stage == "connect"
    assert script.taken == []
    assert "secret" not in str(found)


class _Keeping:
    def __init__(self) -> None:
        self.envelopes: list[tuple[str, list[str], bytes]] = []

    async def handle_DATA(self, server, session, envelope) -> str:
        self.envelopes.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return "250 kept"


def test_another_mail_server_understands_us() -> None:
    kept = _Keeping()
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        transport = SmtpTransport(f"smtp://127.0.0.1:{port}")
        transport.send(*MAIL)
        transport.close()
    finally:
        controller.stop()
    assert kept.envelopes == [(MAIL[0], [MAIL[1]], MAIL[2])]
