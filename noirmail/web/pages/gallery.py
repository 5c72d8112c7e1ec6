"""What only the one-process mode shows: every kind of mail for every rule set, and the mails that nobody took."""

from dataclasses import dataclass
from typing import Final

from apiflask import APIBlueprint
from flask import Response

from noirmail.i18n import gettext as _
from noirmail.mail.picture import as_page
from noirmail.mail.rendering import render
from noirmail.service import deadletters
from noirmail.service.errors import NotFound, ServiceError
from noirmail.service.gallery import everything, specimen
from noirmail.web.pages.doors import context, field, ticked
from noirmail.web.pages.seat_page import Notice
from noirmail.web.pages.tables import Moment, moment
from noirmail.web.rendering import has_mailbox, page
from noirmail.web.security import MAIL_FRAME, POLICY
from noirmail.words.names import ruleset_name

# One with a guard of its own must say that the description of the API does not ask for it.
gallery = APIBlueprint("gallery", __name__, enable_openapi=False)

# What no database can hold as a number of a row is no address.
_MAIL: Final = f"/outbox/<int(max={2**63 - 1}):mail_id>"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of mail, with a link for each rule set that it can be about."""

    name: str
    links: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class GalleryPage:
    """All kinds."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class SpecimenPage:
    """One mail as text, and where its HTML part is."""

    title: str
    subject: str
    text: str
    frame: str


@dataclass(frozen=True, slots=True)
class Dead:
    """A mail that nobody took. ``action``: below which it is sent once more, or given up."""

    number: int
    words: str
    to: str
    note: str
    when: Moment
    tries: int
    action: str


@dataclass(frozen=True, slots=True)
class OutboxPage:
    """The dead mails."""

    dead: tuple[Dead, ...]
    notice: Notice | None


@gallery.before_request
def here_only() -> None:
    """Nothing of this is on a hosted server."""
    if not has_mailbox():
        raise NotFound


@gallery.get("/gallery")
def every_kind() -> Response:
    """All kinds of mail for all rule sets."""
    links: dict[str, list[tuple[str, str]]] = {}
    for kind, ruleset in everything():
        links.setdefault(kind, []).append((ruleset_name(ruleset), f"/gallery/{ruleset}/{kind}"))
    model = GalleryPage(tuple(Kind(kind, tuple(found)) for kind, found in links.items()))
    return page("gallery.html", model, title=_("Every kind of mail"))


@gallery.get("/gallery/<ruleset>/<kind>")
def one(ruleset: str, kind: str) -> Response:
    """One of them, as text and as HTML."""
    rendered = render(specimen(kind, ruleset))
    title = f"{kind}, {ruleset_name(ruleset)}"
    model = SpecimenPage(title, rendered.subject, rendered.text, f"/gallery/{ruleset}/{kind}/html")
    response = page("specimen.html", model, title=title)
    response.headers["Content-Security-Policy"] = f"{POLICY}; frame-src 'self'"
    return response


@gallery.get("/gallery/<ruleset>/<kind>/html")
def html(ruleset: str, kind: str) -> Response:
    """Its HTML part with the picture of the board, for a sandboxed frame."""
    response = Response(as_page(specimen(kind, ruleset, picture=True)), mimetype="text/html")
    response.headers["Content-Security-Policy"] = MAIL_FRAME
    return response


@gallery.get("/outbox")
def dead_mails() -> Response:
    """The mails that no mail server takes."""
    return _outbox(None)


@gallery.post(f"{_MAIL}/settle")
def settle(mail_id: int) -> Response:
    """Send one once more, or give it up, with a tick."""
    deeds = {"resend": deadletters.resend, "drop": deadletters.drop}
    chosen = deeds.get(field("choice"))
    if chosen is None or not ticked():
        return _outbox(Notice(_("Nothing was changed: nothing was chosen, or the box was not ticked."), done=False))
    try:
        chosen(context(), mail_id)
    except ServiceError as error:
        return _outbox(Notice(error.detail, done=False))
    return _outbox(Notice(_("It is done."), done=True))


def _outbox(notice: Notice | None) -> Response:
    dead = tuple(_dead(entry) for entry in deadletters.listed(context()))
    status = 422 if notice and not notice.done else 200
    return page("outbox.html", OutboxPage(dead, notice), title=_("Mails that nobody took"), status=status)


def _dead(entry: deadletters.Entry) -> Dead:
    words = f"{entry.kind}, {entry.game}" if entry.game else entry.kind
    when = moment(entry.written_at, "UTC")
    return Dead(entry.id, words, entry.to, entry.note, when, entry.tries, f"/outbox/{entry.id}/settle")
