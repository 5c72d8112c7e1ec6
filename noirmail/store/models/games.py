"""The tables of games: tables to sit at, seats, what is owed, what was done and said."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, LargeBinary, String, UniqueConstraint, text, true
from sqlalchemy.orm import Mapped, mapped_column

from noirmail.store.models.base import Base, BigKey


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
