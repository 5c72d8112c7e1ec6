"""Nudges the workers after a commit, without ever making the one who nudges wait.

A thread of its own talks to the broker. Nudges that come while it talks become one. A broker that is away is
logged and left alone for a while: the sweep finds the work without it.
"""

from os import getpid
from threading import Event, Lock, Thread
from time import sleep

from celery import Celery
from kombu.exceptions import OperationalError
from structlog import get_logger

log = get_logger("noirmail.nudge")

_PAUSE_SECONDS = 5
_EXPIRES_SECONDS = 30
_OPTIONS = {"socket_connect_timeout": 2, "socket_timeout": 2, "max_retries": 0, "retry_on_timeout": False}


class Nudge:
    """Call it after a commit: a worker looks at the outbox soon, if the broker is there. Returns at once."""

    def __init__(self, redis_url: str) -> None:
        """Connects to nothing; the first call starts the thread, after a fork in each process its own."""
        self._url = redis_url
        self._lock = Lock()
        self._wanted = Event()
        self._process: int | None = None

    def __call__(self) -> None:
        self._wanted.set()
        if self._process != getpid():
            self._start()

    def _start(self) -> None:
        with self._lock:
            if self._process != getpid():
                self._process = getpid()
                Thread(target=self._talk, name="nudge", daemon=True).start()

    def _talk(self) -> None:
        sender = Celery("noirmail-nudge", broker=self._url, set_as_current=False)
        sender.conf.update(task_ignore_result=True, broker_transport_options=_OPTIONS, task_publish_retry=False)
        while self._wanted.wait():
            self._wanted.clear()
            try:
                sender.send_task("noirmail.drain", queue="noirmail", expires=_EXPIRES_SECONDS, ignore_result=True)
            except (OperationalError, OSError) as error:
                log.warning("the broker is away; the sweep will find the work", error=type(error).__name__)
                sleep(_PAUSE_SECONDS)
