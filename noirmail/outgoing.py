"""How mails go out: signed by which key (TRUST R11), and how fast (R73). A leaf beside the settings."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from noirmail.settings_refused import BadSetting

_SELECTOR = re.compile(r"[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")
_FASTEST = 100_000


@dataclass(frozen=True, slots=True)
class Dkim:
    """A key to sign mails with: RSA, in PEM. ``domain`` is the sender's own or one above it."""

    domain: str
    selector: str
    key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """``dkim``: None where mails are not signed here. ``rate`` and ``domain_rate``: mails a second, to all and to
    any one domain; None: as fast as it goes.
    """

    dkim: Dkim | None = None
    rate: float | None = None
    domain_rate: float | None = None


# Unsigned, as fast as it goes.
PLAIN = Outgoing()


def outgoing_of(values: Mapping[str, str], mail_from: str) -> Outgoing:
    """What the environment says; raises BadSetting."""
    return Outgoing(
        _dkim(values, mail_from.rpartition("@")[2].lower()),
        _rate("NOIRMAIL_MAIL_RATE", values.get("NOIRMAIL_MAIL_RATE")),
        _rate("NOIRMAIL_MAIL_RATE_DOMAIN", values.get("NOIRMAIL_MAIL_RATE_DOMAIN")),
    )


def _dkim(values: Mapping[str, str], sender: str) -> Dkim | None:
    path, selector = values.get("NOIRMAIL_DKIM_KEY_FILE"), values.get("NOIRMAIL_DKIM_SELECTOR")
    if path is None and selector is None:
        return None
    if path is None or selector is None:
        missing = "NOIRMAIL_DKIM_SELECTOR" if path else "NOIRMAIL_DKIM_KEY_FILE"
        raise BadSetting(missing, "is not set: a key needs its selector, and a selector its key")
    if not _SELECTOR.fullmatch(selector):
        raise BadSetting("NOIRMAIL_DKIM_SELECTOR", "must be a name in the DNS, such as noir2026")
    domain = values.get("NOIRMAIL_DKIM_DOMAIN", sender).lower()
    if sender != domain and not sender.endswith(f".{domain}"):
        raise BadSetting("NOIRMAIL_DKIM_DOMAIN", "must be the domain of NOIRMAIL_MAIL_FROM, or one above it")
    return Dkim(domain, selector, _key(path))


def _key(path: str) -> bytes:
    name = "NOIRMAIL_DKIM_KEY_FILE"
    try:
        key = Path(path).read_bytes()
    except OSError as error:
        raise BadSetting(name, f"cannot be read: {error.strerror}") from error
    if b"-----BEGIN RSA PRIVATE KEY-----" not in key and b"-----BEGIN PRIVATE KEY-----" not in key:
        raise BadSetting(name, "must hold an RSA key in PEM, without a password")
    return key


def _rate(name: str, text: str | None) -> float | None:
    if text is None:
        return None
    if not re.fullmatch(r"\d{1,6}(\.\d{1,4})?", text) or not 0 < float(text) <= _FASTEST:
        raise BadSetting(name, "must be a number of mails a second, such as 10 or 0.5")
    return float(text)
