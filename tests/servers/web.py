"""The application behind a real port of this machine, for browsers and other programs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread

from apiflask import APIFlask
from werkzeug.serving import make_server

from noirmail.service.context import Context


@dataclass(frozen=True)
class Site:
    """A running site: its address without a slash at the end, and the Context behind it."""

    url: str
    ctx: Context


@contextmanager
def serving(app: APIFlask, port: int) -> Iterator[None]:
    """Answer at that loopback port, in threads of this process, while the block runs."""
    server = make_server("127.0.0.1", port, app, threaded=True)
    thread = Thread(target=server.serve_forever, name="site", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
