"""DKIM: what a mail's signature covers, proved by the library's own verifier with the key that the DNS would give."""

from base64 import b64encode
from dataclasses import replace
from datetime import UTC, datetime

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from noirmail.config import BadSetting
from noirmail.mail.compose import compose
from noirmail.mail.signing import SIGNED, signer
from noirmail.mail.transports import SmtpTransport
from noirmail.outgoing import Dkim
from tests.mail.letters import before_the_start
from tests.post import read
from tests.servers.smtp import scripted_server

KEY = rsa.generate_private_key(65537, 2048)
PEM = KEY.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
)
DER = KEY.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
SIGN = signer(Dkim("example.test", "noir2026", PEM))
# No signature may be of the future.
PAST = datetime(2020, 2, 2, tzinfo=UTC)
INVITATION = next(compose(replace(one, date=PAST)) for one in before_the_start() if one.kind == "invitation-answer")


def is_good(raw: bytes) -> bool:
    """Whether the signature holds by the key at the one name where it is asked for."""
    record = {b"noir2026._domainkey.example.test.": b"v=DKIM1; k=rsa; p=" + b64encode(DER)}
    return bool(dkim.verify(raw, dnsfunc=lambda name, timeout=5: record[name]))


def test_a_signed_mail_is_found_good_and_is_the_mail_behind_its_signature() -> None:
    signed = SIGN(INVITATION)

    assert is_good(signed)
    assert signed.endswith(INVITATION)


@pytest.mark.parametrize("header", ["From", "To", "Subject", "Reply-To", "List-Unsubscribe", "In-Reply-To", "Date"])
def test_a_header_that_was_changed_or_added_is_noticed(header: str) -> None:
    lines = SIGN(INVITATION).split(b"\r\n")
    at = next((at for at, line in enumerate(lines) if line.startswith(f"{header}:".encode())), None)
    forged = f"{header}: <forged@example.test>".encode()
    lines = [forged, *lines] if at is None else [*lines[:at], forged, *lines[at + 1 :]]

    assert not is_good(b"\r\n".join(lines))


def test_what_matters_is_signed() -> None:
    signature = str(read(SIGN(INVITATION))["DKIM-Signature"])
    named = signature.replace(" ", "").partition(";h=")[2].partition(";")[0].split(":")

    assert set(named) == set(SIGNED)
    assert {"list-unsubscribe", "list-unsubscribe-post", "reply-to", "references"} <= set(named)
    assert "d=example.test" in signature


def test_the_same_mail_gets_the_same_signature_hours_later(clock) -> None:
    first = SIGN(INVITATION)
    clock.move(hours=5)

    assert SIGN(INVITATION) == first
    assert "t=1580601600" in str(read(first)["DKIM-Signature"])


def test_what_a_mail_server_gets_is_signed() -> None:
    with scripted_server() as (script, url):
        transport = SmtpTransport(url, SIGN)
        transport.send("b@example.test", "alice@example.test", INVITATION)
        transport.close()

    assert is_good(script.taken[0])


def test_a_key_that_is_none_is_refused_at_the_start() -> None:
    with pytest.raises(BadSetting, match="NOIRMAIL_DKIM_KEY_FILE"):
        signer(Dkim("example.test", "noir2026", b"-----BEGIN RSA PRIVATE KEY-----\nno\n"))
