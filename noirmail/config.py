"""Every setting: what it is called, its default, and what it refuses. A leaf; nothing here starts anything.

Three modes. ``embedded`` is the one process on one machine: it reads NOIRMAIL_DATA_DIR and NOIRMAIL_LOG_LEVEL
and ignores every other variable, so that an address left over in the environment can neither break a try-out
nor send a real mail from it. ``hosted`` reads everything and refuses what is unsafe (TRUST R108). ``test`` reads
everything, has a default for everything, and alone knows failpoints and a moved clock.
"""

import re
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from ipaddress import ip_address
from os import O_CREAT, O_EXCL, O_WRONLY, fdopen, getpid
from os import open as os_open
from pathlib import Path
from secrets import token_bytes
from typing import Literal, cast, get_args
from urllib.parse import SplitResult, urlsplit

from noirmail.outgoing import PLAIN, Outgoing, outgoing_of
from noirmail.rates import UNLIMITED, Rates, rates_of
from noirmail.settings_refused import BadSetting as BadSetting

Mode = Literal["embedded", "hosted", "test"]
Failpoint = Literal["after-commit", "after-send"]
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
KEY_BYTES = 32
DEFAULT_PORT = 8000
_LEAST_SECRET = 16

_TEST_ONLY = ("NOIRMAIL_FAILPOINT", "NOIRMAIL_TEST_")
_DEBUG = ("NOIRMAIL_DEBUG", "FLASK_DEBUG")
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
_DOMAIN = re.compile(r"(?=.{1,80}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one process. ``keys`` and ``seal_keys`` are newest first: the first signs, all verify."""

    mode: Mode
    base_url: str
    database_url: str = field(repr=False)
    redis_url: str | None = field(repr=False)
    data_dir: Path
    # (one lower-case base32 letter or digit, secret): the keys of links, TRUST R33 and R40.
    keys: tuple[tuple[str, bytes], ...] = field(repr=False)
    # Fernet keys, for what came in by mail.
    seal_keys: tuple[str, ...] = field(repr=False)
    session_key: bytes = field(repr=False)
    mail_from: str
    mail_domain: str
    # None: mails go to the local mailbox.
    smtp_url: str | None = field(repr=False)
    # How mails are signed, and how fast they may go out.
    outgoing: Outgoing = PLAIN
    # Where answers to mails go, and whether there is a door for them: else no mail offers it.
    reply_domain: str = ""
    incoming: bool = False
    # By which name our own mail system signs its verdicts on senders (TRUST R54).
    authserv_id: str = ""
    # The doors for incoming mail, each shut where nothing is set: listeners (lmtp or smtp, host, port), a mailbox,
    # and what Mailgun signs and Postmark logs in with.
    mail_doors: tuple[tuple[str, str, int], ...] = ()
    imap_url: str | None = field(default=None, repr=False)
    mailgun_key: str | None = field(default=None, repr=False)
    postmark_login: str | None = field(default=None, repr=False)
    # How often one network address may ask, and how many proxies stand before this server, whose word for it counts.
    rates: Rates = UNLIMITED
    proxies: int = 0
    log_level: str = "INFO"
    failpoint: Failpoint | None = None
    clock_offset: timedelta = timedelta(0)

    @classmethod
    def from_environ(cls, environ: Mapping[str, str], default_mode: Mode = "embedded") -> "Settings":
        """The settings that ``environ`` asks for; NOIRMAIL_MODE wins over ``default_mode``.

        Raises BadSetting for the first thing that is missing, wrong or unsafe. Only embedded and test touch the
        disk: they make their keys on first use.
        """
        mode = environ.get("NOIRMAIL_MODE") or default_mode
        if mode not in get_args(Mode):
            raise BadSetting("NOIRMAIL_MODE", "must be embedded, hosted or test")
        if mode == "embedded":
            return embedded(environ)
        if mode == "hosted":
            _refuse_unsafe(environ)
            return _from_all(environ, "hosted", {})
        data_dir = _data_dir(environ)
        return _from_all(environ, "test", {**_embedded_values(data_dir, DEFAULT_PORT), **keys_file(data_dir)})


def embedded(environ: Mapping[str, str], port: int = DEFAULT_PORT) -> Settings:
    """The settings of the one-process mode, served on loopback at ``port``; makes data folder and keys.

    Raises BadSetting where the data folder cannot be used.
    """
    data_dir = _data_dir(environ)
    values = {**_embedded_values(data_dir, port), **keys_file(data_dir)}
    if level := environ.get("NOIRMAIL_LOG_LEVEL"):
        values["NOIRMAIL_LOG_LEVEL"] = level
    return _from_all(values, "embedded", {})


def new_keys() -> dict[str, str]:
    """A fresh set of secret settings, as variables of the environment."""
    kid = b32encode(token_bytes(1)).decode()[0].lower()
    return {
        "NOIRMAIL_KEYS": f"{kid}:{_new_key()}",
        "NOIRMAIL_SEAL_KEYS": _new_key(),
        "NOIRMAIL_SESSION_KEY": _new_key(),
    }


def keys_file(data_dir: Path) -> dict[str, str]:
    """The secret settings kept in ``data_dir/keys``, made on first use for its owner's eyes alone (0600)."""
    path = data_dir / "keys"
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _write_once(path, "".join(f"{name}={value}\n" for name, value in new_keys().items()))
        lines = path.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting("NOIRMAIL_DATA_DIR", f"({data_dir}) cannot be used: {error}") from error
    return dict(line.split("=", 1) for line in lines if "=" in line)


def _write_once(path: Path, text: str) -> None:
    """Put ``text`` at ``path`` whole, unless another process was first."""
    draft = path.with_name(f"{path.name}.{getpid()}")
    with fdopen(os_open(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600), "w") as file:
        file.write(text)
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def _new_key() -> str:
    return urlsafe_b64encode(token_bytes(KEY_BYTES)).decode()


def _data_dir(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("NOIRMAIL_DATA_DIR") or "var").absolute()


def _embedded_values(data_dir: Path, port: int) -> dict[str, str]:
    return {
        "NOIRMAIL_BASE_URL": f"http://127.0.0.1:{port}",
        "NOIRMAIL_DATA_DIR": str(data_dir),
        "NOIRMAIL_DATABASE_URL": f"sqlite:///{data_dir}/noirmail.sqlite",
        "NOIRMAIL_MAIL_FROM": "noirmail@noirmail.localhost",
        # The mailbox on a page has a box for answers.
        "NOIRMAIL_INCOMING": "on",
        # A terminal that somebody looks at is no place for a line a request.
        "NOIRMAIL_LOG_LEVEL": "WARNING",
    }


def _refuse_unsafe(environ: Mapping[str, str]) -> None:
    for name in _DEBUG:
        if environ.get(name, "").lower() not in ("", "0", "false", "no", "off"):
            raise BadSetting(name, "must not be set on a hosted noirmail")
    for name, value in environ.items():
        if value and name.startswith(_TEST_ONLY):
            raise BadSetting(name, "is for tests and must not be set on a hosted noirmail")


def _from_all(environ: Mapping[str, str], mode: Mode, defaults: Mapping[str, str]) -> Settings:
    values = {**defaults, **{name: value for name, value in environ.items() if value}}
    mail_from = _address("NOIRMAIL_MAIL_FROM", _required(values, "NOIRMAIL_MAIL_FROM"))
    mail_domain = _domain("NOIRMAIL_MAIL_DOMAIN", values.get("NOIRMAIL_MAIL_DOMAIN", _domain_of(mail_from)))
    return Settings(
        mode=mode,
        base_url=_base_url(values, mode),
        database_url=_database_url(values, mode),
        redis_url=_redis_url(values, mode),
        data_dir=_data_dir(values),
        keys=_keys(values),
        seal_keys=_seal_keys(values),
        session_key=_secret("NOIRMAIL_SESSION_KEY", _required(values, "NOIRMAIL_SESSION_KEY")),
        mail_from=mail_from,
        mail_domain=mail_domain,
        smtp_url=_smtp_url(values, mode),
        outgoing=outgoing_of(values, mail_from),
        reply_domain=_domain("NOIRMAIL_REPLY_DOMAIN", values.get("NOIRMAIL_REPLY_DOMAIN", mail_domain)),
        incoming=_on_or_off("NOIRMAIL_INCOMING", values.get("NOIRMAIL_INCOMING", "off")),
        authserv_id=_domain("NOIRMAIL_AUTHSERV_ID", values.get("NOIRMAIL_AUTHSERV_ID", mail_domain)),
        mail_doors=_mail_doors(values.get("NOIRMAIL_MAIL_DOOR", "lmtp://127.0.0.1:2424")),
        imap_url=_imap_url(values.get("NOIRMAIL_IMAP_URL")),
        mailgun_key=_hard_to_guess("NOIRMAIL_MAILGUN_KEY", values.get("NOIRMAIL_MAILGUN_KEY")),
        postmark_login=_login("NOIRMAIL_POSTMARK_LOGIN", values.get("NOIRMAIL_POSTMARK_LOGIN")),
        rates=_rates(values, Rates() if mode == "hosted" else UNLIMITED),
        proxies=_proxies(values.get("NOIRMAIL_PROXIES", "1" if mode == "hosted" else "0")),
        log_level=_log_level(values),
        failpoint=_failpoint(values),
        clock_offset=_clock_offset(values),
    )


def _required(values: Mapping[str, str], *names: str) -> str:
    for name in names:
        if name in values:
            return values[name]
    raise BadSetting(names[0], "is not set")


def _url(name: str, text: str, schemes: tuple[str, ...]) -> SplitResult:
    """``text`` taken apart; the value is never repeated, since an address may hold a password."""
    try:
        url = urlsplit(text)
        if url.scheme in schemes and url.hostname and url.port != 0:
            return url
    except ValueError:
        pass
    raise BadSetting(name, f"must be an address that begins with {' or '.join(s + '://' for s in schemes)}")


def _base_url(values: Mapping[str, str], mode: Mode) -> str:
    name = "NOIRMAIL_BASE_URL"
    text = _required(values, name).rstrip("/")
    url = _url(name, text, ("https", "http"))
    # The pages lie at the root of their host; by the letters of the scheme cookies are for https alone.
    if not re.fullmatch(r"https?://[a-z0-9.:\[\]-]+", text):
        raise BadSetting(name, "must be scheme and host alone, in lower case and ASCII, without a path")
    if mode == "hosted" and url.scheme == "http" and not _plain_http_allowed(values, url.hostname or ""):
        raise BadSetting(name, "must begin with https:// (a loopback host may use http with NOIRMAIL_ALLOW_HTTP=1)")
    # TRUST R22: a link must stay within 150 characters, and most of them are the token's.
    if len(text) > 60:
        raise BadSetting(name, "is longer than 60 characters, too long for links in mails")
    return text


def _plain_http_allowed(values: Mapping[str, str], host: str) -> bool:
    try:
        loopback = ip_address(host).is_loopback
    except ValueError:
        loopback = host == "localhost" or host.endswith(".localhost")
    return loopback and values.get("NOIRMAIL_ALLOW_HTTP") == "1"


def _database_url(values: Mapping[str, str], mode: Mode) -> str:
    name = "NOIRMAIL_DATABASE_URL" if "NOIRMAIL_DATABASE_URL" in values or mode != "hosted" else "DATABASE_URL"
    text = _required(values, name)
    scheme, _, rest = text.partition("://")
    if scheme in ("postgres", "postgresql", "postgresql+psycopg") and rest:
        return f"postgresql+psycopg://{rest}"
    if mode == "hosted":
        raise BadSetting(name, "must be the address of a PostgreSQL database (postgresql://…)")
    if scheme != "sqlite" or not rest:
        raise BadSetting(name, "must begin with postgresql:// or sqlite:///")
    return text


def _redis_url(values: Mapping[str, str], mode: Mode) -> str | None:
    if mode == "embedded":
        return None
    name = "NOIRMAIL_REDIS_URL" if "NOIRMAIL_REDIS_URL" in values or mode != "hosted" else "REDIS_URL"
    if name not in values and mode == "test":
        return None
    text = _required(values, name)
    _url(name, text, ("redis", "rediss"))
    return text


def _smtp_url(values: Mapping[str, str], mode: Mode) -> str | None:
    name = "NOIRMAIL_SMTP_URL"
    if mode != "hosted" and name not in values:
        return None
    text = _required(values, name)
    _url(name, text, ("smtp", "smtps"))
    return text


def _keys(values: Mapping[str, str]) -> tuple[tuple[str, bytes], ...]:
    name = "NOIRMAIL_KEYS"
    pairs = [part.strip().partition(":") for part in _required(values, name).split(",")]
    kids = [kid for kid, _, _ in pairs]
    if len(set(kids)) != len(kids) or not all(re.fullmatch("[a-z2-7]", kid) for kid in kids):
        raise BadSetting(name, "must be LETTER:KEY, comma-separated, newest first, each letter (a-z, 2-7) once")
    return tuple((kid, _secret(name, text)) for kid, _, text in pairs)


def _seal_keys(values: Mapping[str, str]) -> tuple[str, ...]:
    name = "NOIRMAIL_SEAL_KEYS"
    texts = [text.strip() for text in _required(values, name).split(",")]
    if any(len(_secret(name, text)) != KEY_BYTES for text in texts):
        raise BadSetting(name, f"must hold keys of exactly {KEY_BYTES} bytes in URL-safe base64")
    return tuple(texts)


def _secret(name: str, text: str) -> bytes:
    """The bytes of a key. Refused: what is too short, and what somebody typed instead of drawing it."""
    try:
        secret = urlsafe_b64decode(text.encode("ascii"))
    except (NotBase64, UnicodeEncodeError):
        raise BadSetting(name, "must be URL-safe base64 (`noirmail keys` makes one)") from None
    if len(secret) < KEY_BYTES or len(set(secret)) < KEY_BYTES // 2:
        raise BadSetting(name, f"must be {KEY_BYTES} random bytes at least (`noirmail keys` makes one)")
    return secret


def _address(name: str, text: str) -> str:
    if not _ADDRESS.fullmatch(text) or len(text) > 254:
        raise BadSetting(name, "must be a mail address alone, such as noir@example.test")
    return text


def _domain(name: str, text: str) -> str:
    if not _DOMAIN.fullmatch(text):
        raise BadSetting(name, "must be a domain in lower case of at most 80 characters, such as example.test")
    return text


def _domain_of(address: str) -> str:
    return address.rpartition("@")[2].lower()


def _on_or_off(name: str, text: str) -> bool:
    if text not in ("on", "off"):
        raise BadSetting(name, "must be on or off")
    return text == "on"


def _mail_doors(text: str) -> tuple[tuple[str, str, int], ...]:
    name = "NOIRMAIL_MAIL_DOOR"
    doors = [_url(name, part.strip(), ("lmtp", "smtp")) for part in text.split(",")]
    if not all(door.port for door in doors):
        raise BadSetting(name, "must name a port, such as lmtp://127.0.0.1:2424; several are comma-separated")
    return tuple((door.scheme, door.hostname or "", door.port or 0) for door in doors)


def _imap_url(text: str | None) -> str | None:
    name = "NOIRMAIL_IMAP_URL"
    if text is None:
        return None
    url = _url(name, text, ("imap", "imaps"))
    if not url.username or url.password is None:
        raise BadSetting(name, "must hold a name and a password, such as imaps://noir:PASSWORD@mail.example.test")
    return text


def _login(name: str, text: str | None) -> str | None:
    if text is not None and not text.partition(":")[0]:
        raise BadSetting(name, "must be NAME:PASSWORD")
    _hard_to_guess(name, text and text.partition(":")[2])
    return text


def _hard_to_guess(name: str, text: str | None) -> str | None:
    if text is not None and (len(text) < _LEAST_SECRET or not text.isascii()):
        raise BadSetting(name, f"must hold a secret of {_LEAST_SECRET} ASCII characters at least")
    return text


def _rates(values: Mapping[str, str], usual: Rates) -> Rates:
    try:
        return rates_of(values.get("NOIRMAIL_RATES", ""), usual)
    except ValueError as error:
        raise BadSetting("NOIRMAIL_RATES", f"must be NAME=NUMBER, comma-separated: {error}") from None


def _proxies(text: str) -> int:
    if not re.fullmatch("[0-5]", text):
        raise BadSetting("NOIRMAIL_PROXIES", "must be a number from 0 to 5")
    return int(text)


def _log_level(values: Mapping[str, str]) -> str:
    level = values.get("NOIRMAIL_LOG_LEVEL", "INFO").upper()
    if level not in LOG_LEVELS:
        raise BadSetting("NOIRMAIL_LOG_LEVEL", f"must be one of {', '.join(LOG_LEVELS)}")
    return level


def _failpoint(values: Mapping[str, str]) -> Failpoint | None:
    point = values.get("NOIRMAIL_FAILPOINT")
    if point is not None and point not in get_args(Failpoint):
        raise BadSetting("NOIRMAIL_FAILPOINT", f"must be one of {', '.join(get_args(Failpoint))}")
    return cast("Failpoint | None", point)


def _clock_offset(values: Mapping[str, str]) -> timedelta:
    text = values.get("NOIRMAIL_TEST_CLOCK", "0")
    if not re.fullmatch(r"-?\d{1,9}", text):
        raise BadSetting("NOIRMAIL_TEST_CLOCK", "must be a whole number of seconds")
    return timedelta(seconds=int(text))
