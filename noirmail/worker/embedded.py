"""Everything in one process on loopback: pages, mail to the local mailbox, worker and scheduler; no broker."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from signal import SIG_IGN, SIGINT, SIGTERM, signal
from socket import AF_INET, SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, socket
from threading import Event
from typing import NoReturn

from flask import Flask
from waitress.server import create_server

from noirmail.service import outbox
from noirmail.service.context import Context
from noirmail.worker.context import hold
from noirmail.worker.plain import Duties

HOST = "127.0.0.1"
_WEB_THREADS = 8


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


def serve(app: Flask, wake: Event, listener: socket, ready: Callable[[], None]) -> None:
    """Serve ``app`` at ``listener`` and do all duties until SIGINT or SIGTERM; ``ready`` is called once it serves.

    ``wake`` is the event that the app's Context sets. The tables are up to date before the first request. What
    a predecessor had begun and not finished is begun again at once.
    """
    ctx: Context = app.extensions["noirmail"]
    hold(ctx)
    signal(SIGTERM, _interrupt)
    signal(SIGINT, _interrupt)
    with suppress(KeyboardInterrupt):
        ctx.db.migrate()
        outbox.free_leases(ctx)
        server = create_server(app, sockets=[listener], threads=_WEB_THREADS, ident="noirmail")
        with Duties(wake):
            ready()
            # Returns at the interrupt, after the requests that are being answered.
            server.run()
            # From here on a second Ctrl-C would only leave work undone.
            signal(SIGINT, SIG_IGN)
            signal(SIGTERM, SIG_IGN)
        server.close()
    ctx.db.dispose()
    hold(None)


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt
