"""A connection to a mail server whose every reply must come in time, however slowly its bytes drip (TRUST R71)."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from socket import socket
from time import monotonic
from urllib.parse import SplitResult, unquote

CONNECT_SECONDS = 10.0
COMMAND_SECONDS = 60.0
DATA_SECONDS = 120.0
FAREWELL_SECONDS = 2.0


class _Replies:
    """What a server says, line by line; the whole of a reply must be there before ``until``."""

    def __init__(self, sock: socket) -> None:
        self._sock = sock
        self._read = b""
        self.until = 0.0

    def readline(self, limit: int) -> bytes:
        """The next line, at most ``limit`` bytes, shorter where the connection ended; raises TimeoutError."""
        while b"\n" not in self._read and len(self._read) < limit:
            left = self.until - monotonic()
            if left <= 0:
                raise TimeoutError("no reply in time")
            self._sock.settimeout(left)
            more = self._sock.recv(8192)
            if not more:
                break
            self._read += more
        end = self._read.find(b"\n") + 1 or len(self._read)
        line, self._read = self._read[: min(end, limit)], self._read[min(end, limit) :]
        return line

    def close(self) -> None:
        """The connection closes its socket itself."""


class Connection(smtplib.SMTP):
    """An SMTP connection with a limit for every reply as a whole."""

    patience = CONNECT_SECONDS

    def getreply(self) -> tuple[int, bytes]:
        """The server's next reply; raises SMTPServerDisconnected where it does not come in time."""
        if self.file is None and self.sock is not None:
            self.file = _Replies(self.sock)
        if self.file is not None:
            self.file.until = monotonic() + self.patience
        return super().getreply()

    def send(self, s: bytes | str) -> None:  # type: ignore[override]
        """Hand bytes to the server within the patience of the moment."""
        if self.sock is not None:
            self.sock.settimeout(self.patience)
        super().send(s)

    @contextmanager
    def patient(self, seconds: float) -> Iterator[None]:
        """Wait so long for each reply while the block runs."""
        before, self.patience = self.patience, seconds
        try:
            yield
        finally:
            self.patience = before


class TlsConnection(Connection, smtplib.SMTP_SSL):
    """The same over TLS from the first byte."""


def connect(url: SplitResult, name: str) -> Connection:
    """A connection that is ready for mails: greeted, over TLS where it can be or must be, logged in.

    ``name`` is what noirmail calls itself. Raises smtplib's errors and OSError. Where there is a password to
    protect, TLS is a must and the certificate is checked, loopback aside; else TLS is taken as it is offered.
    """
    host, secure = url.hostname or "", url.scheme == "smtps"
    must = bool(url.username) and not _is_loopback(host)
    if secure:
        connection: Connection = TlsConnection(
            host, url.port or 465, name, timeout=CONNECT_SECONDS, context=_context(check=True)
        )
    else:
        connection = Connection(host, url.port or 25, name, timeout=CONNECT_SECONDS)
    try:
        connection.patience = COMMAND_SECONDS
        _greet(connection, must and not secure, url)
    except BaseException:
        connection.close()
        raise
    return connection


def _greet(connection: Connection, must: bool, url: SplitResult) -> None:
    connection.ehlo_or_helo_if_needed()
    if not isinstance(connection, TlsConnection) and (must or connection.has_extn("starttls")):
        connection.starttls(context=_context(check=must))
        connection.ehlo_or_helo_if_needed()
    if url.username:
        connection.login(unquote(url.username), unquote(url.password or ""))


def _context(*, check: bool) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if not check:
        # As mail servers do among themselves: a certificate that nobody vouches for is better than plain text.
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
