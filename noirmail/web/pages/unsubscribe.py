"""Turning off the mails of one game from a mail's own link; it never plays and never gives up (TRUST R9, R10)."""

from dataclasses import dataclass

from flask import Blueprint, Response, request

from noirmail.i18n import gettext as _
from noirmail.service import access, seating
from noirmail.service.tables import table
from noirmail.web.pages.doors import context, field
from noirmail.web.pages.seat_page import Notice
from noirmail.web.pages.tables import Head, head_of
from noirmail.web.rendering import page

unsubscribe = Blueprint("unsubscribe", __name__)


@dataclass(frozen=True, slots=True)
class UnsubscribePage:
    """The mails of one game: on or off, and the choice of the other."""

    head: Head
    on: bool
    action: str
    notice: Notice | None


@unsubscribe.get("/u/<token>")
def ask(token: str) -> Response:
    """A choice without a default; changes nothing."""
    return _shown(token, None)


@unsubscribe.post("/u/<token>")
def choose(token: str) -> Response:
    """What was chosen, or the one click of a mail program (RFC 8058): no cookie, no redirect, 200 however often."""
    ctx = context()
    with ctx.db.read() as session:
        _game, seat = access.unsubscribing_seat(ctx, session, token)
    one_click = request.form.get("List-Unsubscribe") == "One-Click"
    choice = "off" if one_click else field("choice")
    if choice not in ("on", "off"):
        return _shown(token, Notice(_("Nothing was changed: nothing was chosen."), done=False))
    seating.set_mail(ctx, seat.id, choice == "on")
    on, off = (
        _("You get mails for this game again."),
        _("You get no more mails for this game. Your seat is yours still."),
    )
    return _shown(token, Notice(on if choice == "on" else off, done=True))


def _shown(token: str, notice: Notice | None) -> Response:
    ctx = context()
    with ctx.db.read() as session:
        game, seat = access.unsubscribing_seat(ctx, session, token)
    model = UnsubscribePage(head_of(table(ctx, game.id, None)), seat.mail, f"/u/{token}", notice)
    status = 422 if notice and not notice.done else 200
    return page("unsubscribe.html", model, title=_("Mails for this game"), status=status, own=True)
