"""The tasks: thin calls into services, with ids as arguments and nothing else. Safe to run twice, or at once."""

from noirmail.service import outbox
from noirmail.service import sweep as sweeping
from noirmail.worker.celery import app
from noirmail.worker.context import context


@app.task(name="noirmail.deliver")  # type: ignore[untyped-decorator]
def deliver(outbox_id: int) -> None:
    """Send one mail of the outbox, if it still matters."""
    outbox.deliver(context(), outbox_id)


@app.task(name="noirmail.drain")  # type: ignore[untyped-decorator]
def drain() -> int:
    """Send what is due; the number of mails that were looked at."""
    return outbox.drain(context())


@app.task(name="noirmail.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    """See to whatever was not nudged: deadlines, expiries, mails, the house's turns."""
    sweeping.sweep(context())
