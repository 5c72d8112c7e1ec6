"""The tasks: thin calls into services, with ids as arguments and nothing else. Safe to run twice, or at once."""

from noirmail.service.outbox import BATCH
from noirmail.service.outbox import deliver as deliver_one
from noirmail.service.outbox import drain as drain_outbox
from noirmail.service.sweep import sweep as sweep_once
from noirmail.worker.celery import app
from noirmail.worker.context import context


@app.task(name="noirmail.deliver")  # type: ignore[untyped-decorator]
def deliver(outbox_id: int) -> None:
    """Send one mail of the outbox, if it still matters."""
    deliver_one(context(), outbox_id)


@app.task(name="noirmail.drain")  # type: ignore[untyped-decorator]
def drain() -> int:
    """Send what is due; the number of mails that were looked at."""
    looked_at = drain_outbox(context())
    if looked_at == BATCH:
        # There are more; others may help with them, and no single task takes long.
        context().wake()
    return looked_at


@app.task(name="noirmail.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    """See to whatever was not nudged: deadlines, expiries, mails, the house's turns."""
    sweep_once(context())


@app.task(name="noirmail.fetch")  # type: ignore[untyped-decorator]
def fetch() -> None:
    """Take what is new in the mailbox for incoming mail, where there is one."""
    from noirmail.worker import imap

    imap.look(context())
