"""Looks at everything that a running noirmail stands on, for the operator (TRUST R79, R107)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from smtplib import SMTP, SMTP_SSL, SMTPException
from typing import cast
from urllib.parse import urlsplit

from redis import Redis, RedisError
from sqlalchemy.exc import SQLAlchemyError

from noirmail.logs import mask
from noirmail.service.context import Context
from noirmail.service.health import Health, health
from noirmail.service.parking import parked_games

_PATIENCE_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``said`` holds no secret."""

    what: str
    good: bool
    said: str


def examine(ctx: Context) -> list[Finding]:
    """What was found, in the order in which one thing stands on another."""
    settings = ctx.settings
    findings = [Finding("settings", True, f"{settings.mode} at {settings.base_url}")]
    findings += _database(ctx)
    if settings.redis_url is not None:
        findings.append(_try("broker", lambda: _broker(settings.redis_url or "")))
    if settings.smtp_url is not None:
        findings.append(_try("mail", lambda: _mail_server(settings.smtp_url or "")))
    return findings


def _database(ctx: Context) -> Iterator[Finding]:
    try:
        found = health(ctx)
    except SQLAlchemyError as error:
        said = mask(str(getattr(error, "orig", error))).splitlines()[0]
        yield Finding("database", False, f"{said} (`noirmail migrate` makes the tables)")
        return
    yield Finding("database", True, ctx.db.dialect)
    yield Finding("scheduler", found.sweeping, _swept(found))
    yield Finding("outbox", found.sending, _mails(found))
    with ctx.db.read() as session:
        parked = parked_games(session)
    yield Finding("games", not parked, _games(parked))


def _swept(found: Health) -> str:
    if found.swept_ago is None:
        return "nobody has watched the deadlines yet; start worker and beat"
    return f"deadlines were looked at {_told(found.swept_ago)} ago"


def _mails(found: Health) -> str:
    waiting = f"{found.waiting} waiting"
    if found.oldest_waits is not None:
        waiting += f" (the oldest for {_told(found.oldest_waits)})"
    return f"{waiting}, {found.dead} refused for good"


def _games(parked: list[str]) -> str:
    if not parked:
        return "none is parked"
    return f"parked, since they raised five times: {', '.join(parked)} (`noirmail release CODE` once mended)"


def _told(time: timedelta) -> str:
    return f"{time.total_seconds():.0f} s"


def _try(what: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(what, True, look())
    except (RedisError, SMTPException, OSError) as error:
        return Finding(what, False, mask(str(error)))


def _broker(url: str) -> str:
    with Redis.from_url(url, socket_timeout=_PATIENCE_SECONDS, socket_connect_timeout=_PATIENCE_SECONDS) as redis:
        redis.ping()
        policy = cast("dict[str, str]", redis.config_get("maxmemory-policy")).get("maxmemory-policy", "unknown")
    return f"answers (maxmemory-policy {policy}; noeviction is right)"


def _mail_server(url: str) -> str:
    address = urlsplit(url)
    kind = SMTP_SSL if address.scheme == "smtps" else SMTP
    with kind(address.hostname or "", address.port or 0, timeout=_PATIENCE_SECONDS) as server:
        server.ehlo_or_helo_if_needed()
    return "answers"
