"""The door that mail systems use: listeners for LMTP and SMTP that take answers and what comes back, nothing else.

A mail is taken once it is stored for good (TRUST R44). Nothing is passed on to anybody. Put it behind a mail system
of yours, on loopback or a private network: it has neither TLS nor passwords.
"""

import asyncio
from asyncio import BaseTransport, Event
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from signal import SIGINT, SIGTERM
from typing import AnyStr, Final

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP
from aiosmtpd.smtp import Envelope as Transaction

from noirmail import clock
from noirmail.logs import report
from noirmail.mail.incoming.limits import MAIL_BYTES
from noirmail.service.arrivals import too_much
from noirmail.service.context import Context
from noirmail.service.ingest import ingest
from noirmail.service.postbox import is_ours

TAKEN: Final = "250 2.0.0 Taken"
# The same for every wrong address, so that nobody learns which part of it was right.
UNKNOWN: Final = "550 5.1.1 No such address here"
TOO_MUCH: Final = "552 5.3.4 Too large: a mail has at most 256 KB, 32 KB of them headers"
LATER: Final = "451 4.3.0 It cannot be stored now; try again later"
CLOSING: Final = "421 4.3.2 Closing; try again later"
TOO_MANY: Final = "452 4.5.3 Too many recipients; send the rest again"

CONNECTIONS: Final = 100
RECIPIENTS: Final = 100
# Seconds for a command, and for the whole text of a mail.
TIMEOUT: Final = 60
# Seconds that a mail which is being taken has when the door closes.
PATIENCE: Final = 10
# Commands of a connection. Mail systems send many mails over one.
_CALLS: Final = {"MAIL": 1000, "RCPT": 2000, "DATA": 1000, "RSET": 1000, "NOOP": 1000, "*": 20}
# Longer than mail systems may make a line; some do. The whole mail is limited anyway.
_LINE_BYTES: Final = 16 * 1024


@dataclass(frozen=True, slots=True)
class Listener:
    """Where a door is: ``kind`` is lmtp or smtp; port 0 asks for any free one."""

    kind: str
    host: str
    port: int


