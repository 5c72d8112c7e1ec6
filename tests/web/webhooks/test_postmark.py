"""Postmark's calls: those with the password are kept (TRUST R64, R65)."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from noirmail.service.context import Context
from tests.web.webhooks.conftest import LOGIN
from tests.worker.letters_in import kept, letter, nothing_can_be_stored

NAME, PASSWORD = LOGIN.split(":")


def call(
    provider: FlaskClient, to: str, auth: tuple[str, str] | None = (NAME, PASSWORD), **told: Any
) -> TestResponse:
    """Postmark posts a mail."""
    usual = {"OriginalRecipient": to, "RawEmail": letter(Return_Path="<alice@example.test>").decode(), "To": "x"}
    return provider.post("/webhooks/postmark", json=usual | told, auth=auth)


def test_a_mail_is_kept_as_it_came(provider: FlaskClient, ctx: Context, to: str) -> None:
    assert call(provider, to).status_code == 200

    (mail,) = kept(ctx)
    assert (mail.source, mail.sender, mail.recipient) == ("postmark", "alice@example.test", to)
    assert mail.raw == letter(Return_Path="<alice@example.test>")


@pytest.mark.parametrize("auth", [None, (NAME, "wrong"), ("", PASSWORD), (NAME, PASSWORD + "é")])
def test_without_the_password_nothing_is_kept(
    provider: FlaskClient, ctx: Context, to: str, auth: tuple[str, str] | None
) -> None:
    answer = call(provider, to, auth)

    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, 'Basic realm="noirmail"')
    assert kept(ctx) == []


def test_a_mail_that_comes_again_is_kept_once(provider: FlaskClient, ctx: Context, to: str) -> None:
    assert [call(provider, to).status_code for _ in range(2)] == [200, 200]
    assert len(kept(ctx)) == 1


def test_while_nothing_can_be_stored_postmark_has_to_wait(provider: FlaskClient, ctx: Context, to: str) -> None:
    with nothing_can_be_stored(ctx):
        assert call(provider, to).status_code == 503
    assert call(provider, to).status_code == 200


def test_a_mail_for_nobody_is_given_up(provider: FlaskClient) -> None:
    assert call(provider, "nobody@example.test").status_code == 403


@pytest.mark.parametrize("told", [{"RawEmail": None}, {"RawEmail": 1}, {"OriginalRecipient": None}])
def test_what_is_missing_is_told_and_tried_again(provider: FlaskClient, to: str, told: dict[str, Any]) -> None:
    assert call(provider, to, **told).status_code == 422


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"[" * 100_000])
def test_a_body_that_is_no_json_is_tried_again(provider: FlaskClient, body: bytes) -> None:
    answer = provider.post("/webhooks/postmark", data=body, auth=(NAME, PASSWORD))

    assert answer.status_code == 422


def test_a_mail_with_too_many_headers_is_given_up(provider: FlaskClient, ctx: Context, to: str) -> None:
    assert call(provider, to, RawEmail="X: y\r\n" * 201 + letter().decode()).status_code == 403
    assert kept(ctx) == []
