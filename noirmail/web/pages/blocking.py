"""Refusing all mails of this site, from the link in a mail that a stranger can cause (TRUST R100)."""

from dataclasses import dataclass

from flask import Blueprint, Response

from noirmail.i18n import gettext as _
from noirmail.service import blocking as blocks
from noirmail.web.pages.doors import context, field
from noirmail.web.pages.seat_page import Notice
from noirmail.web.rendering import page

blocking = Blueprint("blocking", __name__)


@dataclass(frozen=True, slots=True)
class BlockingPage:
    """Whether the address of the mail wants nothing more from here, and the choice of the other."""

    blocked: bool
    action: str
    notice: Notice | None


@blocking.get("/b/<token>")
def ask(token: str) -> Response:
    """A choice without a default; changes nothing."""
    return _shown(token, None)


@blocking.post("/b/<token>")
def choose(token: str) -> Response:
    """What was chosen; it works at once."""
    choice = field("choice")
    if choice == "block":
        blocks.block(context(), token)
        return _shown(token, Notice(_("Done. Nothing more is mailed to this address."), done=True))
    if choice == "allow":
        blocks.allow(context(), token)
        return _shown(token, Notice(_("Done. Mails may come to this address again."), done=True))
    return _shown(token, Notice(_("Nothing was changed: nothing was chosen."), done=False))


def _shown(token: str, notice: Notice | None) -> Response:
    model = BlockingPage(blocks.has_blocked(context(), token), f"/b/{token}", notice)
    status = 422 if notice and not notice.done else 200
    return page("blocking.html", model, title=_("Mails from this site"), status=status, own=True)