class _Desk:
    """What all connections share: who is connected, what is being taken, and whether the door is closing."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.closing = False
        self.lines: set[BaseTransport] = set()
        self._taking = 0
        self._idle = Event()
        self._idle.set()

    @contextmanager
    def taking(self) -> Iterator[None]:
        """A mail is being taken while the block runs."""
        self._taking += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._taking -= 1
            if not self._taking:
                self._idle.set()

    async def close(self) -> None:
        """Let what is being taken be finished, begin nothing, hang up."""
        self.closing = True
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), PATIENCE)
        for line in list(self.lines):
            line.close()


class _Handler:
    """Answers the commands of one kind of listener."""

    def __init__(self, desk: _Desk, kind: str) -> None:
        self._desk = desk
        self._kind = kind

    async def handle_RCPT(
        self, _server: SMTP, _session: object, transaction: Transaction, address: str, _options: list[str]
    ) -> str:
        """Take addresses of ours alone: nothing is relayed (TRUST R66)."""
        if not await asyncio.to_thread(is_ours, self._desk.ctx, _readable(address)):
            return UNKNOWN
        if len(transaction.rcpt_tos) >= RECIPIENTS:
            return TOO_MANY
        transaction.rcpt_tos.append(address)
        return "250 2.1.5 Go on"

    async def handle_DATA(self, _server: SMTP, _session: object, transaction: Transaction) -> str:
        """Store the mail for each recipient by itself; LMTP tells of each, SMTP of all together."""
        raw = transaction.original_content or b""
        sender = _readable((transaction.mail_from or "").strip("<>"))
        recipients = transaction.rcpt_tos
        if too_much(raw):
            said = [TOO_MUCH] * len(recipients)
        else:
            said = [await self._taken(raw, sender, recipient) for recipient in recipients]
        if self._kind == "lmtp":
            return "\r\n".join(said)
        # What was stored already is known again when all of it is sent again.
        return LATER if LATER in said else said[0]

    async def _taken(self, raw: bytes, sender: str, recipient: str) -> str:
        try:
            taken = await asyncio.to_thread(
                ingest, self._desk.ctx, raw, sender, recipient, clock.process_now(), self._kind
            )
        except Exception as error:
            report(error)
            return LATER
        return UNKNOWN if taken is None else TAKEN

    async def handle_exception(self, error: Exception) -> str:
        """What nobody expected costs no mail, and tells no stranger anything."""
        report(error)
        return LATER


class _SmtpLine(SMTP):
    """A connection that speaks SMTP."""

    line_length_limit = _LINE_BYTES

    def __init__(self, desk: _Desk, kind: str) -> None:
        super().__init__(
            _Handler(desk, kind),
            data_size_limit=MAIL_BYTES,
            enable_SMTPUTF8=True,
            hostname=desk.ctx.settings.reply_domain,
            ident="noirmail",
            timeout=TIMEOUT,
            command_call_limit=_CALLS,
            loop=asyncio.get_running_loop(),
        )
        self._desk = desk

    def connection_made(self, transport: BaseTransport) -> None:
        self._desk.lines.add(transport)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._desk.lines.discard(self.transport)
        super().connection_lost(error)

    async def _handle_client(self) -> None:
        if self._desk.closing or len(self._desk.lines) > CONNECTIONS:
            await self.push(CLOSING)
            self._writer.close()
            return
        await super()._handle_client()

    async def smtp_DATA(self, arg: str) -> None:
        """Receive a mail; the door does not close meanwhile."""
        with self._desk.taking():
            await super().smtp_DATA(arg)


class _LmtpLine(_SmtpLine, LMTP):
    """A connection that speaks LMTP: after the end of a mail there is an answer for each recipient (RFC 2033)."""

    # Of the mail that is being received, else 0.
    _recipients = 0

    async def push(self, status: AnyStr) -> None:
        """Say something; what is said of a whole mail is said for each recipient."""
        said = status if isinstance(status, str) else status.decode("utf-8")
        if self._recipients and "\r\n" not in said:
            said = "\r\n".join([said] * self._recipients)
        self._recipients = len(self.envelope.rcpt_tos) if self.envelope and said.startswith("354") else 0
        await super().push(said)


_LINES: Final[dict[str, type[_SmtpLine]]] = {"lmtp": _LmtpLine, "smtp": _SmtpLine}


async def attend(
    ctx: Context, listeners: Sequence[Listener], stop: Event, ready: Callable[[list[Listener]], None]
) -> None:
    """Take mails until ``stop``; ``ready`` is told where the listeners are. Raises OSError where one cannot be.

    What is being taken at the end is finished, and answered.
    """
    desk = _Desk(ctx)
    loop = asyncio.get_running_loop()
    servers = []
    try:
        for door in listeners:
            servers.append(
                await loop.create_server(partial(_LINES[door.kind], desk, door.kind), door.host, door.port)
            )
        ports = [server.sockets[0].getsockname()[1] for server in servers]
        ready([Listener(door.kind, door.host, port) for door, port in zip(listeners, ports, strict=True)])
        await stop.wait()
    finally:
        for server in servers:
            server.close()
        await desk.close()


def serve(ctx: Context, listeners: Sequence[Listener], ready: Callable[[list[Listener]], None]) -> None:
    """Take mails until SIGINT or SIGTERM; raises OSError where a listener cannot be."""
    asyncio.run(_until_told(ctx, listeners, ready))


async def _until_told(ctx: Context, listeners: Sequence[Listener], ready: Callable[[list[Listener]], None]) -> None:
    stop = Event()
    for number in (SIGINT, SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await attend(ctx, listeners, stop, ready)


def _readable(address: str) -> str:
    """An address without the halves of characters by which bytes that are no UTF-8 came in."""
    return address.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
