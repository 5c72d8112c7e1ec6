"""What one process alone can have: a port of this machine, and a data folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from socket import AF_INET, SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, socket

HOST = "127.0.0.1"


class PortTaken(RuntimeError):
    """Another process listens at the port."""


class AlreadyRunning(RuntimeError):
    """A noirmail is running with this data folder; ``address`` is where its pages are, empty if unknown."""

    def __init__(self, data_dir: Path, address: str) -> None:
        super().__init__(f"a noirmail is already running with the data folder {data_dir} {address}".rstrip())
        self.address = address


def listen(port: int) -> socket:
    """A socket bound to loopback at ``port``, 0 for any free one. Raises PortTaken."""
    listener = socket(AF_INET, SOCK_STREAM)
    listener.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise PortTaken(f"port {port} cannot be used: {error.strerror}") from error
    return listener


@contextmanager
def only_one(data_dir: Path, address: str) -> Iterator[None]:
    """Have the data folder for this process while the block runs; others learn ``address``. Raises AlreadyRunning."""
    with (data_dir / "lock").open("a+", encoding="utf-8") as file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise AlreadyRunning(data_dir, file.read(200).strip()) from None
        file.truncate(0)
        file.write(address)
        file.flush()
        yield


def running_at(data_dir: Path) -> str | None:
    """The address of the noirmail that has the data folder now; None where there is none."""
    try:
        with only_one(data_dir, ""):
            return None
    except AlreadyRunning as error:
        return error.address
