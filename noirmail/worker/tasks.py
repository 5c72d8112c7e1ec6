"""The tasks: thin calls into services, with ids as arguments and nothing else. Safe to run twice, or at once."""

from noirmail.service.ingest import BATCH as INBOX_BATCH
from noirmail.service.ingest import drain_inbox
from noirmail.service.outbox import BATCH
from noirmail.service.outbox import deliver as deliver_one
from noirmail.service.outbox import drain as drain_outbox
from noirmail.service.sweep import sweep as sweep_once
from noirmail.worker import imap
from noirmail.worker.celery import app
from noirmail.worker.context import context


@app.task(name="noirmail.deliver")  # type: ignore[untyped-decorator]
def deliver(outbox_id: int) -> None:
    """Send one mail of the outbox, if it still matters."""
    deliver_one(context(), outbox_id)


@app.task(name="noirmail.drain")  # type: ignore[untyped-decorator]
def drain() -> int:
    """Read what came in and send what is due; the number of mails that were looked at."""
    read, sent = drain_inbox(context()), drain_outbox(context())
    if read == INBOX_BATCH or sent == BATCH:
        # There are more; others may help with them, and no single task takes long.
        context().wake()
    return read + sent


@app.task(name="noirmail.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    """See to whatever was not nudged: deadlines, expiries, mails, the house's turns."""
    sweep_once(context())


@app.task(name="noirmail.fetch")  # type: ignore[untyped-decorator]
def fetch() -> None:
    """Take what is new in the mailbox for incoming mail, where there is one."""
    imap.look(context())
