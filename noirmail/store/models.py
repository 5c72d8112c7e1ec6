"""The tables. They know actions as text, never what an action means.

Times are UTC. Texts that a person typed have the limits of ``noirmail.service.limits``.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC datetime on every database; a naive one is refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone cannot be stored")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        known: datetime = value
        return known.replace(tzinfo=UTC) if known.tzinfo is None else known.astimezone(UTC)


# SQLite numbers rows by itself only where the key is a plain INTEGER.
BigKey = BigInteger().with_variant(Integer, "sqlite")


class Base(DeclarativeBase):
    """Base of all tables; the names of constraints are fixed so that migrations can speak of them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: UtcDateTime, dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012


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


class Game(Base):
    """A table: open while people are invited, running, finished, or cancelled before it started.

    ``number`` is the ply of the last step; a writer takes the row by raising it (TRUST "Decided" 6).
    """

    __tablename__ = "game"
    __table_args__ = (
        CheckConstraint("status IN ('open', 'running', 'finished', 'cancelled')", name="status"),
        CheckConstraint("watch IN ('everyone', 'link', 'players')", name="watch"),
        CheckConstraint("on_timeout IN ('claim', 'forfeit', 'standin')", name="on_timeout"),
        Index("ix_game_listed", "status", "watch", "id"),
        Index("ix_game_watch", "watch", "id"),
    )

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    code: Mapped[str] = mapped_column(String(16), unique=True)
    title: Mapped[str] = mapped_column(String(60), default="")
    ruleset: Mapped[str] = mapped_column(String(16))
    version: Mapped[int]
    options: Mapped[dict[str, Any]]
    players: Mapped[int]
    status: Mapped[str] = mapped_column(String(10), default="open")
    seating: Mapped[str] = mapped_column(String(5))
    watch: Mapped[str] = mapped_column(String(8))
    # Free places may be taken by anybody who finds the game in the public list.
    public: Mapped[bool] = mapped_column(default=False)
    # Seconds.
    per_turn: Mapped[int]
    on_timeout: Mapped[str] = mapped_column(String(8))
    # Raised to make the old join links dead.
    join_version: Mapped[int] = mapped_column(default=1)
    seed: Mapped[bytes] = mapped_column(LargeBinary)
    commitment: Mapped[str] = mapped_column(String(64))
    words: Mapped[list[Any] | None]
    lot: Mapped[list[Any] | None]
    board: Mapped[str | None] = mapped_column(String(25))
    deck: Mapped[str | None] = mapped_column(String(25))
    first: Mapped[int | None]
    number: Mapped[int] = mapped_column(default=0)
    to_act: Mapped[list[Any]] = mapped_column(default=list)
    winners: Mapped[list[Any] | None]
    reason: Mapped[str | None] = mapped_column(String(20))
    opened_at: Mapped[datetime]
    expires_at: Mapped[datetime | None] = mapped_column(index=True)
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    # From then on everything is shown; after an ending by the clock a day later than the end.
    revealed_at: Mapped[datetime | None]
    rematch_of: Mapped[int | None] = mapped_column(ForeignKey("game.id"), unique=True)
    # Whether the players may talk at the table (RULES D31: the cops of buddycops may not, unless opened so).
    talk: Mapped[bool] = mapped_column(default=True, server_default=true())
    # Everybody agreed to rest until then: no turn's time runs before it.
    paused_until: Mapped[datetime | None]


class Seat(Base):
    """A place at a table. ``place`` is the order of joining; ``number`` the seat, None until the lot is drawn."""

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("game_id", "place"),
        UniqueConstraint("game_id", "number"),
        Index("ix_seat_person", "person_id", "game_id"),
        CheckConstraint("kind IN ('person', 'house')", name="kind"),
        CheckConstraint("state IN ('free', 'invited', 'joined')", name="state"),
    )

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    place: Mapped[int]
    number: Mapped[int | None]
    kind: Mapped[str] = mapped_column(String(6), default="person")
    state: Mapped[str] = mapped_column(String(8), default="free")
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    name: Mapped[str] = mapped_column(String(40), default="")
    # The address that was invited, until somebody accepts.
    invited_email: Mapped[str | None] = mapped_column(String(254))
    invited_key: Mapped[str | None] = mapped_column(String(254), index=True)
    invited_at: Mapped[datetime | None]
    joined_at: Mapped[datetime | None]
    word: Mapped[str] = mapped_column(String(200), default="")
    # Raised to make the seat's links dead.
    version: Mapped[int] = mapped_column(default=1)
    mail: Mapped[bool] = mapped_column(default=True)
    standin: Mapped[bool] = mapped_column(default=False)
    # The ply at which this seat offered to end the game by agreement.
    agreed_at_ply: Mapped[int | None]
    # How many days' rest this seat offered, and at which ply.
    pause_days: Mapped[int | None]
    pause_ply: Mapped[int | None]
    # Its player is away until then.
    absent_until: Mapped[datetime | None]
    # Its player was seen at the table, and may answer there before a mail goes out.
    present_until: Mapped[datetime | None]
    # The first message at the table that no mail has told its player yet.
    unheard_id: Mapped[int | None] = mapped_column(BigKey)
    # The kinds of mail about this game that are not wanted besides those of the person.
    muted: Mapped[str] = mapped_column(String(200), default="", server_default="")


