"""The tables of mail: what must go out, what came in, and the mailbox of the embedded mode."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from noirmail.store.models.base import Base, BigKey


class OutboxMail(Base):
    """A mail that must go out: all that its bytes depend on, but no text and no secret.

    ``state``: pending, sent, superseded (no longer mattered when its time came), dead (refused for good).
    """

    __tablename__ = "outbox"
    __table_args__ = (
        CheckConstraint("state IN ('pending', 'sent', 'superseded', 'dead')", name="state"),
        # Not only of what is pending: SQLite finds no use for that where the state comes as a value.
        Index("ix_outbox_state", "state", "due_at", "id"),
        Index("ix_outbox_seat", "seat_id", "id"),
    )

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    # What the mail is about, so that no scheduler can queue it twice.
    key: Mapped[str] = mapped_column(String(120), unique=True)
    game_id: Mapped[int | None] = mapped_column(ForeignKey("game.id"))
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seat.id"))
    sign_in_id: Mapped[int | None] = mapped_column(ForeignKey("sign_in.id"))
    ply: Mapped[int | None]
    decision: Mapped[int | None]
    data: Mapped[dict[str, Any]] = mapped_column(default=dict)
    message_id: Mapped[str] = mapped_column(String(120), unique=True)
    date: Mapped[datetime]
    boundary: Mapped[str] = mapped_column(String(60))
    language: Mapped[str] = mapped_column(String(8))
    zone: Mapped[str] = mapped_column(String(64))
    references: Mapped[list[Any]] = mapped_column(default=list)
    state: Mapped[str] = mapped_column(String(10), default="pending")
    due_at: Mapped[datetime]
    leased_until: Mapped[datetime | None]
    tries: Mapped[int] = mapped_column(default=0)
    # The mail server's own words or the reason for not sending, cut to 500 characters, addresses masked.
    note: Mapped[str | None] = mapped_column(Text)
    accepted_at: Mapped[datetime | None]
    # The Message-ID under which the recipient really has it, where a provider gave it another.
    provider_message_id: Mapped[str | None] = mapped_column(String(255))
    # Whom it is for where it belongs to no seat.
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))


class InboxMail(Base):
    """A mail that came in: its bytes sealed with a configured key, kept for 30 days.

    ``key`` and ``sender_key`` are hashes. ``seat_id`` and ``decision``: what its reply address stands for, None for
    any other address. ``held``: it waits for its player's word, or for somebody who looks into it.
    """

    __tablename__ = "inbox"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'done', 'ignored', 'held')", name="state"),
        Index("ix_inbox_state_id", "state", "id"),
        Index("ix_inbox_seat", "seat_id", "id"),
    )

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    source: Mapped[str] = mapped_column(String(12))
    key: Mapped[str] = mapped_column(String(80), unique=True)
    sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    received_at: Mapped[datetime] = mapped_column(index=True)
    state: Mapped[str] = mapped_column(String(8), default="waiting")
    tries: Mapped[int] = mapped_column(default=0)
    note: Mapped[str | None] = mapped_column(Text)
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seat.id"))
    decision: Mapped[int | None]
    sender_key: Mapped[str | None] = mapped_column(String(80))
    leased_until: Mapped[datetime | None]
    answered_at: Mapped[datetime | None]


class LocalMail(Base):
    """A mail delivered to the mailbox of the embedded mode, as a mail client would have it."""

    __tablename__ = "local_mail"
    __table_args__ = (Index("ix_local_mail_recipient", "recipient", "id"),)

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    recipient: Mapped[str] = mapped_column(String(254))
    raw: Mapped[bytes] = mapped_column(LargeBinary)
    received_at: Mapped[datetime]
