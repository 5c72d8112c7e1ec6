"""Facts of a letter that no single mail of the corpus shows."""

from datetime import UTC, datetime

from noirmail.mail.incoming.letter import IncomingLetter, read_letter
from noirmail.mail.incoming.quoting import own_text, unflowed


def letter(raw: bytes, **known: object) -> IncomingLetter:
    found = read_letter(raw, **known)  # type: ignore[arg-type]
    assert isinstance(found, IncomingLetter)
    return found


def test_nothing_is_a_letter_of_nobody() -> None:
    nothing = letter(b"")

    assert (nothing.message_id, nothing.sender, nothing.date, nothing.text) == (None, None, None, "")
    assert (nothing.subject, nothing.references, nothing.report) == ("", (), None)


def test_the_envelope_says_whether_there_is_a_way_back() -> None:
    raw = b"From: a@b.example\n\nkill Neil"

    assert letter(raw).automatic is None
    assert letter(raw, return_path="a@b.example").automatic is None
    assert letter(raw, return_path="").automatic == "null-return-path"
    assert letter(raw, return_path="<>").automatic == "null-return-path"


def test_threads_are_kept_with_their_brackets() -> None:
    found = letter(b"In-Reply-To: <b@x>\nReferences: <a@x>\n <b@x>\nFrom: a@b.example\n\n")

    assert found.in_reply_to == "<b@x>"
    assert found.references == ("<a@x>", "<b@x>")


def test_a_date_is_an_instant_in_utc() -> None:
    found = letter(b"Date: Wed, 02 Dec 2026 09:15:00 +0100\n\n")

    assert found.date == datetime(2026, 12, 2, 8, 15, tzinfo=UTC)


def test_a_line_that_is_no_header_hides_none_of_those_below_it() -> None:
    found = letter(b"From: a@b.example\nthis is no header\nAuto-Submitted: auto-replied\n\nkill Neil")

    assert found.automatic == "auto-submitted"
    assert found.text == "kill Neil"


def test_without_an_id_of_our_own_no_verdict_counts() -> None:
    raw = b"From: a@b.example\nAuthentication-Results: mx.b.example; dmarc=fail\n\n"

    assert letter(raw).authentication == "none"
    assert letter(raw, authserv_id="MX.b.example").authentication == "fail"


def test_the_marker_and_a_signature_end_a_text_and_quotes_do_not() -> None:
    assert own_text("a\n> b\nc\n-- \nd") == ("a\nc", True)
    assert own_text("a\n\n*## NOIR-REPLY-ABOVE ##*\nb") == ("a", True)
    assert own_text("a\n> ## NOIR-REPLY-ABOVE ##\nb") == ("a\nb", True)
    assert own_text("a\n---\nb\n—\nc") == ("a\n---\nb", False)


def test_a_flowed_text_is_joined_where_it_flows() -> None:
    assert unflowed("kill \nNeil\nbye", delsp=False) == "kill Neil\nbye"
    assert unflowed("ki \nll", delsp=True) == "kill"
    assert unflowed("> a \n> b\nc", delsp=False) == "> a b\nc"
    assert unflowed("a \n> b", delsp=False) == "a \n> b"
    assert unflowed("a \n-- \nb", delsp=False) == "a \n-- \nb"
