"""The recurring duties as threads of one process: of the one-process mode, and of a worker without Celery.

They call the same task functions that Celery calls (TRUST R79).
"""

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from types import TracebackType

from noirmail.logs import report
from noirmail.worker import tasks

DRAIN_SECONDS = 1.0
SWEEP_SECONDS = 3.0
FETCH_SECONDS = 15.0
# After an error that left a duty: long enough not to fill the log with it.
_PAUSE_SECONDS = 5.0


class Duties:
    """Drains the outbox and sweeps while the block runs; ``wake`` makes the drainers look at once.

    ``fetching``: the mailbox for incoming mail is looked into, too.

    A duty that fails is reported and tried again. Leaving the block lets what is being done be finished, for
    ``patience`` seconds at most; what was not is found again by its lease.
    """

    def __init__(self, wake: Event, *, drainers: int = 1, patience: float = 1.5, fetching: bool = False) -> None:
        self._wake = wake
        self._stop = Event()
        self._patience = patience
        jobs = [self._drain] * drainers + [self._sweep] + [self._fetch] * fetching
        self._threads = [Thread(target=job, name=job.__name__.strip("_"), daemon=True) for job in jobs]

    def __enter__(self) -> "Duties":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._wake.set()
        until = monotonic() + self._patience
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))

    def _drain(self) -> None:
        while not self._stop.is_set():
            self._wake.wait(DRAIN_SECONDS)
            self._wake.clear()
            if not self._stop.is_set():
                self._attend(tasks.drain)

    def _sweep(self) -> None:
        while not self._stop.is_set():
            self._attend(tasks.sweep)
            self._stop.wait(SWEEP_SECONDS)

    def _fetch(self) -> None:
        while not self._stop.is_set():
            self._attend(tasks.fetch)
            self._stop.wait(FETCH_SECONDS)

    def _attend(self, duty: Callable[[], object]) -> None:
        try:
            duty()
        except Exception as error:
            report(error)
            self._stop.wait(_PAUSE_SECONDS)
