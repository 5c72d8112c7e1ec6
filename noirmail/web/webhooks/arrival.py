"""What every provider's call comes down to: the bytes of a mail and its envelope."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Request

from noirmail.config import Settings


class Shut(Exception):
    """The settings name no secret of this provider's: there is no such door."""


class NotGenuine(Exception):
    """The call does not prove that it comes from the provider."""


class Unreadable(Exception):
    """The call is genuine and lacks what is needed; the message says what, for the provider's own log."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A mail as a provider hands it over. ``sender``: empty for what a program sent.

    ``token``: what makes the call good for one mail only, None where the call proves itself as a whole.
    """

    raw: bytes
    sender: str
    recipient: str
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Provider:
    """How one provider's calls are read, and the status by which it is told to give a mail up.

    ``read`` raises Shut, NotGenuine and Unreadable.
    """

    name: str
    read: Callable[[Settings, Request], Arrival]
    never: int
