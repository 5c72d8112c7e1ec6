"""What of a player's message others may read (TRUST R63)."""

from noirmail.mail.incoming.relay import relayed


def test_a_message_is_relayed_as_it_was_written() -> None:
    text = "Hello Bob!\n\nWell played: 3:1, and/or so (I think) – ciao.\nПривет!"

    assert relayed(text) == text


def test_quotes_and_what_stands_below_the_marker_are_left_out() -> None:
    assert relayed("hi\n> your link: https://noir.example.test/s/abc\n") == "hi"
    assert relayed("hi\n\n## NOIR-REPLY-ABOVE ##\n\nYour turn\nhttps://noir.example.test/s/abc") == "hi"


def test_links_and_addresses_are_left_out() -> None:
    assert relayed("look: https://noir.example.test/s/abc there") == "look: […] there"
    assert relayed("<https://x.test/?a=b> www.x.test FTP://x.test") == "[…] […] […]"
    assert relayed("write to move+k7q@in.example.test or <Bob@example.test>.") == "write to […] or […]."
    assert relayed("mailto:bob@example.test") == "[…]"


def test_lines_of_programs_are_left_out() -> None:
    assert relayed("ciao\n\nInviato da iPhone") == "ciao"
    assert relayed("hi\n-- \nAlice, +00 123") == "hi"
