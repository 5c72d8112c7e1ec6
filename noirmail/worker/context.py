"""The Context of a process: made from its settings on first use, after a fork each process its own."""

from collections.abc import Callable
from os import environ, getpid

from noirmail import clock
from noirmail.config import Settings
from noirmail.mail.signing import signer
from noirmail.mail.transports import SmtpTransport, Transport
from noirmail.service.context import Context
from noirmail.service.mailbox import LocalTransport
from noirmail.service.tokens import Keyring
from noirmail.store.database import Database
from noirmail.worker.failpoints import armed_transport, armed_wake
from noirmail.worker.nudge import Nudge


class _Here:
    """What this process holds. Connections do not survive a fork, so the process that made them is noted."""

    context: Context | None = None
    maker: int | None = None


def make_context(
    settings: Settings, *, transport: Transport | None = None, wake: Callable[[], None] | None = None
) -> Context:
    """The Context for ``settings``; ``transport`` and ``wake`` take the place of what they ask for.

    Connects to nothing. Without ``wake`` and without a broker nobody is nudged: the sweep does it all.
    """
    clock.move(settings.clock_offset)
    db = Database(settings.database_url)
    transport = transport or _transport(settings, db)
    wake = wake or (Nudge(settings.redis_url) if settings.redis_url else _nobody)
    if settings.failpoint == "after-send":
        transport = armed_transport(transport)
    if settings.failpoint == "after-commit":
        wake = armed_wake
    return Context(settings=settings, db=db, keys=Keyring(settings.keys), transport=transport, wake=wake)


def hold(context: Context | None) -> None:
    """Let ``context`` be the one that this process's tasks use; None: as the environment says, on next use."""
    _Here.context = context
    _Here.maker = getpid()


def settings() -> Settings:
    """The settings of the held Context, else those of the environment. Raises BadSetting."""
    held = _Here.context
    return held.settings if held else Settings.from_environ(environ, default_mode="hosted")


def context() -> Context:
    """The held Context, else a new one from the environment. Raises BadSetting."""
    if _Here.context is None or _Here.maker != getpid():
        hold(make_context(settings()))
    assert _Here.context is not None
    return _Here.context


def dispose() -> None:
    """Close the connections of this process's Context, if it made one."""
    if _Here.context is not None and _Here.maker == getpid():
        close(_Here.context)


def close(context: Context) -> None:
    """Close the connections of a Context to database and mail server; one that is used again connects again."""
    if isinstance(context.transport, SmtpTransport):
        context.transport.close()
    context.db.dispose()


def _transport(settings: Settings, db: Database) -> Transport:
    if settings.smtp_url is None:
        return LocalTransport(db)
    dkim = settings.outgoing.dkim
    return SmtpTransport(settings.smtp_url, signer(dkim) if dkim else None)


def _nobody() -> None:
    """Nobody is nudged."""
