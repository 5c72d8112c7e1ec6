"""A server that is missing: said loudly, and a failure where nothing may be left out."""

import pytest

from tests.servers.missing import missing


def test_what_is_missing_is_skipped_with_the_reason_and_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)

    with pytest.raises(pytest.skip.Exception, match="Chromium is missing on this machine: install it"):
        missing("Chromium", "install it")


def test_in_integration_what_is_missing_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")

    with pytest.raises(pytest.fail.Exception, match="Chromium is missing"):
        missing("Chromium", "install it")
