"""Tokens of signed calls, each good for one content."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "used_token",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("content", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_used_token"),
    )
    op.create_index("ix_used_token_at", "used_token", ["at"])


def downgrade() -> None:
    op.drop_table("used_token")
