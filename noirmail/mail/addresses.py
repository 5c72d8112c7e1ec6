"""Mail addresses: what one is, how it is written, how two are compared (TRUST R101)."""

from dataclasses import dataclass

from email_validator import EmailNotValidError, validate_email

# RFC 5321 allows no longer path; a longer text is not looked at any further.
LONGEST = 254


class BadAddress(ValueError):
    """The text is no mail address that mail can be sent to."""


@dataclass(frozen=True, slots=True)
class Address:
    """``shown``: as mail is sent to it, the domain in lower-case ASCII. ``key``: as compared, in lower case."""

    shown: str
    key: str


def parse_address(text: str) -> Address:
    """The address that the text is, whitespace around it aside; raises BadAddress.

    The local part is kept as typed and compared in lower case, with no tricks about dots and plus signs; it must be
    ASCII, since many mail systems take no other. Whether the address exists is not looked up.
    """
    typed = text.strip()
    if len(typed) > LONGEST:
        raise BadAddress
    try:
        known = validate_email(
            typed,
            check_deliverability=False,
            allow_smtputf8=False,
            allow_quoted_local=False,
            strict=True,
            test_environment=True,
        )
    except EmailNotValidError:
        raise BadAddress from None
    shown = f"{known.local_part}@{(known.ascii_domain or known.domain).lower()}"
    if len(shown) > LONGEST:
        raise BadAddress
    return Address(shown, shown.lower())
