"""Blocking this site for an address by the link in a mail, and taking it back (TRUST R100)."""

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.service import seating
from noirmail.service.context import Context
from noirmail.service.errors import DeadLink
from noirmail.service.once import insert_once
from noirmail.service.suppression import MARKS, can_block, is_blocked
from noirmail.store.models import Game, OutboxMail, Person, Seat, SignIn, Suppression


def has_blocked(ctx: Context, token: str) -> bool:
    """Whether the address that the link was mailed to has blocked the site; raises DeadLink."""
    with ctx.db.read() as session:
        return is_blocked(session, _mail(ctx, session, token).data)


def block(ctx: Context, token: str) -> None:
    """From now on nothing that strangers cause is mailed to that address, nor are the turns of its games.

    Nobody is told, and no seat is given up. Again, it changes nothing. Raises DeadLink.
    """
    with ctx.db.write() as session:
        mail = _mail(ctx, session, token)
        row = {"key": mail.data[MARKS][0], "reason": "blocked", "at": clock.now(session)}
        insert_once(session, Suppression, row, "key")
        seats = _seats(ctx, session, mail)
    for seat_id in seats:
        seating.set_mail(ctx, seat_id, False)


def allow(ctx: Context, token: str) -> None:
    """Take the block back; mails of games stay off until they are turned on there. Raises DeadLink."""
    with ctx.db.write() as session:
        known = _mail(ctx, session, token).data[MARKS]
        session.execute(delete(Suppression).where(Suppression.key.in_(known), Suppression.reason == "blocked"))


def _mail(ctx: Context, session: Session, token: str) -> OutboxMail:
    mail = session.get(OutboxMail, ctx.keys.parse(token))
    good = mail is not None and can_block(mail.data)
    ctx.keys.check("suppress", token, 1 if good else None)
    if mail is None:
        raise DeadLink
    return mail


def _seats(ctx: Context, session: Session, mail: OutboxMail) -> list[int]:
    """The seats with mail, of games that are not over, whose holder has the address that the mail went to."""
    sign_in = session.get(SignIn, mail.sign_in_id) if mail.sign_in_id else None
    holder = session.scalar(
        select(Person.email_key).join(Seat, Seat.person_id == Person.id).where(Seat.id == mail.seat_id)
    )
    address = sign_in.email_key if sign_in else holder
    # The place may be somebody else's by now.
    if address is None or not set(ctx.keys.nonces("suppress", address)).intersection(mail.data[MARKS]):
        return []
    own = select(Seat.id).join(Person, Person.id == Seat.person_id).join(Game, Game.id == Seat.game_id)
    return list(
        session.scalars(own.where(Person.email_key == address, Seat.mail, Game.status.in_(("open", "running"))))
    )
