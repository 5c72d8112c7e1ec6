"""The settings for mails that go out: a key to sign with, and how fast."""

from pathlib import Path

import pytest

from noirmail.config import BadSetting
from noirmail.outgoing import PLAIN, outgoing_of

SENDER = "noir@games.example.test"


@pytest.fixture
def key(tmp_path: Path) -> str:
    path = tmp_path / "dkim.pem"
    path.write_text("-----BEGIN PRIVATE KEY-----\n")
    return str(path)


def signing(key: str, **more: str) -> dict[str, str]:
    return {"NOIRMAIL_DKIM_KEY_FILE": key, "NOIRMAIL_DKIM_SELECTOR": "noir2026", **more}


def test_without_settings_mails_are_not_signed_and_go_as_fast_as_they_can() -> None:
    assert outgoing_of({}, SENDER) == PLAIN


def test_a_key_signs_for_the_senders_domain_or_one_above_it(key: str) -> None:
    usual, above = (
        outgoing_of(signing(key), SENDER),
        outgoing_of(signing(key, NOIRMAIL_DKIM_DOMAIN="example.test"), SENDER),
    )

    assert (usual.dkim.domain, usual.dkim.selector) == ("games.example.test", "noir2026")
    assert above.dkim.domain == "example.test"
    assert "PRIVATE" not in repr(usual)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NOIRMAIL_DKIM_DOMAIN", "other.test"),
        ("NOIRMAIL_DKIM_DOMAIN", "ames.example.test"),
        ("NOIRMAIL_DKIM_SELECTOR", "two words"),
        ("NOIRMAIL_DKIM_KEY_FILE", "/nowhere/key.pem"),
        ("NOIRMAIL_MAIL_RATE", "fast"),
        ("NOIRMAIL_MAIL_RATE", "0"),
        ("NOIRMAIL_MAIL_RATE_DOMAIN", "-1"),
    ],
)
def test_a_wrong_setting_is_named(key: str, name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=name):
        outgoing_of(signing(key) | {name: value}, SENDER)


@pytest.mark.parametrize("missing", ["NOIRMAIL_DKIM_KEY_FILE", "NOIRMAIL_DKIM_SELECTOR"])
def test_a_key_needs_its_selector_and_a_selector_its_key(key: str, missing: str) -> None:
    values = signing(key)
    del values[missing]
    with pytest.raises(BadSetting, match=missing):
        outgoing_of(values, SENDER)
