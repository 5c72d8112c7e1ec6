"""What a mail address is, and how two are compared (TRUST R101)."""

import pytest

from noirmail.mail.addresses import Address, BadAddress, parse_address


@pytest.mark.parametrize(
    ("text", "shown", "key"),
    [
        ("alice@example.test", "alice@example.test", "alice@example.test"),
        ("Alice@Example.TEST", "Alice@example.test", "alice@example.test"),
        ("  alice@example.test\n", "alice@example.test", "alice@example.test"),
        ("a.l.ice+noir@example.test", "a.l.ice+noir@example.test", "a.l.ice+noir@example.test"),
        ("alice@bücher.example", "alice@xn--bcher-kva.example", "alice@xn--bcher-kva.example"),
    ],
)
def test_an_address_is_kept_for_sending_and_folded_for_comparing(text: str, shown: str, key: str) -> None:
    assert parse_address(text) == Address(shown, key)


@pytest.mark.parametrize(
    "text",
    [
        *("", "alice", "@example.test", "alice@", "alice@example", "alice@localhost", "alice@127.0.0.1"),
        *("alice@[127.0.0.1]", "a b@example.test", '"a b"@example.test', "älice@example.test", "a@b@example.test"),
        *(
            "Alice <alice@example.test>",
            "alice@example.test, bob@example.test",
            "alice@example.test\r\nBcc: b@c.test",
        ),
        *("alice@example..test", ".alice@example.test", "alice@example.test\x00", "a" * 65 + "@example.test"),
        *("a@" + "b" * 250 + ".test", "a" * 1_000_000 + "@example.test"),
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BadAddress):
        parse_address(text)
