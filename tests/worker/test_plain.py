"""The recurring duties as threads: one that fails is reported and done again, and a wake-up call is heard."""

from threading import Event

import pytest
from structlog.testing import capture_logs

from noirmail.worker import plain
from noirmail.worker.plain import Duties
from tests.worker.processes import until


class Duty:
    """Counts how often it was done; fails the first ``failures`` times."""

    def __init__(self, failures: int = 0) -> None:
        self.done = 0
        self._failures = failures

    def __call__(self) -> None:
        self.done += 1
        if self.done <= self._failures:
            raise RuntimeError("not this time")


@pytest.fixture(autouse=True)
def sweep(monkeypatch: pytest.MonkeyPatch) -> Duty:
    duty = Duty()
    monkeypatch.setattr(plain.tasks, "sweep", duty)
    monkeypatch.setattr(plain, "_PAUSE_SECONDS", 0.01)
    return duty


def drain(monkeypatch: pytest.MonkeyPatch, failures: int = 0, seconds: float = 3600) -> Duty:
    duty = Duty(failures)
    monkeypatch.setattr(plain.tasks, "drain", duty)
    monkeypatch.setattr(plain, "DRAIN_SECONDS", seconds)
    return duty


def test_a_wake_up_call_makes_the_drainer_look(monkeypatch: pytest.MonkeyPatch) -> None:
    duty, wake = drain(monkeypatch), Event()
    with Duties(wake):
        wake.set()
        until(lambda: duty.done)


def test_the_drainer_looks_without_being_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    duty = drain(monkeypatch, seconds=0.01)
    with Duties(Event()):
        until(lambda: duty.done > 2)


def test_a_duty_that_fails_is_reported_and_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    duty = drain(monkeypatch, failures=2, seconds=0.01)
    with capture_logs() as lines, Duties(Event()):
        until(lambda: duty.done > 2)
    assert [line["event"] for line in lines] == ["failed", "failed"]


def test_the_sweep_begins_at_once(monkeypatch: pytest.MonkeyPatch, sweep: Duty) -> None:
    drain(monkeypatch)
    with Duties(Event()):
        until(lambda: sweep.done)


def test_nothing_is_done_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    duty, wake = drain(monkeypatch), Event()
    with Duties(wake):
        pass
    done = duty.done
    wake.set()
    assert duty.done == done
