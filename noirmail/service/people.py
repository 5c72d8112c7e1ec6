"""People: a mail address is an account, a single-use link the way in ("Decided" 1)."""

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import available_timezones

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.i18n import gettext as _
from noirmail.mail.addresses import Address
from noirmail.service import notices, ratelimit, suppression
from noirmail.service.context import Context
from noirmail.service.errors import BadInput, DeadLink
from noirmail.service.limits import clean_name
from noirmail.service.once import insert_once
from noirmail.service.opening import address_of
from noirmail.store.models import Person, SignIn

SIGN_IN_LASTS: Final = timedelta(minutes=30)


def ask_sign_in(ctx: Context, email: str) -> None:
    """Mail a sign-in link to that address, known or not; nothing tells the two apart (TRUST R99).

    Beyond the limits nothing is mailed, and nothing tells that either. Raises BadInput for what is no address.
    """
    address = address_of(email)
    with ctx.db.write() as session:
        now = clock.now(session)
        if not ratelimit.may_mail_sign_in(session, address.key, now):
            return
        sign_in = SignIn(email=address.shown, email_key=address.key, created_at=now, expires_at=now + SIGN_IN_LASTS)
        session.add(sign_in)
        session.flush()
        person = session.scalars(select(Person).where(Person.email_key == address.key)).one_or_none()
        key = f"sign-in:{sign_in.id}"
        data = suppression.marks(ctx, address.key)
        notices.queue(ctx, session, "sign-in", key=key, now=now, sign_in=sign_in, person=person, data=data)
    ctx.wake()


def look_sign_in(ctx: Context, token: str) -> str:
    """The address that a sign-in link is for; spends nothing. Raises DeadLink where it was used or is too old."""
    with ctx.db.read() as session:
        sign_in = _sign_in(ctx, session, token)
        if sign_in.used_at is not None or sign_in.expires_at <= clock.now(session):
            raise DeadLink
        return sign_in.email


def sign_in(ctx: Context, token: str, name: str = "") -> Person:
    """Spend a sign-in link: the person of its address, made if there was none. ``name`` fills an empty one.

    Of two who spend the same link one wins; the other, and whoever comes after 30 minutes, gets DeadLink.
    """
    chosen = clean_name(name) if name.strip() else ""
    with ctx.db.write() as session:
        asked = _sign_in(ctx, session, token)
        now = clock.now(session)
        spent = session.execute(
            update(SignIn)
            .where(SignIn.id == asked.id, SignIn.used_at.is_(None), SignIn.expires_at > now)
            .values(used_at=now)
            .returning(SignIn.id)
        )
        if spent.first() is None:
            raise DeadLink
        person = ensure_person(session, Address(asked.email, asked.email_key), now, chosen)
        if person.address_broken_at is not None:
            suppression.forgive(ctx, session, person)
        return person


def ensure_person(session: Session, address: Address, now: datetime, name: str = "") -> Person:
    """The person of an address that was proven, made if there is none; ``name`` fills an empty one."""
    made = {
        "email": address.shown,
        "email_key": address.key,
        "name": name,
        "language": "en",
        "zone": "UTC",
        "created_at": now,
        "version": 1,
    }
    insert_once(session, Person, made, "email_key")
    person = session.scalars(select(Person).where(Person.email_key == address.key)).one()
    if name and not person.name:
        person.name = name
    return person


def rename(ctx: Context, person_id: int, name: str) -> None:
    """Give a person another name, for games joined from now on; raises BadInput."""
    clean = clean_name(name)
    with ctx.db.write() as session:
        session.get_one(Person, person_id).name = clean


def set_zone(ctx: Context, person_id: int, zone: str) -> None:
    """Tell times to a person in that time zone, by its IANA name; raises BadInput."""
    if zone not in available_timezones():
        raise BadInput(_("There is no such time zone."), "zone")
    with ctx.db.write() as session:
        session.get_one(Person, person_id).zone = zone


def sign_out_everywhere(ctx: Context, person_id: int) -> None:
    """Make every session of a person worthless, this one included; links to seats stay good."""
    with ctx.db.write() as session:
        session.execute(update(Person).where(Person.id == person_id).values(version=Person.version + 1))


def _sign_in(ctx: Context, session: Session, token: str) -> SignIn:
    found = session.get(SignIn, ctx.keys.parse(token))
    ctx.keys.check("sign-in", token, 1 if found else None)
    if found is None or found.purpose != "sign-in":
        raise DeadLink
    return found
