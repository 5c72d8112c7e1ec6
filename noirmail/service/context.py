"""What every use case is handed: made once at the start of a process, never changed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from noirmail.service.tokens import Keyring

if TYPE_CHECKING:
    from noirmail.config import Settings
    from noirmail.mail.transports import Transport
    from noirmail.store.database import Database


@dataclass(frozen=True, slots=True)
class Context:
    """Settings, database, keys, the way out for mail, and ``wake``, which nudges whoever drains the outbox.

    ``wake`` is called after a commit, may be called too often, and may fail to reach anybody: a sweep comes behind.
    """

    settings: "Settings"
    db: "Database"
    keys: Keyring
    transport: "Transport"
    wake: Callable[[], None]
