"""Another mail address for an account: asked for by its owner, proven at the new one, told to the old (TRUST R32).

Three steps, each a link that works once and for ten minutes: the owner's, good only in the browser in which it was
asked for; the new address's; and then the old one is told.
"""

from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from structlog import get_logger

from noirmail import clock
from noirmail.i18n import gettext as _
from noirmail.mail.addresses import Address
from noirmail.service import notices, ratelimit
from noirmail.service.context import Context
from noirmail.service.errors import DeadLink, Refused
from noirmail.service.opening import address_of
from noirmail.store.models import Person, SignIn

log = get_logger("noirmail.service.addresses")

LASTS: Final = timedelta(minutes=10)
# How long the mail to the old address may take to arrive.
_TOLD_WITHIN: Final = timedelta(days=7)

Step = Literal["owner", "address"]


def ask(ctx: Context, person_id: int) -> str:
    """Mail the owner's link to the address on file; the proof that the browser must keep, in which it was asked for.

    Beyond five an hour nothing is mailed, and nothing tells that.
    """
    with ctx.db.write() as session:
        person = session.get_one(Person, person_id)
        asked = _asked(ctx, session, person, Address(person.email, person.email_key), "owner", LASTS)
    ctx.wake()
    return ctx.keys.nonce("owner", asked) if asked else ""


def look_owner(ctx: Context, token: str, proof: str) -> str:
    """The address on file of whom the owner's link is for; spends nothing.

    Raises DeadLink, also in any browser but that in which it was asked for.
    """
    with ctx.db.read() as session:
        return _good(ctx, session, "owner", token, proof).email


def propose(ctx: Context, token: str, proof: str, email: str) -> None:
    """Spend the owner's link and mail a link to the new address, whoever has it by now: nothing tells.

    Raises BadInput for what is no address, which spends nothing, and DeadLink.
    """
    address = address_of(email)
    with ctx.db.write() as session:
        row = _good(ctx, session, "owner", token, proof)
        _spend(session, row)
        person = session.get_one(Person, row.person_id)
        _asked(ctx, session, person, address, "address", LASTS)
    ctx.wake()


def look_address(ctx: Context, token: str) -> str:
    """The new address that a link is for; spends nothing. Raises DeadLink."""
    with ctx.db.read() as session:
        return _good(ctx, session, "address", token).email


def confirm(ctx: Context, token: str) -> None:
    """Spend the new address's link: from now on it is the account's; it is signed out everywhere, the old one told.

    Raises DeadLink, and Refused where another account has that address.
    """
    try:
        with ctx.db.write() as session:
            row = _good(ctx, session, "address", token)
            _spend(session, row)
            _change(ctx, session, session.get_one(Person, row.person_id), Address(row.email, row.email_key))
    except IntegrityError:
        # The unique key of the address: who asked first has it.
        raise Refused(_("There is an account with this address already.")) from None
    log.info("an account has got another address", person=row.person_id)
    ctx.wake()


def _change(ctx: Context, session: Session, person: Person, new: Address) -> None:
    old = Address(person.email, person.email_key)
    person.email, person.email_key = new.shown, new.key
    person.address_broken_at = None
    person.version += 1
    session.flush()
    _asked(ctx, session, person, old, "former", _TOLD_WITHIN)


def _asked(
    ctx: Context,
    session: Session,
    person: Person,
    to: Address,
    purpose: Literal["owner", "address", "former"],
    lasts: timedelta,
) -> int | None:
    """Queue one step's mail; the id of its row, None where that address had too many in the last hour."""
    now = clock.now(session)
    if purpose != "former" and not ratelimit.may_mail_sign_in(session, to.key, now):
        return None
    row = SignIn(
        email=to.shown,
        email_key=to.key,
        created_at=now,
        expires_at=now + lasts,
        purpose=purpose,
        person_id=person.id,
    )
    session.add(row)
    session.flush()
    key = f"address-change:{row.id}"
    notices.queue(ctx, session, "address-change", key=key, now=now, sign_in=row, person=person)
    return row.id


def _good(ctx: Context, session: Session, step: Step, token: str, proof: str | None = None) -> SignIn:
    """The row of a link that is still good; ``proof``: what the browser has kept, None where any will do."""
    row = session.get(SignIn, ctx.keys.parse(token))
    ctx.keys.check(step, token, 1 if row is not None and row.purpose == step else None)
    if row is None or row.used_at is not None or row.expires_at <= clock.now(session):
        raise DeadLink
    if proof is not None and not ctx.keys.is_nonce("owner", proof, row.id):
        raise DeadLink
    return row


def _spend(session: Session, row: SignIn) -> None:
    """Of two who spend the same link one wins; the other gets DeadLink."""
    now: datetime = clock.now(session)
    spent = session.execute(
        update(SignIn).where(SignIn.id == row.id, SignIn.used_at.is_(None)).values(used_at=now).returning(SignIn.id)
    )
    if spent.first() is None:
        raise DeadLink
