"""Runs the migrations on the connection that ``noirmail.store.database`` hands over, in one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from alembic import context
from sqlalchemy import Connection, text

from noirmail.store.models import Base, UtcDateTime

# Two processes of one server may start at once: the second waits, then finds nothing to do.
LOCK = 66647


@contextmanager
def without_foreign_keys(connection: Connection) -> Iterator[None]:
    """SQLite changes a table by making it anew; what points to it must not be checked in between, but afterwards."""
    raw = connection.connection.driver_connection
    raw.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        raw.execute("PRAGMA foreign_keys=ON")


def plain_type(kind: str, item: object, _context: object) -> str | Literal[False]:
    """A migration does not import the models: they move on, it does not."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, UtcDateTime) else False


def run_on_sqlite(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        render_item=plain_type,
        transactional_ddl=True,
    )
    with without_foreign_keys(connection), context.begin_transaction():
        context.run_migrations()
        broken = connection.execute(text("PRAGMA foreign_key_check")).all()
        if broken:
            raise RuntimeError(f"{len(broken)} rows would point to nothing; the migration was undone")


def run_on_postgres(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata)
    with context.begin_transaction():
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        context.run_migrations()


def run() -> None:
    connection: Connection = context.config.attributes["connection"]
    if connection.dialect.name == "sqlite":
        run_on_sqlite(connection)
    else:
        run_on_postgres(connection)


run()
