"""The Celery application of a hosted noirmail: ``celery -A noirmail.worker.celery worker`` and ``… beat``.

The queue carries wake-up calls, the database is the only truth: the broker may be emptied at any moment.
"""

from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_process_shutdown
from kombu.transport.redis import QoS

from noirmail.logs import set_up_logs
from noirmail.worker.context import dispose, settings

# What a connection had not acknowledged when it broke is not put back: kombu 5.7 reaches for a client that is gone
# by then, and the worker ends. A wake-up call that is lost costs nothing.
QoS.restore_at_shutdown = False

app = Celery("noirmail", include=["noirmail.worker.tasks"])
# Read when it is first needed: the one-process mode has its settings in hand by then.
app.config_from_object("noirmail.worker.celeryconfig")


@setup_logging.connect  # type: ignore[untyped-decorator]
def _set_up_logs(**_: Any) -> None:
    """Keep Celery from setting up logs of its own, which would mask nothing."""
    set_up_logs(settings())


@worker_process_shutdown.connect  # type: ignore[untyped-decorator]
def _close(**_: Any) -> None:
    dispose()
