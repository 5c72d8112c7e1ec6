"""The tables. They know actions as text, never what an action means.

Times are UTC. Texts that a person typed have the limits of ``noirmail.service.limits``.
"""

from noirmail.store.models.base import Base, BigKey, UtcDateTime
from noirmail.store.models.games import Decision, Game, Happening, Message, Seat, Step
from noirmail.store.models.people import ApiToken, Person, SignIn, Suppression, UsedToken
from noirmail.store.models.post import InboxMail, LocalMail, OutboxMail
from noirmail.store.models.upkeep import Heartbeat

__all__ = [
    "ApiToken",
    "Base",
    "BigKey",
    "Decision",
    "Game",
    "Happening",
    "Heartbeat",
    "InboxMail",
    "LocalMail",
    "Message",
    "OutboxMail",
    "Person",
    "Seat",
    "SignIn",
    "Step",
    "Suppression",
    "UsedToken",
    "UtcDateTime",
]
