"""Ways out for a finished mail. One mail, one recipient, one answer: taken, not now, or never."""

import smtplib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal, Protocol
from urllib.parse import urlsplit

from noirmail.mail.smtp import DATA_SECONDS, FAREWELL_SECONDS, Connection, connect

# Where in the conversation with a mail server the mail was refused.
Stage = Literal["connect", "mail", "rcpt", "data"]

# Some servers close a connection after so many mails.
_MAILS_A_CONNECTION = 100


@dataclass(frozen=True, slots=True)
class Accepted:
    """A mail system took the mail. ``provider_message_id``: its own name for the mail, None where it told none."""

    provider_message_id: str | None = None


class Refusal(Exception):
    """The mail was not taken. ``code``: the SMTP reply, 0 where there was none; ``said``: the server's words."""

    def __init__(self, code: int, stage: Stage, said: str) -> None:
        super().__init__(f"{stage}: {code} {said}")
        self.code = code
        self.stage = stage
        self.said = said


class TransientRefusal(Refusal):
    """Not taken now; another try may do."""


class PermanentRefusal(Refusal):
    """Not taken, and this mail never will be."""


class Transport(Protocol):
    """A way out for mail."""

    def send(self, envelope_from: str, to: str, raw: bytes) -> Accepted:
        """Hand one mail over; when this returns, a mail system has taken it.

        Raises TransientRefusal or PermanentRefusal.
        """
        ...


@dataclass(frozen=True, slots=True)
class Sent:
    """A mail that a MemoryTransport took."""

    envelope_from: str
    to: str
    raw: bytes


@dataclass(slots=True)
class MemoryTransport:
    """Takes every mail into a list, in the order in which they came."""

    sent: list[Sent] = field(default_factory=list)

    def send(self, envelope_from: str, to: str, raw: bytes) -> Accepted:
        """Keep the mail."""
        self.sent.append(Sent(envelope_from, to, raw))
        return Accepted()


class SmtpTransport:
    """Sends through the mail server of a URL: smtp://user:password@host:port, or smtps:// for TLS from the start.

    Keeps one connection and reuses it while it is good; threads take turns. ``sign``: what puts a signature in front
    of each mail.
    """

    def __init__(self, url: str, sign: Callable[[bytes], bytes] | None = None) -> None:
        """Connects to nothing yet."""
        self._url = urlsplit(url)
        self._sign = sign
        self._lock = Lock()
        self._connection: Connection | None = None
        self._mails = 0

    def send(self, envelope_from: str, to: str, raw: bytes) -> Accepted:
        """Hand one mail over; raises TransientRefusal or PermanentRefusal.

        A refusal of the sender, the recipient or the content is for good where the server says so (5xx). Whatever
        happens before that is about the server, not about this mail, and passes.
        """
        signed = self._sign(raw) if self._sign else raw
        with self._lock:
            try:
                connection = self._begun(envelope_from)
                _answer("rcpt", lambda: connection.rcpt(to))
                with connection.patient(DATA_SECONDS):
                    _answer("data", lambda: connection.data(signed))
            except BaseException:
                # Whatever went wrong, the next mail begins on clean ground.
                self.close()
                raise
            return Accepted()

    def close(self) -> None:
        """Let the connection go, with a farewell where the server still listens."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(OSError), connection.patient(FAREWELL_SECONDS):
                connection.quit()
            connection.close()

    def _begun(self, envelope_from: str) -> Connection:
        """A connection that has taken the sender; a kept one that the server has left is replaced."""
        if self._connection is not None and self._mails < _MAILS_A_CONNECTION:
            kept = self._connection
            self._mails += 1
            try:
                _answer("mail", lambda: kept.mail(envelope_from))
                return kept
            except TransientRefusal as refusal:
                if refusal.code not in {0, 421}:
                    raise
        self.close()
        made = self._connection = self._connected(envelope_from)
        self._mails = 1
        _answer("mail", lambda: made.mail(envelope_from))
        return made

    def _connected(self, envelope_from: str) -> Connection:
        try:
            return connect(self._url, envelope_from.rpartition("@")[2])
        except smtplib.SMTPResponseException as error:
            raise TransientRefusal(error.smtp_code, "connect", _words(error.smtp_error)) from error
        except OSError as error:
            raise TransientRefusal(0, "connect", f"{type(error).__name__}: {error}") from error


def _answer(stage: Stage, ask: Callable[[], tuple[int, bytes]]) -> None:
    """Ask the server; raises a refusal unless it says yes."""
    try:
        code, said = ask()
    except smtplib.SMTPResponseException as error:
        code, said = error.smtp_code, error.smtp_error if isinstance(error.smtp_error, bytes) else b""
    except OSError as error:
        raise TransientRefusal(0, stage, f"{type(error).__name__}: {error}") from error
    if 500 <= code < 600:
        raise PermanentRefusal(code, stage, _words(said))
    if not 200 <= code < 300:
        raise TransientRefusal(code, stage, _words(said))


def _words(said: bytes | str) -> str:
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else said
