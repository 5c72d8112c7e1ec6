"""Inserting a row that may be there already: whoever is first wins, the others change nothing."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import Insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from noirmail.store.models import Base


def insert_once(session: Session, table: type[Base], values: Mapping[str, Any], unique: str) -> bool:
    """Insert a row unless one with the same ``unique`` column exists; whether it was inserted.

    A concurrent insert of the same is waited for, never an error.
    """
    connection = session.connection()
    statement = _statement(connection.dialect.name, table.__tablename__, unique)
    return connection.execute(statement, dict(values)).first() is not None


@cache
def _statement(dialect: str, table: str, unique: str) -> Insert:
    rows = Base.metadata.tables[table]
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    return insert(rows).on_conflict_do_nothing(index_elements=[unique]).returning(rows.c[unique])
