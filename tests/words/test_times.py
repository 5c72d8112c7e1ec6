"""Instants with zone and offset, lengths in words."""

from datetime import UTC, datetime

import pytest

from noirmail.words.times import instant, length

WINTER = datetime(2026, 12, 3, 12, tzinfo=UTC)
SUMMER = datetime(2026, 7, 3, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "zone", "words"),
    [
        (WINTER, "UTC", "Thu 3 Dec 2026, 12:00 (UTC+00:00)"),
        (WINTER, "Europe/Rome", "Thu 3 Dec 2026, 13:00 (Europe/Rome, UTC+01:00)"),
        (SUMMER, "Europe/Rome", "Fri 3 Jul 2026, 14:00 (Europe/Rome, UTC+02:00)"),
        (SUMMER, "America/St_Johns", "Fri 3 Jul 2026, 09:30 (America/St_Johns, UTC-02:30)"),
        (WINTER, "Nowhere/At_All", "Thu 3 Dec 2026, 12:00 (UTC+00:00)"),
    ],
)
def test_an_instant_bears_its_zone_and_offset(at: datetime, zone: str, words: str) -> None:
    assert instant(at, zone) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (259_200, "3 days"),
        (86_400, "1 day"),
        (129_600, "1 day 12 hours"),
        (300, "5 minutes"),
        (93_784, "1 day 2 hours"),
        (59, "0 minutes"),
    ],
)
def test_a_length_is_told_in_its_two_largest_units(seconds: int, words: str) -> None:
    assert length(seconds) == words
