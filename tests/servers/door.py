"""noirmail's mail door in a thread of the test's process, on real ports."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from noirmail.service.context import Context
from noirmail.worker.mail_door import Listener, attend


@contextmanager
def mail_door(ctx: Context, *listeners: Listener) -> Iterator[dict[str, int]]:
    """Take mails while the block runs; the port of each kind of listener."""
    ports: dict[str, int] = {}
    is_open = Event()
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()

    def ready(places: list[Listener]) -> None:
        ports.update({place.kind: place.port for place in places})
        is_open.set()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(attend(ctx, listeners, stop, ready))

    thread = Thread(target=run, name="mail door", daemon=True)
    thread.start()
    assert is_open.wait(10), "the door did not open"
    try:
        yield ports
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(20)
