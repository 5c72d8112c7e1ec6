"""The command line, called the way its entry point calls it."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from noirmail.cli import main


@dataclass(frozen=True)
class Said:
    """What a command printed and its exit status."""

    out: str
    err: str
    status: int


@pytest.fixture(autouse=True)
def _logs_as_before() -> Iterator[None]:
    """Commands set up logs for their own process; the other tests keep theirs."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
def noirmail(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Runs a command line."""

    def run(*words: object) -> Said:
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Said(out, err, int(left.value.code or 0))

    return run
