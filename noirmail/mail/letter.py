"""A letter: everything that its bytes depend on."""

from dataclasses import dataclass, field
from datetime import datetime

from noirmail.mail.kinds import Context


@dataclass(frozen=True, slots=True)
class Letter:
    """What one mail is made from; the same letter always gives the same bytes.

    ``sender`` and ``to`` are bare addresses. ``message_id`` and ``references`` have their angle brackets;
    the last of ``references`` is what this mail answers. ``list_id``: '' where the mail belongs to no game.
    ``unsubscribe``: the one-click address of the mails of this game, None where nothing can be turned off.
    ``unsubscribe_kind``: the same for mails of this kind alone. ``mails``: where the reader chooses how mails come.
    ``block``: where the reader refuses all mails of the site, for mails that a stranger can cause.
    ``picture``: the board is shown as a picture, too.
    ``auto_submitted``: auto-generated, or auto-replied for an answer to a mail.
    """

    kind: str
    sender: str
    to: str
    message_id: str
    date: datetime
    boundary: str
    language: str
    zone: str
    context: Context
    references: tuple[str, ...] = ()
    list_id: str = ""
    help_url: str = ""
    reply_to: str | None = None
    unsubscribe: str | None = None
    unsubscribe_kind: str | None = None
    mails: str | None = None
    block: str | None = None
    picture: bool = False
    auto_submitted: str = field(default="auto-generated")
