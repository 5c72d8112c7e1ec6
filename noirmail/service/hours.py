"""Hours of somebody's day: when a time of day comes next, and when quiet hours end. Minutes count from midnight.

A day with a changed clock has its hours as the zone says; a time that it has not is the one that takes its place.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from noirmail.words.times import zone_of

DAY_MINUTES: Final = 24 * 60


def next_at(after: datetime, minute: int, zone: str) -> datetime:
    """The first instant from ``after`` on at which it is that minute of the day in the zone, UTC."""
    today = after.astimezone(zone_of(zone)).date()
    found = (_instant(today + timedelta(days=days), minute, zone) for days in range(3))
    return next(at for at in found if at >= after)


def quiet_until(now: datetime, begins: int | None, ends: int | None, zone: str) -> datetime | None:
    """When the quiet hours end in which ``now`` lies, UTC; None where it lies in none. Midnight may be in them."""
    if begins is None or ends is None or begins == ends:
        return None
    local = now.astimezone(zone_of(zone))
    minute = local.hour * 60 + local.minute
    within = begins <= minute < ends if begins < ends else minute >= begins or minute < ends
    return next_at(now, ends, zone) if within else None


def _instant(day: date, minute: int, zone: str) -> datetime:
    return datetime.combine(day, time(minute // 60, minute % 60), zone_of(zone)).astimezone(UTC)
