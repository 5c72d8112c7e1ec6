"""What answers by mail need: messages, suppressed addresses, pauses, absences, how somebody wants their mail.

Every new column has a default of the database's own, so that programs of the version before go on beside it.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
CHECKS = {
    "person": ("mail_mode", "mail_mode IN ('each', 'digest', 'visit')"),
    "sign_in": ("purpose", "purpose IN ('sign-in', 'owner', 'address', 'former')"),
}


def upgrade() -> None:
    for table, columns in added().items():
        change(table, columns)
    op.create_index("ix_sign_in_person_id", "sign_in", ["person_id"])
    op.create_index("ix_inbox_seat", "inbox", ["seat_id", "id"])
    make_messages()
    make_suppressions()


def downgrade() -> None:
    op.drop_table("suppression")
    op.drop_table("message")
    op.drop_index("ix_inbox_seat", "inbox")
    op.drop_index("ix_sign_in_person_id", "sign_in")
    for table, columns in reversed(added().items()):
        change_back(table, [column.name for column in columns])


def added() -> dict[str, list[sa.Column[Any]]]:
    """The new columns of each table."""
    return {
        "person": [
            must("mail_mode", sa.String(6), "each"),
            may("quiet_from", sa.Integer()),
            may("quiet_to", sa.Integer()),
            must("digest_at", sa.Integer(), "480"),
            must("secrets", sa.Boolean(), sa.true()),
            must("picture", sa.Boolean(), sa.false()),
            *(may(name, MOMENT) for name in ("visited_at", "absent_until", "address_broken_at")),
        ],
        "sign_in": [must("purpose", sa.String(8), "sign-in"), points("sign_in", "person")],
        "game": [must("talk", sa.Boolean(), sa.true()), may("paused_until", MOMENT)],
        "seat": [
            *(may(name, sa.Integer()) for name in ("pause_days", "pause_ply")),
            *(may(name, MOMENT) for name in ("absent_until", "present_until")),
            may("unheard_id", BIG),
        ],
        "outbox": [may("provider_message_id", sa.String(255)), points("outbox", "person")],
        "inbox": [
            points("inbox", "seat"),
            may("decision", sa.Integer()),
            may("sender_key", sa.String(80)),
            *(may(name, MOMENT) for name in ("leased_until", "answered_at")),
        ],
    }


def must(name: str, kind: Any, default: Any = None) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, server_default=default)


def may(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=True)


def points(table: str, to: str) -> sa.Column[Any]:
    key = sa.ForeignKey(f"{to}.id", name=f"fk_{table}_{to}_id_{to}")
    return sa.Column(f"{to}_id", BIG, key, nullable=True)


def change(table: str, columns: list[sa.Column[Any]]) -> None:
    with op.batch_alter_table(table) as batch:
        for column in columns:
            batch.add_column(column)
        if table in CHECKS:
            name, rule = CHECKS[table]
            batch.create_check_constraint(op.f(f"ck_{table}_{name}"), rule)


def change_back(table: str, columns: list[str]) -> None:
    with op.batch_alter_table(table) as batch:
        if table in CHECKS:
            batch.drop_constraint(op.f(f"ck_{table}_{CHECKS[table][0]}"), "check")
        for name in columns:
            batch.drop_column(name)


def make_messages() -> None:
    op.create_table(
        "message",
        must("id", BIG),
        must("game_id", BIG),
        must("seat", sa.Integer()),
        must("text", sa.String(1000)),
        must("ply", sa.Integer()),
        must("channel", sa.String(8)),
        must("key", sa.String(80)),
        must("at", MOMENT),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_message_game_id_game"),
        sa.PrimaryKeyConstraint("id", name="pk_message"),
        sa.UniqueConstraint("game_id", "seat", "key", name="uq_message_game_id_seat_key"),
    )
    op.create_index("ix_message_game_id_id", "message", ["game_id", "id"])


def make_suppressions() -> None:
    op.create_table(
        "suppression",
        must("id", BIG),
        must("key", sa.String(80)),
        must("reason", sa.String(10)),
        must("at", MOMENT),
        may("until", MOMENT),
        sa.CheckConstraint("reason IN ('bounce', 'complaint', 'blocked')", name=op.f("ck_suppression_reason")),
        sa.PrimaryKeyConstraint("id", name="pk_suppression"),
        sa.UniqueConstraint("key", name="uq_suppression_key"),
    )
