"""Inserting a row that may be there already: whoever is first wins, the others change nothing."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from noirmail.store.models import Base


def insert_once(session: Session, table: type[Base], values: Mapping[str, Any], unique: str) -> bool:
    """Insert a row unless one with the same ``unique`` column exists; whether it was inserted.

    A concurrent insert of the same is waited for, never an error.
    """
    insert = postgresql.insert if session.connection().dialect.name == "postgresql" else sqlite.insert
    column = table.__table__.columns[unique]
    inserted = session.execute(
        insert(table).values(dict(values)).on_conflict_do_nothing(index_elements=[unique]).returning(column)
    )
    return inserted.first() is not None
