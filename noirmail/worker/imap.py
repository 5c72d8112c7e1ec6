"""The door that is a mailbox: what lies there is taken, and marked once it is stored for good (TRUST R44, R66).

A mail is named by its UID, which stands for the same mail as long as the mailbox keeps its UIDVALIDITY. Nothing is
deleted. Two who look at once, or a line that breaks between storing and marking, do no harm: a mail that comes twice
is known again.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from imaplib import IMAP4, IMAP4_SSL
from ipaddress import ip_address
from ssl import create_default_context
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from structlog import get_logger

from noirmail import clock
from noirmail.mail.incoming.limits import MAIL_BYTES, Exceeded
from noirmail.service.arrivals import envelope_of, headers_of
from noirmail.service.context import Context
from noirmail.service.ingest import ingest

log = get_logger("noirmail.imap")

# Seconds to wait for the server at every step.
TIMEOUT: Final = 20
# So many mails are taken at a time; the rest is there the next time.
BATCH: Final = 50
# The mark of a mail that was looked at. Where a server has no words of one's own, \Seen has to do.
MARK: Final = "NoirmailTaken"

# One answer of the server: its text and, where it has one, its literal.
_Said = tuple[bytes, bytes] | bytes | None


class MailboxRefused(RuntimeError):
    """The server does not let noirmail do what it must; the message says what, and no password."""


def fetch(ctx: Context) -> int:
    """Take what is new in the mailbox of the settings, ``BATCH`` mails at most; how many mails were looked at.

    Raises OSError, IMAP4.error and MailboxRefused where the mailbox cannot be used, and whatever the database
    raises; what was not stored and marked by then is there the next time.
    """
    if ctx.settings.imap_url is None:
        return 0
    with _Mailbox.opened(ctx.settings.imap_url) as mailbox:
        uids = mailbox.new()[:BATCH]
        for uid in uids:
            _take(ctx, mailbox.read(uid))
            mailbox.mark(uid)
    return len(uids)


def look(ctx: Context) -> None:
    """Take what is new in the mailbox; one that cannot be used is told to the log and looked at the next time."""
    try:
        fetch(ctx)
    except (OSError, IMAP4.error, MailboxRefused) as error:
        log.warning("the mailbox cannot be used", error=str(error))


def _take(ctx: Context, raw: bytes) -> None:
    """Store a mail that is for noirmail; what is not stays where it is, and nobody but the log is told."""
    try:
        envelope = envelope_of(ctx, headers_of(raw))
    except Exceeded:
        envelope = None
    if envelope is None:
        log.warning("a mail in the mailbox is not for noirmail", bytes=len(raw))
        return
    ingest(ctx, raw, envelope.sender, envelope.recipient, clock.process_now(), "imap")


class _Mailbox:
    """A folder that is open for reading and marking."""

    def __init__(self, server: IMAP4, folder: str) -> None:
        self._server = server
        _done(server.select(_quoted(folder)), "the folder cannot be opened")
        # Without it the numbers mean nothing after the next command (RFC 3501, 2.3.1.1).
        if server.response("UIDVALIDITY")[1] in ([None], [b"0"]):
            raise MailboxRefused("the mailbox does not keep the numbers of its mails (UIDVALIDITY)")
        flags = (server.response("PERMANENTFLAGS")[1][-1] or b"").decode("ascii", "replace")
        self._mark = MARK if r"\*" in flags or MARK in flags else r"\Seen"

    @classmethod
    @contextmanager
    def opened(cls, url: str) -> Iterator["_Mailbox"]:
        """The mailbox at an address such as ``imaps://name:password@host/folder``; INBOX where it names none."""
        address = urlsplit(url)
        server = _connected(address.scheme, address.hostname or "", address.port)
        try:
            # imaplib quotes the password, but not the name.
            server.login(_quoted(unquote(address.username or "")), unquote(address.password or ""))
            yield cls(server, unquote(address.path.strip("/")) or "INBOX")
        finally:
            with suppress(OSError, IMAP4.error):
                server.logout()

    def new(self) -> list[str]:
        """The UIDs of the mails that were not looked at yet, oldest first."""
        wanted = "UNSEEN" if self._mark == r"\Seen" else f"UNKEYWORD {self._mark}"
        said = _done(self._server.uid("SEARCH", f"{wanted} UNDELETED"), "the mailbox cannot be searched")
        return [uid.decode() for line in said if isinstance(line, bytes) for uid in line.split()]

    def read(self, uid: str) -> bytes:
        """The mail, or the beginning of a large one, where its text stands; empty where somebody took it away."""
        said = _done(self._server.uid("FETCH", uid, f"(UID BODY.PEEK[]<0.{MAIL_BYTES}>)"), "no mail can be read")
        return next((part[1] for part in said if isinstance(part, tuple)), b"")

    def mark(self, uid: str) -> None:
        """Note that the mail was looked at; it is not looked at again."""
        _done(self._server.uid("STORE", uid, "+FLAGS.SILENT", f"({self._mark})"), "no mail can be marked")


def _connected(scheme: str, host: str, port: int | None) -> IMAP4:
    """A line to the server: with TLS, but for a server on this machine that offers none."""
    if scheme == "imaps":
        return IMAP4_SSL(host, port or 993, ssl_context=create_default_context(), timeout=TIMEOUT)
    server = IMAP4(host, port or 143, timeout=TIMEOUT)
    try:
        if not _is_loopback(host):
            server.starttls(create_default_context())
    except BaseException:
        server.shutdown()
        raise
    return server


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _done(answer: tuple[str, Sequence[Any]], problem: str) -> list[_Said]:
    status, said = answer
    if status != "OK":
        raise MailboxRefused(problem)
    return list(said)


def _quoted(text: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'
