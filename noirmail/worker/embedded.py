"""Everything in one process on loopback: pages, mail to the local mailbox, worker and scheduler; no broker."""

from collections.abc import Callable
from contextlib import suppress
from signal import SIG_IGN, SIGINT, SIGTERM, signal
from socket import socket
from threading import Event
from typing import NoReturn

from flask import Flask
from waitress.server import create_server

from noirmail.service import outbox
from noirmail.service.context import Context
from noirmail.worker.context import close, hold
from noirmail.worker.plain import Duties

_WEB_THREADS = 8


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
    close(ctx)
    hold(None)


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt
