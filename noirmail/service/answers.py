"""The answer to a mail: queued with the word that the mail was dealt with, in one transaction, and not too often."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session
from structlog import get_logger

from noirmail import clock
from noirmail.service import notices, ratelimit, tables, transcripts
from noirmail.service.arrived import State, mark
from noirmail.service.context import Context
from noirmail.service.ratelimit import Allowance
from noirmail.service.transcripts import Transcript
from noirmail.service.writers import Writer
from noirmail.store.models import Person, Seat
from noirmail.words.table import Table

log = get_logger("noirmail.service.answers")

# A Message-ID that is longer, or not of plain letters, is not repeated in a header.
_LONGEST_ID: Final = 200


def answer(
    ctx: Context,
    writer: Writer,
    mail_id: int,
    told: Transcript,
    *,
    state: State = "done",
    note: str | None = None,
    key: str = "",
    answers: str | None = None,
) -> None:
    """Mark a mail as dealt with and queue its answer to the address on file.

    Once for each mail, or for each ``key``. Beyond the budget there is silence (TRUST R57), which the last answer
    says; a turn that an answer would have told comes as a turn's own mail then. ``answers``: the mail's Message-ID.
    """
    table = tables.table(ctx, writer.game_id, writer.seat)
    with ctx.db.write() as session:
        now = clock.now(session)
        allowance = _allowance(session, writer, now)
        if not allowance.may:
            if mark(session, mail_id, state, note or "not answered: there were too many"):
                log.warning("a mail is not answered: there were too many", inbox=mail_id, game=writer.code)
                _tell_turn(ctx, session, writer, table, now)
        elif mark(session, mail_id, state, note, now):
            last = replace(told, resumes=allowance.resumes)
            _queue(ctx, session, writer, table, last, now, key or f"answer:{mail_id}", _plain(answers))
    ctx.wake()


def _allowance(session: Session, writer: Writer, now: datetime) -> Allowance:
    if writer.person_id is None:
        return Allowance(may=False, resumes=None)
    return ratelimit.answers_allowed(session, writer.person_id, writer.game_id, now)


def _queue(
    ctx: Context,
    session: Session,
    writer: Writer,
    table: Table,
    told: Transcript,
    now: datetime,
    key: str,
    answers: str | None,
) -> None:
    notices.queue(
        ctx,
        session,
        "answer",
        key=key,
        now=now,
        to=session.get_one(Seat, writer.seat_id),
        person=session.get_one(Person, writer.person_id),
        ply=table.view.ply if table.view else None,
        decision=table.decision,
        data=transcripts.sealed(ctx, replace(told, due=table.due if told.board else None)),
        answers=answers,
    )


def _tell_turn(ctx: Context, session: Session, writer: Writer, table: Table, now: datetime) -> None:
    """Queue the mail of the turn that the writer owes, where none was: somebody may play by mail alone."""
    if table.decision is not None and table.view is not None:
        owed = {writer.seat: table.decision}
        notices.your_turn(ctx, session, writer.game_id, owed, table.view.ply, now)


def _plain(message_id: str | None) -> str | None:
    """The Message-ID as it may stand in a header of ours, None where it may not."""
    if message_id is None or len(message_id) > _LONGEST_ID or not message_id.isascii():
        return None
    return message_id if message_id.isprintable() else None
