"""Links are keys to one thing each, and every bad one looks the same."""

from hashlib import sha256

import pytest

from noirmail.service.errors import DeadLink
from noirmail.service.tokens import LENGTH, Keyring

PURPOSES = ("seat", "invite", "join", "sign-in", "unsubscribe", "api", "session")
OLD, NEW = ("a", sha256(b"old").digest()), ("b", sha256(b"new").digest())
ring = Keyring([OLD])


def test_a_token_is_good_for_its_purpose_row_and_version() -> None:
    token = ring.mint("seat", 77, 3)
    ring.check("seat", token, 3)
    assert ring.parse(token) == 77


def test_a_token_begins_with_the_letter_of_its_key_and_is_base32() -> None:
    token = ring.mint("seat", 77)
    assert token[0] == "a"
    assert len(token) == LENGTH == 35
    assert set(token) <= set("abcdefghijklmnopqrstuvwxyz234567")


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_token_of_one_purpose_is_dead_for_all_others(purpose) -> None:
    token = ring.mint(purpose, 77)
    for other in PURPOSES:
        if other != purpose:
            with pytest.raises(DeadLink):
                ring.check(other, token, 1)


def test_a_mail_client_may_change_the_case_of_a_token() -> None:
    token = ring.mint("seat", 77, 3).upper()
    ring.check("seat", token, 3)
    assert ring.parse(token) == 77


def test_a_raised_version_makes_the_token_dead() -> None:
    with pytest.raises(DeadLink):
        ring.check("seat", ring.mint("seat", 77, 1), 2)


def test_an_old_key_verifies_until_it_is_dropped() -> None:
    token = ring.mint("seat", 77)
    Keyring([NEW, OLD]).check("seat", token, 1)
    with pytest.raises(DeadLink):
        Keyring([NEW]).check("seat", token, 1)


def test_the_newest_key_signs() -> None:
    assert Keyring([NEW, OLD]).mint("seat", 77)[0] == "b"


def test_another_secret_under_the_same_letter_is_not_good() -> None:
    with pytest.raises(DeadLink):
        Keyring([("a", NEW[1])]).check("seat", ring.mint("seat", 77), 1)


def damaged() -> list[str]:
    token = ring.mint("seat", 77)
    return [
        *(
            "",
            "a",
            token[:-1],
            token + "a",
            "z" + token[1:],
            token[:5] + "1" + token[6:],
            token[:5] + "é" + token[6:],
        ),
        *(token[:9] + other + token[10:] for other in "ab" if token[9] != other),
        # The last letter carries two bits that stand for nothing: only one way to write a token is good.
        *(token[:-1] + last for last in "abcdefghijklmnopqrstuvwxyz234567" if last != token[-1]),
        *(token.replace("a", "\u212a", 1), "a" * 35, "\0" * 35, "a" * 100_000),
    ]


@pytest.mark.parametrize("token", damaged())
def test_every_damaged_token_is_dead(token) -> None:
    with pytest.raises(DeadLink):
        ring.check("seat", token, 1)


def test_every_failure_says_the_same() -> None:
    said = set()
    for token, version in [
        ("", 1),
        (ring.mint("join", 77), 1),
        (ring.mint("seat", 77), 2),
        (ring.mint("seat", 7), None),
    ]:
        with pytest.raises(DeadLink) as refused:
            ring.check("seat", token, version)
        said.add((type(refused.value), refused.value.status, refused.value.detail, str(refused.value.extra)))
    assert len(said) == 1


def test_a_token_of_a_row_that_is_gone_is_dead() -> None:
    for version in (0, 1):
        with pytest.raises(DeadLink):
            ring.check("seat", ring.mint("seat", 77, version), None)


def test_a_nonce_is_bound_to_all_its_parts() -> None:
    nonce = ring.nonce("preview", 7, 4, "kill T")
    assert ring.is_nonce("preview", nonce, 7, 4, "kill T")
    assert not ring.is_nonce("preview", nonce, 7, 4, "kill V")
    assert not ring.is_nonce("preview", nonce, 7, 5, "kill T")
    assert not ring.is_nonce("preview", nonce, 74, "kill T")


def test_a_nonce_outlives_a_change_of_keys() -> None:
    assert Keyring([NEW, OLD]).is_nonce("preview", ring.nonce("preview", 7), 7)
    assert not Keyring([NEW]).is_nonce("preview", ring.nonce("preview", 7), 7)


@pytest.mark.parametrize("keys", [[], [OLD, OLD]])
def test_a_ring_needs_keys_with_a_letter_each(keys) -> None:
    with pytest.raises(ValueError, match="key ring"):
        Keyring(keys)
