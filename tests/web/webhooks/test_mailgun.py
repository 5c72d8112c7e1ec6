"""Mailgun's calls: signed ones are kept, all others are not, and none is lost (TRUST R64, R65)."""

from hashlib import sha256
from hmac import new
from io import BytesIO
from urllib.parse import quote_from_bytes

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from noirmail.service.context import Context
from tests.conftest import Clock
from tests.web.webhooks.conftest import KEY
from tests.worker.letters_in import kept, letter, nothing_can_be_stored

ALICE = "alice@example.test"


def signed(clock: Clock, *, token: str = "t" * 50, age: int = 0, key: str = KEY) -> dict[str, str]:
    """The fields that prove a call."""
    moment = str(int(clock.now.timestamp()) - age)
    return {
        "timestamp": moment,
        "token": token,
        "signature": new(key.encode(), f"{moment}{token}".encode(), sha256).hexdigest(),
    }


def call(provider: FlaskClient, to: str, proof: dict[str, str], mail: bytes | None = None) -> TestResponse:
    """Mailgun posts a mail as an ordinary form."""
    fields = {"recipient": to, "sender": ALICE, **proof}
    body = "&".join(f"{name}={quote_from_bytes(text.encode())}" for name, text in fields.items())
    body += f"&body-mime={quote_from_bytes(letter() if mail is None else mail)}"
    return provider.post("/webhooks/mailgun/mime", data=body, content_type="application/x-www-form-urlencoded")


def test_a_signed_mail_is_kept(provider: FlaskClient, ctx: Context, clock: Clock, to: str) -> None:
    assert call(provider, to, signed(clock)).status_code == 200

    (mail,) = kept(ctx)
    assert (mail.source, mail.sender, mail.recipient) == ("mailgun", ALICE, to)
    assert mail.raw == letter()


def test_every_byte_of_a_mail_comes_through(provider: FlaskClient, ctx: Context, clock: Clock, to: str) -> None:
    mail = letter() + "убить J\r\n".encode("koi8-r") + bytes(range(256)) + b"\r\n"

    assert call(provider, to, signed(clock), mail).status_code == 200
    assert kept(ctx)[0].raw == mail


def test_a_form_in_parts_is_read_as_well(provider: FlaskClient, ctx: Context, clock: Clock, to: str) -> None:
    mail = letter("убить J")
    files = {"attachment-1": (BytesIO(b"zip"), "a.zip")}
    fields = {"recipient": to, "sender": ALICE, **signed(clock), "body-mime": mail.decode(), **files}

    answer = provider.post("/webhooks/mailgun/mime", data=fields, content_type="multipart/form-data")

    assert answer.status_code == 200
    assert kept(ctx)[0].raw == mail


@pytest.mark.parametrize(
    "change",
    [{"signature": "0" * 64}, {"signature": ""}, {"token": "other"}, {"timestamp": "0"}, {"signature": "é"}],
)
def test_a_call_that_proves_nothing_leaves_nothing(
    provider: FlaskClient, ctx: Context, clock: Clock, to: str, change: dict[str, str]
) -> None:
    assert call(provider, to, signed(clock) | change).status_code == 401
    assert kept(ctx) == []


@pytest.mark.parametrize(
    "proof", [{"age": 10 * 3600}, {"age": -3600}, {"key": "another-key-altogether"}], ids=["old", "early", "foreign"]
)
def test_an_old_or_foreign_signature_is_none(
    provider: FlaskClient, ctx: Context, clock: Clock, to: str, proof: dict[str, int]
) -> None:
    assert call(provider, to, signed(clock, **proof)).status_code == 401  # type: ignore[arg-type]
    assert kept(ctx) == []


def test_a_call_that_comes_again_has_no_second_effect(
    provider: FlaskClient, ctx: Context, clock: Clock, to: str
) -> None:
    proof = signed(clock)

    assert [call(provider, to, proof).status_code for _ in range(3)] == [200, 200, 200]
    assert len(kept(ctx)) == 1


def test_a_token_is_good_for_no_other_mail(provider: FlaskClient, ctx: Context, clock: Clock, to: str) -> None:
    proof = signed(clock)
    call(provider, to, proof)

    assert call(provider, to, proof, letter("resign", Message_ID="<2@example.test>")).status_code == 401
    assert len(kept(ctx)) == 1


def test_while_nothing_can_be_stored_mailgun_has_to_wait(
    provider: FlaskClient, ctx: Context, clock: Clock, to: str
) -> None:
    proof = signed(clock)
    with nothing_can_be_stored(ctx):
        assert call(provider, to, proof).status_code == 503

    assert call(provider, to, proof).status_code == 200
    assert len(kept(ctx)) == 1


def test_a_mail_for_nobody_is_given_up(provider: FlaskClient, ctx: Context, clock: Clock) -> None:
    assert call(provider, "nobody@example.test", signed(clock)).status_code == 406


def test_a_form_without_the_mail_is_told_and_tried_again(provider: FlaskClient, clock: Clock) -> None:
    answer = provider.post("/webhooks/mailgun/mime", data=signed(clock))

    assert answer.status_code == 422
    assert "must end with mime" in answer.get_data(as_text=True)


def test_a_body_over_a_megabyte_is_refused(provider: FlaskClient, ctx: Context, clock: Clock, to: str) -> None:
    assert call(provider, to, signed(clock), b"x" * 1_000_000 + b"\0" * 50_000).status_code == 413
    assert kept(ctx) == []


def test_of_a_large_mail_the_beginning_is_kept(provider: FlaskClient, ctx: Context, clock: Clock, to: str) -> None:
    assert call(provider, to, signed(clock), letter("kill J\n" + "x" * 400_000)).status_code == 200
    assert len(kept(ctx)[0].raw) == 256 * 1024


def test_without_a_key_there_is_no_such_door(app: APIFlask, clock: Clock, to: str) -> None:
    assert call(app.test_client(), to, signed(clock)).status_code == 404


def test_a_provider_that_nobody_knows_has_no_door(provider: FlaskClient) -> None:
    assert provider.post("/webhooks/elsewhere", data="x").status_code == 404
    assert provider.get("/webhooks/postmark").status_code == 405
