"""Who is signed in: a session cookie that holds a session token and a form token, set by a POST alone."""

from dataclasses import dataclass

from flask import current_app, session
from flask_wtf.csrf import generate_csrf

from noirmail.service import access
from noirmail.service.context import Context
from noirmail.service.errors import NotSignedIn
from noirmail.store.models import Person

_KEY = "member"
# The forms by which this browser opened tables last, and where each led.
_OPENED = "opened"
_OPENED_MOST = 8


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who is signed in."""

    id: int
    name: str
    email: str
    zone: str


def member(ctx: Context) -> Member | None:
    """Who is signed in, None where nobody is; changes nothing."""
    token = session.get(_KEY)
    if not isinstance(token, str):
        return None
    with ctx.db.read() as rows:
        person = access.person_of_session(ctx, rows, token)
        return _known(person) if person else None


def member_or_refuse(ctx: Context) -> Member:
    """Who is signed in; raises NotSignedIn."""
    known = member(ctx)
    if known is None:
        raise NotSignedIn
    return known


def shown_name() -> str | None:
    """What to call who is signed in, None where nobody is."""
    known = member(current_app.extensions["noirmail"])
    return (known.name or known.email) if known else None


def let_in(ctx: Context, person: Person) -> Member:
    """Sign a person in for this browser: a new session, nothing of the old one stays."""
    session.clear()
    session.permanent = True
    session[_KEY] = ctx.keys.mint("session", person.id, person.version)
    # The form token is made here, so that no page has to change the cookie to show a form.
    generate_csrf()
    return _known(person)


def let_out() -> None:
    """Sign out in this browser."""
    session.clear()


def _known(person: Person) -> Member:
    return Member(person.id, person.name, person.email, person.zone)


def opened_by(form_key: str) -> str | None:
    """The token of the seat that a form of this browser led to before; None where it was not sent yet."""
    found = dict(session.get(_OPENED, [])).get(form_key) if form_key else None
    return found if isinstance(found, str) else None


def remember_opened(form_key: str, token: str) -> None:
    """Keep where a form led, so that a page which is loaded anew does not open a second table."""
    if form_key:
        session[_OPENED] = [*session.get(_OPENED, []), (form_key[:40], token)][-_OPENED_MOST:]
