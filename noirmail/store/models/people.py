"""The tables about people: their accounts, links they asked for, tokens, and addresses that get nothing."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, false, true
from sqlalchemy.orm import Mapped, mapped_column

from noirmail.store.models.base import Base, BigKey


class Person(Base):
    """Somebody with a mail address; the address is the account."""

    __tablename__ = "person"
    __table_args__ = (CheckConstraint("mail_mode IN ('each', 'digest', 'visit')", name="mail_mode"),)

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    email: Mapped[str] = mapped_column(String(254))
    # The address as compared (domain in lower-case ASCII, local part in lower case).
    email_key: Mapped[str] = mapped_column(String(254), unique=True)
    name: Mapped[str] = mapped_column(String(40))
    language: Mapped[str] = mapped_column(String(8), default="en")
    zone: Mapped[str] = mapped_column(String(64), default="UTC")
    created_at: Mapped[datetime]
    # Raised to sign the person out everywhere.
    version: Mapped[int] = mapped_column(default=1)
    # each: a mail at each turn; digest: one a day; visit: one until the next visit.
    mail_mode: Mapped[str] = mapped_column(String(6), default="each", server_default="each")
    # Minutes of the local day between which no mail comes; None: any time.
    quiet_from: Mapped[int | None]
    quiet_to: Mapped[int | None]
    # Minutes of the local day at which the digest comes.
    digest_at: Mapped[int] = mapped_column(default=480, server_default="480")
    # Whether mails may tell the person's own secrets, and carry a picture of the board.
    secrets: Mapped[bool] = mapped_column(default=True, server_default=true())
    picture: Mapped[bool] = mapped_column(default=False, server_default=false())
    visited_at: Mapped[datetime | None]
    # Away in all games until then: no deadline of the person's falls due before a turn's length after it.
    absent_until: Mapped[datetime | None]
    # When a mail to the address bounced for good; None while it is good.
    address_broken_at: Mapped[datetime | None]
    # The kinds of mail about games that are not wanted, in alphabetical order with a space between.
    muted: Mapped[str] = mapped_column(String(200), default="", server_default="")


class SignIn(Base):
    """A link to an address, good once and for a short time.

    ``purpose``: ``sign-in`` (30 minutes, any device); ``owner``, what an account is changed with; ``address``, by
    which a new address is proven; ``former``, the address that an account had, to be told that it has another now.
    """

    __tablename__ = "sign_in"
    __table_args__ = (
        CheckConstraint("purpose IN ('sign-in', 'owner', 'address', 'former')", name="purpose"),
        Index("ix_sign_in_person_id", "person_id"),
    )

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    email: Mapped[str] = mapped_column(String(254))
    email_key: Mapped[str] = mapped_column(String(254), index=True)
    created_at: Mapped[datetime] = mapped_column(index=True)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    purpose: Mapped[str] = mapped_column(String(8), default="sign-in", server_default="sign-in")
    # Whose account it changes; None where it signs somebody in.
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))


class ApiToken(Base):
    """A token of the JSON API: a person's, or a host's where ``person_id`` is None."""

    __tablename__ = "api_token"

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"), index=True)
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]


class Suppression(Base):
    """An address that takes no mail, as a keyed hash; it outlives whoever had it."""

    __tablename__ = "suppression"
    __table_args__ = (CheckConstraint("reason IN ('bounce', 'complaint', 'blocked')", name="reason"),)

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    key: Mapped[str] = mapped_column(String(80), unique=True)
    reason: Mapped[str] = mapped_column(String(10))
    at: Mapped[datetime]
    # None: until somebody takes it back.
    until: Mapped[datetime | None]


class UsedToken(Base):
    """The token of a signed call, as a hash, and a hash of the one content that it was good for."""

    __tablename__ = "used_token"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    content: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(index=True)
