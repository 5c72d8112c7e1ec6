"""The first tables.

Steps and happenings are kept for ever: triggers refuse to change or delete them, whoever asks.
Going down takes the tables and with them every game; it is meant for tests and for a server not yet used.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
TABLES = (
    *("person", "sign_in", "api_token", "game", "seat", "decision", "step", "happening"),
    *("outbox", "inbox", "local_mail", "heartbeat"),
)
KEPT = ("step", "happening")


def upgrade() -> None:
    make_people()
    make_game()
    make_seat()
    make_decision()
    make_history()
    make_outbox()
    make_inbox()
    make_rest()
    for table in KEPT:
        keep(table)


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_change()")


def must(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


def may(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=True)


def make_people() -> None:
    op.create_table(
        "person",
        must("id", BIG),
        must("email", sa.String(254)),
        must("email_key", sa.String(254)),
        must("name", sa.String(40)),
        must("language", sa.String(8)),
        must("zone", sa.String(64)),
        must("created_at", MOMENT),
        must("version", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name="pk_person"),
        sa.UniqueConstraint("email_key", name="uq_person_email_key"),
    )
    op.create_table(
        "sign_in",
        must("id", BIG),
        must("email", sa.String(254)),
        must("email_key", sa.String(254)),
        must("created_at", MOMENT),
        must("expires_at", MOMENT),
        may("used_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_sign_in"),
    )
    op.create_index("ix_sign_in_created_at", "sign_in", ["created_at"])
    op.create_index("ix_sign_in_email_key", "sign_in", ["email_key"])
    op.create_table(
        "api_token",
        must("id", BIG),
        may("person_id", BIG),
        must("version", sa.Integer()),
        must("created_at", MOMENT),
        may("revoked_at", MOMENT),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name="fk_api_token_person_id_person"),
        sa.PrimaryKeyConstraint("id", name="pk_api_token"),
    )
    op.create_index("ix_api_token_person_id", "api_token", ["person_id"])


def make_game() -> None:
    op.create_table(
        "game",
        must("id", BIG),
        must("code", sa.String(16)),
        must("title", sa.String(60)),
        must("ruleset", sa.String(16)),
        must("version", sa.Integer()),
        must("options", sa.JSON()),
        must("players", sa.Integer()),
        must("status", sa.String(10)),
        must("seating", sa.String(5)),
        must("watch", sa.String(8)),
        must("public", sa.Boolean()),
        must("per_turn", sa.Integer()),
        must("on_timeout", sa.String(8)),
        must("join_version", sa.Integer()),
        must("seed", sa.LargeBinary()),
        must("commitment", sa.String(64)),
        may("words", sa.JSON()),
        may("lot", sa.JSON()),
        may("board", sa.String(25)),
        may("deck", sa.String(25)),
        may("first", sa.Integer()),
        must("number", sa.Integer()),
        must("to_act", sa.JSON()),
        may("winners", sa.JSON()),
        may("reason", sa.String(20)),
        must("opened_at", MOMENT),
        *(may(f"{word}_at", MOMENT) for word in ("expires", "started", "finished", "revealed")),
        may("rematch_of", BIG),
        sa.CheckConstraint("status IN ('open', 'running', 'finished', 'cancelled')", name=op.f("ck_game_status")),
        sa.CheckConstraint("watch IN ('everyone', 'link', 'players')", name=op.f("ck_game_watch")),
        sa.CheckConstraint("on_timeout IN ('claim', 'forfeit', 'standin')", name=op.f("ck_game_on_timeout")),
        sa.ForeignKeyConstraint(["rematch_of"], ["game.id"], name="fk_game_rematch_of_game"),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.UniqueConstraint("code", name="uq_game_code"),
        sa.UniqueConstraint("rematch_of", name="uq_game_rematch_of"),
    )
    op.create_index("ix_game_expires_at", "game", ["expires_at"])
    op.create_index("ix_game_listed", "game", ["status", "watch", "id"])
    op.create_index("ix_game_watch", "game", ["watch", "id"])


def make_seat() -> None:
    op.create_table(
        "seat",
        must("id", BIG),
        must("game_id", BIG),
        must("place", sa.Integer()),
        may("number", sa.Integer()),
        must("kind", sa.String(6)),
        must("state", sa.String(8)),
        may("person_id", BIG),
        must("name", sa.String(40)),
        may("invited_email", sa.String(254)),
        may("invited_key", sa.String(254)),
        may("invited_at", MOMENT),
        may("joined_at", MOMENT),
        must("word", sa.String(200)),
        must("version", sa.Integer()),
        must("mail", sa.Boolean()),
        must("standin", sa.Boolean()),
        may("agreed_at_ply", sa.Integer()),
        sa.CheckConstraint("kind IN ('person', 'house')", name=op.f("ck_seat_kind")),
        sa.CheckConstraint("state IN ('free', 'invited', 'joined')", name=op.f("ck_seat_state")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_seat_game_id_game"),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name="fk_seat_person_id_person"),
        sa.PrimaryKeyConstraint("id", name="pk_seat"),
        sa.UniqueConstraint("game_id", "place", name="uq_seat_game_id_place"),
        sa.UniqueConstraint("game_id", "number", name="uq_seat_game_id_number"),
    )
    op.create_index("ix_seat_invited_key", "seat", ["invited_key"])
    op.create_index("ix_seat_person", "seat", ["person_id", "game_id"])


def make_decision() -> None:
    op.create_table(
        "decision",
        must("id", BIG),
        must("game_id", BIG),
        must("seat", sa.Integer()),
        must("number", sa.Integer()),
        must("phase", sa.String(8)),
        must("opened_at", MOMENT),
        *(may(f"{word}_at", MOMENT) for word in ("mailed", "due", "wake", "closed")),
        sa.CheckConstraint(
            "phase IN ('waiting', 'running', 'reminded', 'late', 'closed')", name=op.f("ck_decision_phase")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_decision_game_id_game"),
        sa.PrimaryKeyConstraint("id", name="pk_decision"),
        sa.UniqueConstraint("game_id", "seat", "number", name="uq_decision_game_id_seat_number"),
    )
    waits = sa.text("wake_at IS NOT NULL")
    op.create_index("ix_decision_wake_at", "decision", ["wake_at"], postgresql_where=waits, sqlite_where=waits)


def make_history() -> None:
    op.create_table(
        "step",
        must("game_id", BIG),
        must("ply", sa.Integer()),
        must("seat", sa.Integer()),
        must("action", sa.String(80)),
        must("public", sa.String(80)),
        must("decision", sa.Integer()),
        must("by", sa.String(8)),
        must("channel", sa.String(8)),
        may("key", sa.String(80)),
        must("at", MOMENT),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_step_game_id_game"),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_step"),
        sa.UniqueConstraint("game_id", "seat", "key", name="uq_step_game_id_seat_key"),
    )
    op.create_table(
        "happening",
        must("id", BIG),
        must("game_id", BIG),
        must("kind", sa.String(20)),
        must("ply", sa.Integer()),
        may("seat", sa.Integer()),
        must("channel", sa.String(8)),
        must("data", sa.JSON()),
        must("at", MOMENT),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_happening_game_id_game"),
        sa.PrimaryKeyConstraint("id", name="pk_happening"),
    )
    op.create_index("ix_happening_game_id_id", "happening", ["game_id", "id"])


def make_outbox() -> None:
    op.create_table(
        "outbox",
        must("id", BIG),
        must("kind", sa.String(20)),
        must("key", sa.String(120)),
        *(may(f"{table}_id", BIG) for table in ("game", "seat", "sign_in")),
        may("ply", sa.Integer()),
        may("decision", sa.Integer()),
        must("data", sa.JSON()),
        must("message_id", sa.String(120)),
        must("date", MOMENT),
        must("boundary", sa.String(60)),
        must("language", sa.String(8)),
        must("zone", sa.String(64)),
        must("references", sa.JSON()),
        must("state", sa.String(10)),
        must("due_at", MOMENT),
        may("leased_until", MOMENT),
        must("tries", sa.Integer()),
        may("note", sa.Text()),
        may("accepted_at", MOMENT),
        sa.CheckConstraint("state IN ('pending', 'sent', 'superseded', 'dead')", name=op.f("ck_outbox_state")),
        *(
            sa.ForeignKeyConstraint([f"{table}_id"], [f"{table}.id"], name=f"fk_outbox_{table}_id_{table}")
            for table in ("game", "seat", "sign_in")
        ),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
        sa.UniqueConstraint("message_id", name="uq_outbox_message_id"),
    )
    op.create_index("ix_outbox_state", "outbox", ["state", "due_at", "id"])
    op.create_index("ix_outbox_seat", "outbox", ["seat_id", "id"])


def make_inbox() -> None:
    op.create_table(
        "inbox",
        must("id", BIG),
        must("source", sa.String(12)),
        must("key", sa.String(80)),
        may("sealed", sa.LargeBinary()),
        must("received_at", MOMENT),
        must("state", sa.String(8)),
        must("tries", sa.Integer()),
        may("note", sa.Text()),
        sa.CheckConstraint("state IN ('waiting', 'done', 'ignored', 'held')", name=op.f("ck_inbox_state")),
        sa.PrimaryKeyConstraint("id", name="pk_inbox"),
        sa.UniqueConstraint("key", name="uq_inbox_key"),
    )
    op.create_index("ix_inbox_received_at", "inbox", ["received_at"])
    op.create_index("ix_inbox_state_id", "inbox", ["state", "id"])


def make_rest() -> None:
    op.create_table(
        "local_mail",
        must("id", BIG),
        must("recipient", sa.String(254)),
        must("raw", sa.LargeBinary()),
        must("received_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_local_mail"),
    )
    op.create_index("ix_local_mail_recipient", "local_mail", ["recipient", "id"])
    op.create_table(
        "heartbeat",
        must("name", sa.String(20)),
        must("at", MOMENT),
        sa.PrimaryKeyConstraint("name", name="pk_heartbeat"),
    )


def keep(table: str) -> None:
    """Let the database itself refuse to change or delete what ``table`` holds."""
    if op.get_bind().dialect.name == "sqlite":
        for deed in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_refuses_{deed.lower()} BEFORE {deed} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        return
    op.execute(
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME "
        "USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
