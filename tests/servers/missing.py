"""What a test needs and this machine lacks: a loud skip, or a failure where nothing may be left out (CI=true)."""

from os import environ
from typing import NoReturn

import pytest


def missing(what: str, remedy: str) -> NoReturn:
    """End the test that needs ``what``; ``remedy`` says how to get it."""
    reason = f"{what} is missing on this machine: {remedy}"
    if environ.get("CI") == "true":
        pytest.fail(f"{reason} (under CI=true nothing is skipped)", pytrace=False)
    pytest.skip(reason)
