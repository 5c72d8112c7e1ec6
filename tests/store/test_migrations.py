"""The tables are made and unmade by numbered migrations, on both databases."""

from multiprocessing import get_context
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from noirmail.data import data_dir
from noirmail.store.database import Database
from noirmail.store.models import Base, Step
from tests.store.filled import fill


def revisions() -> list[str]:
    """The numbers of all migrations, oldest first."""
    return [script.revision for script in ScriptDirectory(data_dir("migrations")).walk_revisions()][::-1]


def tables(db: Database) -> set[str]:
    with db.read() as session:
        return set(inspect(session.connection()).get_table_names()) - {"alembic_version"}


def test_migrations_are_numbered_and_have_a_single_head() -> None:
    scripts = ScriptDirectory(data_dir("migrations"))

    assert revisions() == [f"{number:04}" for number in range(1, len(revisions()) + 1)]
    assert scripts.get_heads() == [revisions()[-1]]
    assert all(script.path.rpartition("/")[2].startswith(script.revision) for script in scripts.walk_revisions())


def test_upgrading_from_nothing_gives_what_the_models_say(empty_db: Database) -> None:
    empty_db.migrate()

    with empty_db.write() as session:
        assert compare_metadata(MigrationContext.configure(session.connection()), Base.metadata) == []


def test_the_migrated_tables_are_those_the_models_would_make(empty_db: Database) -> None:
    """Checks and conditions of indexes, too, which Alembic does not compare."""
    with empty_db.write() as session:
        Base.metadata.create_all(session.connection())
        wanted = shape(session.connection())
        Base.metadata.drop_all(session.connection())
    empty_db.migrate()

    with empty_db.read() as session:
        assert shape(session.connection()) == wanted


def shape(connection: Connection) -> dict[str, Any]:
    """Everything that the database says of each table, in a fixed order."""
    seen = inspect(connection)
    return {
        table: {
            "columns": [
                (column["name"], str(column["type"]), column["nullable"]) for column in seen.get_columns(table)
            ],
            "primary key": seen.get_pk_constraint(table)["constrained_columns"],
            "foreign keys": ordered(seen.get_foreign_keys(table)),
            "unique": ordered(seen.get_unique_constraints(table)),
            "checks": ordered(seen.get_check_constraints(table)),
            "indexes": ordered(seen.get_indexes(table)),
        }
        for table in Base.metadata.tables
    }


def ordered(things: Any) -> list[str]:
    """As texts, since a condition of an index is an object of its own each time."""
    return sorted(str({name: plain(value) for name, value in thing.items()}) for thing in things)


def plain(value: Any) -> Any:
    return {name: str(part) for name, part in value.items()} if isinstance(value, dict) else value


def test_every_step_down_and_up_again_works_on_filled_tables(db: Database) -> None:
    with db.write() as session:
        fill(session)

    for below in [*revisions()[-2::-1], "base"]:
        db.unmigrate(below)
        db.migrate()
        db.unmigrate(below)

    assert tables(db) == set()


def test_migrating_twice_changes_nothing(db: Database) -> None:
    with db.write() as session:
        fill(session)

    db.migrate()

    with db.read() as session:
        assert session.scalars(select(Step.action)).all() == ["kill T"]


def test_a_migration_that_fails_leaves_nothing_behind(empty_db: Database) -> None:
    with empty_db.write() as session:
        session.execute(text("CREATE TABLE heartbeat (name TEXT)"))

    with pytest.raises(DBAPIError):
        empty_db.migrate()

    assert tables(empty_db) == {"heartbeat"}


def migrate(url: str) -> None:
    db = Database(url)
    db.migrate()
    db.dispose()


def test_two_processes_that_migrate_at_once_do_not_collide(empty_db: Database) -> None:
    with get_context("spawn").Pool(2) as processes:
        processes.map(migrate, [str(empty_db.url)] * 2, chunksize=1)

    assert "game" in tables(empty_db)


@pytest.mark.parametrize("table", ["step", "happening"])
@pytest.mark.parametrize("deed", ["UPDATE {} SET seat = 1", "DELETE FROM {}"])
def test_history_cannot_be_changed_or_deleted(db: Database, table: str, deed: str) -> None:
    with db.write() as session:
        fill(session)

    with pytest.raises(IntegrityError, match=f"{table} is append-only"), db.write() as session:
        session.execute(text(deed.format(table)))
