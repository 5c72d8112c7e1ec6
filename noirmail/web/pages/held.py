"""A mail that waits for its player's word: what it says, and a tick that lets it be done (TRUST R53)."""

from dataclasses import dataclass

from flask import Blueprint, Response

from noirmail.i18n import gettext as _
from noirmail.service import held as service
from noirmail.service.transcripts import Transcript
from noirmail.web.pages.doors import Door, context, seat_door, ticked
from noirmail.web.pages.seat import show, table_of
from noirmail.web.pages.seat_page import Notice
from noirmail.web.pages.tables import Head, Moment, head_of, moment
from noirmail.web.rendering import page

held = Blueprint("held", __name__, url_prefix="/s/<token>")


@dataclass(frozen=True, slots=True)
class HeldPage:
    """The lines that were read in the mail, when it came, and where the player's word is sent."""

    head: Head
    lines: tuple[str, ...]
    when: Moment
    action: str
    back: str
    notice: Notice | None


@held.get("/mail/<int:mail_id>")
def look(token: str, mail_id: int) -> Response:
    """What the mail says; changes nothing."""
    return _shown(seat_door(token), mail_id, None)


@held.post("/mail/<int:mail_id>")
def confirm(token: str, mail_id: int) -> Response:
    """Do what the mail says, if the box was ticked."""
    door = seat_door(token)
    if not ticked():
        return _shown(door, mail_id, Notice(_("Nothing was changed: the box was not ticked."), done=False))
    told = service.confirm(context(), door.seat_id, mail_id)
    return show(door, Notice(_words(told), done=True))


def _shown(door: Door, mail_id: int, notice: Notice | None) -> Response:
    mail = service.look(context(), door.seat_id, mail_id)
    model = HeldPage(
        head=head_of(table_of(door)),
        lines=mail.lines,
        when=moment(mail.received_at, door.zone),
        action=f"{door.base}/mail/{mail_id}",
        back=door.base,
        notice=notice,
    )
    return page("held.html", model, title=_("A mail in your name"), status=422 if notice else 200, own=True)


def _words(told: Transcript) -> str:
    return " ".join([told.headline, *(line.result for line in told.lines)])
