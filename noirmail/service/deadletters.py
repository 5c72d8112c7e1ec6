"""What the host looks at and decides of mails: those that are dead, and those that wait (TRUST R72)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.i18n import gettext as _
from noirmail.logs import mask
from noirmail.service import marks
from noirmail.service.context import Context
from noirmail.service.errors import NotFound, Refused
from noirmail.service.parcels import Parcel, address_of, parcels
from noirmail.store.models import OutboxMail

State = Literal["dead", "pending"]
LISTED: Final = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """A mail: whom it is for, masked; why it is where it is; when it is tried next, None where it is not."""

    id: int
    kind: str
    game: str | None
    to: str
    written_at: datetime
    tries: int
    note: str
    again_at: datetime | None


def listed(ctx: Context, state: State = "dead") -> list[Entry]:
    """The mails that are dead, or wait, the oldest first; 200 at the most."""
    with ctx.db.read() as session:
        wanted = select(OutboxMail.id).where(OutboxMail.state == state).order_by(OutboxMail.id).limit(LISTED)
        found = parcels(session, session.scalars(wanted))
    return [_entry(parcel) for parcel in sorted(found, key=lambda parcel: parcel.id)]


def resend(ctx: Context, mail_id: int) -> None:
    """Send a dead mail once more, as it was, with the tries it had at first; raises NotFound, Refused."""
    with ctx.db.write() as session:
        now = clock.now(session)
        values = {"state": "pending", "due_at": now, "tries": 0, "leased_until": None}
        revived = update(OutboxMail).where(OutboxMail.id == mail_id, OutboxMail.state == "dead").values(**values)
        if session.execute(revived.returning(OutboxMail.id)).first() is None:
            _refuse(session, mail_id, _("Only a dead mail is sent once more."))
    ctx.wake()


def drop(ctx: Context, mail_id: int) -> None:
    """Give a dead or waiting mail up for good; its decision waits for it no longer. Raises NotFound, Refused."""
    with ctx.db.read() as session:
        found = parcels(session, [mail_id])
    if not found:
        raise NotFound
    if found[0].state not in ("dead", "pending"):
        raise Refused(_("This mail is settled already."))
    marks.dropped(ctx, found[0])


def _refuse(session: Session, mail_id: int, why: str) -> None:
    if session.get(OutboxMail, mail_id) is None:
        raise NotFound
    raise Refused(why)


def _entry(parcel: Parcel) -> Entry:
    return Entry(
        id=parcel.id,
        kind=parcel.kind,
        game=parcel.game_code,
        to=mask(address_of(parcel) or ""),
        written_at=parcel.date,
        tries=parcel.tries,
        note=parcel.note or "",
        again_at=parcel.due_at if parcel.state == "pending" else None,
    )