class Decision(Base):
    """A choice that a seat owes, or owed. ``number``: the ply after which it was asked.

    ``phase``: waiting (its mail is not taken yet, nothing runs), running, reminded, late, closed.
    ``wake_at``: when the sweep has to look at it next; None while nothing can fall due.
    """

    __tablename__ = "decision"
    __table_args__ = (
        UniqueConstraint("game_id", "seat", "number"),
        CheckConstraint("phase IN ('waiting', 'running', 'reminded', 'late', 'closed')", name="phase"),
        Index(
            "ix_decision_wake_at",
            "wake_at",
            postgresql_where=text("wake_at IS NOT NULL"),
            sqlite_where=text("wake_at IS NOT NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    seat: Mapped[int]
    number: Mapped[int]
    phase: Mapped[str] = mapped_column(String(8))
    opened_at: Mapped[datetime]
    mailed_at: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    wake_at: Mapped[datetime | None]
    closed_at: Mapped[datetime | None]


class Step(Base):
    """One action of the history: append-only, one writer a ply. ``by``: player, house or standin."""

    __tablename__ = "step"
    __table_args__ = (UniqueConstraint("game_id", "seat", "key"),)

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    action: Mapped[str] = mapped_column(String(80))
    public: Mapped[str] = mapped_column(String(80))
    decision: Mapped[int]
    by: Mapped[str] = mapped_column(String(8), default="player")
    # page, api, mail, house or clock.
    channel: Mapped[str] = mapped_column(String(8))
    key: Mapped[str | None] = mapped_column(String(80))
    at: Mapped[datetime]


class Happening(Base):
    """What happened around a game besides its steps: append-only. ``data`` holds no secret."""

    __tablename__ = "happening"
    __table_args__ = (Index("ix_happening_game_id_id", "game_id", "id"),)

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    kind: Mapped[str] = mapped_column(String(20))
    ply: Mapped[int]
    seat: Mapped[int | None]
    channel: Mapped[str] = mapped_column(String(8))
    data: Mapped[dict[str, Any]] = mapped_column(default=dict)
    at: Mapped[datetime]


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


class Message(Base):
    """What a player said at the table, for everybody there to read; spectators read it after the end.

    ``ply``: the last one when it was said. ``key``: by which a repeated request is known again.
    """

    __tablename__ = "message"
    __table_args__ = (
        UniqueConstraint("game_id", "seat", "key"),
        Index("ix_message_game_id_id", "game_id", "id"),
    )

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    seat: Mapped[int]
    text: Mapped[str] = mapped_column(String(1000))
    ply: Mapped[int]
    channel: Mapped[str] = mapped_column(String(8))
    key: Mapped[str] = mapped_column(String(80))
    at: Mapped[datetime]


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


class LocalMail(Base):
    """A mail delivered to the mailbox of the embedded mode, as a mail client would have it."""

    __tablename__ = "local_mail"
    __table_args__ = (Index("ix_local_mail_recipient", "recipient", "id"),)

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    recipient: Mapped[str] = mapped_column(String(254))
    raw: Mapped[bytes] = mapped_column(LargeBinary)
    received_at: Mapped[datetime]


class Heartbeat(Base):
    """When a recurring duty last ran, so that a standstill is noticed and made good."""

    __tablename__ = "heartbeat"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    at: Mapped[datetime]


class UsedToken(Base):
    """The token of a signed call, as a hash, and a hash of the one content that it was good for."""

    __tablename__ = "used_token"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    content: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(index=True)
