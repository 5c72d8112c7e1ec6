"""Another mail address for an account, step by step (TRUST R32). Every link opens a page; a POST alone does it."""

from dataclasses import dataclass

from flask import Blueprint, Response, session

from noirmail.i18n import gettext as _
from noirmail.service import addresses as service
from noirmail.service.errors import BadInput
from noirmail.web.members import member_or_refuse
from noirmail.web.pages.deeds import said
from noirmail.web.pages.doors import context, field, ticked
from noirmail.web.pages.seat_page import Notice
from noirmail.web.rendering import page

addresses = Blueprint("addresses", __name__)

# What the browser keeps in which a change was asked for.
_PROOF = "owner"


@dataclass(frozen=True, slots=True)
class AddressPage:
    """One step. ``email``: the address that it is about; ``step``: ask, owner or address; ``typed``: the new one."""

    step: str
    email: str
    action: str
    typed: str
    notice: Notice | None


@addresses.get("/me/address")
def ask_form() -> Response:
    """Whether to change the address; changes nothing."""
    return _shown("ask", member_or_refuse(context()).email, "/me/address", None)


@addresses.post("/me/address")
def ask() -> Response:
    """Mail the owner's link to the address on file, if the box was ticked."""
    known = member_or_refuse(context())
    if not ticked():
        unticked = Notice(_("Nothing was changed: the box was not ticked."), done=False)
        return _shown("ask", known.email, "/me/address", unticked)
    session[_PROOF] = service.ask(context(), known.id)
    words = _("A link is on its way to the address that you have now. Open it in this browser within ten minutes.")
    return said(_("Look into your mail"), words, own=False)


@addresses.get("/address/owner/<token>")
def owner_form(token: str) -> Response:
    """Where the new address is typed; spends nothing."""
    return _owner(token, None)


@addresses.post("/address/owner/<token>")
def owner(token: str) -> Response:
    """Mail a link to the new address, whoever has it."""
    try:
        service.propose(context(), token, _proof(), field("email"))
    except BadInput as error:
        return _owner(token, Notice(error.detail, done=False))
    words = _("If the new address can get mail, a link is on its way. Open it within ten minutes to confirm it.")
    return said(_("Look into your mail"), words, own=False)


@addresses.get("/address/address/<token>")
def address_form(token: str) -> Response:
    """Whether the new address is right; spends nothing."""
    return _address(token, None)


@addresses.post("/address/address/<token>")
def address(token: str) -> Response:
    """From now on it is the account's, if the box was ticked."""
    if not ticked():
        return _address(token, Notice(_("Nothing was changed: the box was not ticked."), done=False))
    service.confirm(context(), token)
    words = _("From now on your mails go there. Sign in with it; the old address is told.")
    return said(_("Your address is changed"), words, own=False)


def _proof() -> str:
    return str(session.get(_PROOF, ""))


def _owner(token: str, notice: Notice | None) -> Response:
    email = service.look_owner(context(), token, _proof())
    return _shown("owner", email, f"/address/owner/{token}", notice, field("email"))


def _address(token: str, notice: Notice | None) -> Response:
    return _shown("address", service.look_address(context(), token), f"/address/address/{token}", notice)


def _shown(step: str, email: str, action: str, notice: Notice | None, typed: str = "") -> Response:
    model = AddressPage(step, email, action, typed, notice)
    return page("address.html", model, title=_("Your mail address"), status=422 if notice else 200)
