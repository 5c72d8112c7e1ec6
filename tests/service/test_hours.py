"""Hours of the day in a zone, the nights with a changed clock included (TRUST R86)."""

from datetime import UTC, datetime

import pytest

from noirmail.service.hours import next_at, quiet_until

ROME = "Europe/Rome"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("after", "minute", "zone", "comes"),
    [
        ("2026-12-01T05:00", 480, "UTC", "2026-12-01T08:00"),
        ("2026-12-01T08:00", 480, "UTC", "2026-12-01T08:00"),
        ("2026-12-01T08:01", 480, "UTC", "2026-12-02T08:00"),
        ("2026-12-01T08:01", 480, ROME, "2026-12-02T07:00"),
        ("2026-07-01T08:01", 480, ROME, "2026-07-02T06:00"),
        ("2026-12-01T23:30", 60, "America/New_York", "2026-12-02T06:00"),
        # Half past two is missing on 29 March 2026: at half past three by the new time.
        ("2026-03-29T00:00", 150, ROME, "2026-03-29T01:30"),
        ("2026-10-24T20:00", 480, ROME, "2026-10-25T07:00"),
    ],
)
def test_a_time_of_the_day_comes_next(after: str, minute: int, zone: str, comes: str) -> None:
    assert next_at(utc(after), minute, zone) == utc(comes)


@pytest.mark.parametrize(
    ("now", "begins", "ends", "until"),
    [
        ("2026-12-01T21:00", 1320, 420, "2026-12-02T06:00"),
        ("2026-12-02T05:59", 1320, 420, "2026-12-02T06:00"),
        ("2026-12-02T06:00", 1320, 420, None),
        ("2026-12-01T12:00", 1320, 420, None),
        ("2026-12-01T12:00", 720, 900, "2026-12-01T14:00"),
        ("2026-12-01T12:00", 720, 720, None),
        ("2026-12-01T12:00", None, None, None),
        # The night in which Rome sleeps an hour longer.
        ("2026-10-24T22:00", 1380, 420, "2026-10-25T06:00"),
    ],
)
def test_quiet_hours_of_rome_end(now: str, begins: int | None, ends: int | None, until: str | None) -> None:
    assert quiet_until(utc(now), begins, ends, ROME) == (None if until is None else utc(until))
