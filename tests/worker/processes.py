"""Real processes for tests: started in a group of their own, and gone with all their children afterwards."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
CELERY = (PYTHON, "-m", "celery", "-A", "noirmail.worker.celery")


class Process:
    """A running command; ``log`` is the file with what it printed."""

    def __init__(self, words: tuple[str, ...], env: Mapping[str, str], log: Path) -> None:
        self.log = log
        with log.open("ab") as file:
            self._popen = subprocess.Popen(
                words,
                cwd=ROOT,
                env={**_plain_environment(), **env},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    @property
    def said(self) -> str:
        """All that it printed so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait_for(self, words: str) -> None:
        """Return once it has printed ``words``; AssertionError if it ends or takes too long before."""
        until(lambda: words in self.said or self._popen.poll() is not None)
        assert words in self.said, self.said

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Ask the process itself to end; its exit status."""
        self._popen.send_signal(how)
        return self._popen.wait(120)

    def wait(self) -> int:
        """The exit status, once it has ended by itself."""
        return self._popen.wait(120)

    def kill(self) -> None:
        """End the process and all its children at once, as a power cut would."""
        with suppress(ProcessLookupError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait(10)


@contextmanager
def running(*words: str, env: Mapping[str, str], log: Path) -> Iterator[Process]:
    """A command that runs while the block does."""
    process = Process(words, env, log)
    try:
        yield process
    finally:
        process.kill()


def until(look: Callable[[], T], seconds: float = 60) -> T:
    """What ``look`` finds, as soon as it finds something; AssertionError after ``seconds``."""
    end = monotonic() + seconds
    while not (found := look()):
        assert monotonic() < end, "nothing came of it"
        sleep(0.02)
    return found


def _plain_environment() -> dict[str, str]:
    """The environment without what is meant for noirmail, so that a developer's own settings change no test."""
    kept = {name: value for name, value in os.environ.items() if "NOIRMAIL" not in name}
    for name in ("DATABASE_URL", "REDIS_URL", "FLASK_DEBUG", "PORT"):
        kept.pop(name, None)
    return kept | {"PYTHONUNBUFFERED": "1"}
