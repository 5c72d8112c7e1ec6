"""DKIM: a finished mail gets a signature over what matters in it (TRUST R11).

The same mail gets the same signature at every try: its time is the mail's own Date.
"""

from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import Any, Final

from dkim import DKIM
from dkim.crypto import UnparsableKeyError, parse_pem_private_key

from noirmail.outgoing import Dkim
from noirmail.settings_refused import BadSetting

# Those that a mail has not are signed as well: nobody can add them.
SIGNED: Final = (
    *("from", "to", "subject", "date", "message-id", "in-reply-to", "references", "reply-to"),
    *("list-id", "list-unsubscribe", "list-unsubscribe-post", "auto-submitted", "mime-version", "content-type"),
)


class _Dated(DKIM):  # type: ignore[misc]
    """Signs as of the mail's own date."""

    def gen_header(self, fields: list[Any], *args: Any, **options: Any) -> bytes:
        """As it is done above, but for the time."""
        date = next(parsedate_to_datetime(value.decode()) for name, value in self.headers if name.lower() == b"date")
        dated = [(name, b"%d" % date.timestamp()) if name == b"t" else (name, value) for name, value in fields]
        made: bytes = super().gen_header(dated, *args, **options)
        return made


def signer(dkim: Dkim) -> Callable[[bytes], bytes]:
    """What puts a signature with that key in front of a mail; raises BadSetting for a key that is none."""
    try:
        parse_pem_private_key(dkim.key)
    except UnparsableKeyError as error:
        raise BadSetting("NOIRMAIL_DKIM_KEY_FILE", "must hold an RSA key in PEM, without a password") from error

    def sign(raw: bytes) -> bytes:
        return _signature(raw, dkim) + raw

    return sign


def _signature(raw: bytes, dkim: Dkim) -> bytes:
    made: bytes = _Dated(raw).sign(
        dkim.selector.encode(),
        dkim.domain.encode(),
        dkim.key,
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=[name.encode() for name in SIGNED],
    )
    return made
