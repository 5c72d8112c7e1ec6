"""Mails that wait for their player's word: looked at and confirmed under the key of the seat (TRUST R53)."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.orm import Session

from noirmail.i18n import speaking
from noirmail.mail.incoming.commands import ActionText, Command
from noirmail.mail.incoming.letter import IncomingLetter
from noirmail.service import replies
from noirmail.service.arrived import Arrived, close, opened
from noirmail.service.context import Context
from noirmail.service.errors import NotFound
from noirmail.service.sealing import BrokenSeal
from noirmail.service.transcripts import Transcript
from noirmail.service.writers import Writer, writer_of
from noirmail.store.models import InboxMail


@dataclass(frozen=True, slots=True)
class HeldMail:
    """``lines``: what was read in it, in the writer's own words; none where nothing could be."""

    received_at: datetime
    lines: tuple[str, ...]


def look(ctx: Context, seat_id: int, mail_id: int) -> HeldMail:
    """A mail to that seat which waits for its player's word; changes nothing. Raises NotFound for any other."""
    mail, letter, writer = _held(ctx, seat_id, mail_id)
    decision = mail.recipient.decision if mail.recipient else None
    with speaking(writer.language):
        lines = replies.lines_of(ctx, letter, writer, decision)
    return HeldMail(mail.received_at, tuple(line.raw for line in lines if isinstance(line, ActionText | Command)))


def confirm(ctx: Context, seat_id: int, mail_id: int) -> Transcript:
    """Do what the mail says, as if its player's address had stood in it; what came of it. Raises NotFound."""
    mail, letter, writer = _held(ctx, seat_id, mail_id)
    with speaking(writer.language):
        # Perhaps it was confirmed before, and the power went.
        told = replies.obey(ctx, replace(mail, again=True), letter, writer).transcript
    close(ctx, mail_id, "done", "confirmed by its player")
    return told


def _held(ctx: Context, seat_id: int, mail_id: int) -> tuple[Arrived, IncomingLetter, Writer]:
    with ctx.db.read() as session:
        row, writer = _row(session, seat_id, mail_id), writer_of(session, seat_id)
    try:
        mail = opened(ctx, row)
    except BrokenSeal:
        raise NotFound from None
    if writer is None or not isinstance(mail.letter, IncomingLetter):
        raise NotFound
    return mail, mail.letter, writer


def _row(session: Session, seat_id: int, mail_id: int) -> InboxMail:
    """The row of a held mail of that seat whose player was asked."""
    row = session.get(InboxMail, mail_id) if 0 < mail_id < 2**63 else None
    if row is None or row.seat_id != seat_id or row.state != "held" or row.answered_at is None:
        raise NotFound
    return row
