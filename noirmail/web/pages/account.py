"""Signing in and out, and a person's own tables. Account pages use a cookie; it is set by a POST alone."""

from dataclasses import dataclass
from zoneinfo import available_timezones

from flask import Blueprint, Response, redirect
from werkzeug.wrappers import Response as AnyResponse

from noirmail.i18n import gettext as _
from noirmail.service import games, people
from noirmail.service.errors import BadInput
from noirmail.web.members import Member, let_in, let_out, member_or_refuse
from noirmail.web.pages.deeds import said
from noirmail.web.pages.doors import context, field, ticked
from noirmail.web.pages.lists import GameLine, own_line
from noirmail.web.pages.seat_page import Notice
from noirmail.web.rendering import page

account = Blueprint("account", __name__)


@dataclass(frozen=True, slots=True)
class SignInPage:
    """Asking for a sign-in link; ``email`` as typed."""

    email: str
    notice: Notice | None


@dataclass(frozen=True, slots=True)
class EnterPage:
    """Spending a sign-in link: for whom it is."""

    email: str
    action: str
    name: str
    notice: Notice | None


@dataclass(frozen=True, slots=True)
class SignOutPage:
    """Whom it is about."""

    email: str


@dataclass(frozen=True, slots=True)
class MePage:
    """A person's own tables: what waits for them first; and what they are called and where they live."""

    name: str
    email: str
    zone: str
    zones: tuple[str, ...]
    waiting: tuple[GameLine, ...]
    others: tuple[GameLine, ...]
    finished: tuple[GameLine, ...]
    notice: Notice | None


@account.get("/sign-in")
def sign_in_form() -> Response:
    """Where a sign-in link is asked for."""
    return _sign_in_form("", None)


@account.post("/sign-in")
def ask_sign_in() -> Response:
    """Mail a sign-in link; the same answer for known and unknown addresses (TRUST R99)."""
    try:
        people.ask_sign_in(context(), field("email"))
    except BadInput as error:
        return _sign_in_form(field("email"), Notice(error.detail, done=False))
    words = _("If this address can get mail, a link is on its way. It works once, for 30 minutes, on any device.")
    return said(_("Look into your mail"), words, own=False)


@account.get("/sign-in/<token>")
def enter_form(token: str) -> Response:
    """Whom the link signs in; spends nothing."""
    return _enter_form(token, None)


@account.post("/sign-in/<token>")
def enter(token: str) -> AnyResponse:
    """Spend the link, if the box was ticked."""
    if not ticked():
        return _enter_form(token, Notice(_("The box was not ticked. The link is still good."), done=False))
    try:
        person = people.sign_in(context(), token, field("name"))
    except BadInput as error:
        return _enter_form(token, Notice(error.detail, done=False))
    let_in(context(), person)
    return redirect("/me", 303)


@account.get("/sign-out")
def sign_out_form() -> Response:
    """Asking whether to sign out."""
    return page("signout.html", SignOutPage(member_or_refuse(context()).email), title=_("Sign out"))


@account.post("/sign-out")
def sign_out() -> Response:
    """Sign out here, or everywhere."""
    choice = field("choice")
    if choice == "everywhere":
        people.sign_out_everywhere(context(), member_or_refuse(context()).id)
    if choice in ("here", "everywhere"):
        let_out()
        return said(_("You are signed out"), _("The links to your seats work on."), own=False)
    return sign_out_form()


@account.get("/me")
def me() -> Response:
    """My tables, what waits for me first."""
    return _me(member_or_refuse(context()), None)


@account.post("/me")
def change_me() -> Response:
    """Another name or time zone."""
    known = member_or_refuse(context())
    try:
        if field("name").strip() and field("name") != known.name:
            people.rename(context(), known.id, field("name"))
        if field("zone") and field("zone") != known.zone:
            people.set_zone(context(), known.id, field("zone"))
    except BadInput as error:
        return _me(known, Notice(error.detail, done=False))
    return _me(member_or_refuse(context()), Notice(_("Kept."), done=True))


def _sign_in_form(email: str, notice: Notice | None) -> Response:
    model = SignInPage(email, notice)
    return page("signin.html", model, title=_("Sign in"), status=422 if notice else 200)


def _enter_form(token: str, notice: Notice | None) -> Response:
    email = people.look_sign_in(context(), token)
    model = EnterPage(email, f"/sign-in/{token}", field("name"), notice)
    return page("enter.html", model, title=_("Sign in"), status=422 if notice else 200)


def _me(known: Member, notice: Notice | None) -> Response:
    lines = [own_line(listed, known.zone) for listed in games.all_of(context(), known.id)]
    model = MePage(
        name=known.name,
        email=known.email,
        zone=known.zone,
        zones=tuple(sorted(zone for zone in available_timezones() if "/" in zone or zone == "UTC")),
        waiting=tuple(line for line in lines if line.waits),
        others=tuple(line for line in lines if not line.waits and not line.over),
        finished=tuple(line for line in lines if line.over),
        notice=notice,
    )
    status = 422 if notice and not notice.done else 200
    return page("me.html", model, title=_("My tables"), status=status)
