"""Kinds of mail that somebody does not want, in all games or in one."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    for table in ("person", "seat"):
        op.add_column(table, sa.Column("muted", sa.String(200), nullable=False, server_default=""))


def downgrade() -> None:
    for table in ("seat", "person"):
        op.drop_column(table, "muted")
