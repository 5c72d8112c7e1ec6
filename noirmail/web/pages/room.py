"""The waiting room: a table before it starts, for who opened it and for who has joined."""

from flask import Blueprint, Response

from noirmail.i18n import gettext as _
from noirmail.service import invitations, seating
from noirmail.service.errors import ServiceError
from noirmail.web.pages.doors import context, field, seat_door, ticked
from noirmail.web.pages.seat import show
from noirmail.web.pages.seat_page import Notice

room = Blueprint("room", __name__, url_prefix="/s/<token>")


@room.post("/invite")
def invite(token: str) -> Response:
    """Invite an address to a free place of the opener's table."""
    door = seat_door(token)
    if not field("email").strip():
        return show(door, Notice(_("Nobody was invited: no address was typed."), done=False), status=422)
    try:
        invitations.invite(context(), door.seat_id, _place(), field("email"), field("name"))
    except ServiceError as error:
        return show(door, Notice(error.detail, done=False), status=error.status)
    return show(door, Notice(_("The invitation is on its way."), done=True))


@room.post("/withdraw")
def withdraw(token: str) -> Response:
    """Take an invitation back."""
    door = seat_door(token)
    if not ticked():
        return show(door, Notice(_("Nothing was changed: the box was not ticked."), done=False), status=422)
    try:
        seating.withdraw(context(), door.seat_id, _place())
    except ServiceError as error:
        return show(door, Notice(error.detail, done=False), status=error.status)
    return show(door, Notice(_("The invitation is taken back, and its link is dead."), done=True))


def _place() -> int:
    return int(field("place")) if field("place").isdecimal() and len(field("place")) < 4 else -1
