"""Instants and lengths of time in words. An instant always carries its zone's name and its offset to UTC."""

from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale
from babel.dates import format_datetime

from noirmail.i18n import language, ngettext

_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60


@lru_cache(maxsize=1024)
def zone_of(name: str) -> ZoneInfo:
    """The time zone of that name; an unknown name is UTC."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def offset(at: datetime, zone: str) -> str:
    """How far the zone is from UTC at that instant: UTC+01:00."""
    local = at.astimezone(zone_of(zone))
    told = local.strftime("%z")
    return f"UTC{told[:3]}:{told[3:5]}"


def instant(at: datetime, zone: str) -> str:
    """The instant in the zone, to the minute, with the zone's name and its offset.

    Thu 3 Dec 2026, 13:00 (Europe/Rome, UTC+01:00)
    """
    local = at.astimezone(zone_of(zone))
    told = format_datetime(local.replace(tzinfo=UTC), "EEE d MMM y, HH:mm", tzinfo=UTC, locale=_locale(language()))
    where = zone_of(zone).key
    return f"{told} ({offset(at, zone)})" if where == "UTC" else f"{told} ({where}, {offset(at, zone)})"


def length(seconds: int) -> str:
    """A length of time in its two largest units: 3 days, 1 day 12 hours, 45 minutes; below a minute: 0 minutes."""
    days, rest = divmod(seconds, _DAY)
    hours, rest = divmod(rest, _HOUR)
    minutes = rest // _MINUTE
    units = [
        (days, ngettext("%(num)s day", "%(num)s days", days)),
        (hours, ngettext("%(num)s hour", "%(num)s hours", hours)),
        (minutes, ngettext("%(num)s minute", "%(num)s minutes", minutes)),
    ]
    told = [words for number, words in units if number][:2]
    return " ".join(told) or ngettext("%(num)s minute", "%(num)s minutes", 0)


@lru_cache(maxsize=64)
def _locale(language: str) -> Locale:
    return Locale.parse(language)
