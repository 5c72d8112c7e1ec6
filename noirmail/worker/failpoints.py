"""Ends the process at a named point, as a power cut would; for tests alone (TRUST R110).

Both points lie between two floors, so no service needs a line for them: right after a mail system took a mail,
before the outbox notes it; and right after a commit, before anybody is nudged.
"""

from os import getpid, kill
from signal import SIGKILL

from noirmail.mail.transports import Accepted, Transport


class _DyingTransport:
    """Sends one mail and dies."""

    def __init__(self, real: Transport) -> None:
        self._real = real

    def send(self, envelope_from: str, to: str, raw: bytes) -> Accepted:
        accepted = self._real.send(envelope_from, to, raw)
        kill(getpid(), SIGKILL)
        return accepted


def armed_transport(real: Transport) -> Transport:
    """``real``, but the process ends once a mail was taken."""
    return _DyingTransport(real)


def armed_wake() -> None:
    """In the place of the nudge after a commit: the process ends."""
    kill(getpid(), SIGKILL)
