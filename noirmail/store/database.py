"""The database: one way to write and one way to read, on SQLite and on PostgreSQL.

Two pools: connections of the reading one are refused every change by the database itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from sqlite3 import Connection as SqliteConnection
from threading import Lock, local
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.orm import Session

from noirmail.data import data_dir

# SQLite's own wait for the write lock is not fair; inside one process the threads queue up here instead.
_one_writer = Lock()
# An error's text must not show what was being stored: seeds and words are secrets.
_POOL: dict[str, Any] = {"pool_size": 8, "max_overflow": 8, "pool_timeout": 30, "hide_parameters": True}


class NestedWrite(RuntimeError):
    """A write transaction was opened inside another one of the same thread; it would wait for itself."""


class Database:
    """A database by its address; nothing is connected before it is used. Safe to share between threads."""

    def __init__(self, url: str) -> None:
        """``sqlite:///FILE`` or ``postgresql://…``; ValueError for any other."""
        self.url = _understood(url)
        self.dialect = self.url.get_backend_name()
        make = _sqlite_engine if self.dialect == "sqlite" else _postgres_engine
        self._writer = make(self.url, reading=False)
        self._reader = make(self.url, reading=True)
        self._here = local()

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session in one transaction: committed at the end of the block, rolled back if an exception leaves it.

        A commit that returned survives a power cut. Keep the block short: no mail, no rendering inside it.
        SQLite takes the write lock at the start; PostgreSQL runs READ COMMITTED. Raises NestedWrite.
        """
        if getattr(self._here, "writing", False):
            raise NestedWrite("a write transaction is already open in this thread")
        with _one_writer if self.dialect == "sqlite" else nullcontext():
            self._here.writing = True
            try:
                with Session(self._writer, expire_on_commit=False) as session, session.begin():
                    yield session
            finally:
                self._here.writing = False

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that cannot change anything: the database refuses, at the latest when the block ends.

        On SQLite all statements see one moment; on PostgreSQL each sees its own (no BEGIN, no ROLLBACK). All that
        it sees is committed, which ``info["reading"]`` tells.
        """
        with Session(self._reader, expire_on_commit=False, info={"reading": True}) as session:
            yield session
            session.flush()

    def migrate(self, revision: str = "head") -> None:
        """Bring the tables to ``revision`` in one transaction; nothing happens where they are there already."""
        with self.migrating() as config:
            command.upgrade(config, revision)

    def unmigrate(self, revision: str) -> None:
        """Take the tables back to ``revision`` ("base": none are left, nor any game) in one transaction."""
        with self.migrating() as config:
            command.downgrade(config, revision)

    @contextmanager
    def migrating(self) -> Iterator[Config]:
        """What Alembic's commands need to work on this database while the block runs."""
        config = Config()
        config.set_main_option("script_location", str(data_dir("migrations")).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        # Alembic keeps what it works on in a module: one migration at a time, whatever the database.
        with _one_writer, self._writer.connect() as connection:
            config.attributes["connection"] = connection
            yield config

    def dispose(self) -> None:
        """Close all connections that are not in use."""
        self._writer.dispose()
        self._reader.dispose()


def _understood(url: str) -> URL:
    """The address with the driver that noirmail uses."""
    read = make_url(url)
    backend = read.get_backend_name()
    if backend == "sqlite" and read.database not in (None, "", ":memory:"):
        return read.set(drivername="sqlite")
    if backend in ("postgresql", "postgres"):
        return read.set(drivername="postgresql+psycopg")
    raise ValueError(f"a database is sqlite:///FILE or postgresql://…, not {backend}")


def _sqlite_engine(url: URL, *, reading: bool) -> Engine:
    engine = create_engine(url, connect_args={"timeout": 30}, **_POOL)
    settings = ["busy_timeout=30000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"]
    if reading:
        settings.append("query_only=ON")

    @event.listens_for(engine, "connect")
    def take_over(connection: SqliteConnection, _record: object) -> None:
        # The driver's own transactions begin at the first change: what was read before it may be stale by then.
        connection.isolation_level = None
        for setting in settings:
            connection.execute(f"PRAGMA {setting}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def _postgres_engine(url: URL, *, reading: bool) -> Engine:
    settings = ["timezone=UTC", "lock_timeout=30s", "idle_in_transaction_session_timeout=60s"]
    if reading:
        settings.append("default_transaction_read_only=on")
    options = " ".join([str(url.query.get("options", "")), *(f"-c {setting}" for setting in settings)])
    return create_engine(
        url,
        connect_args={"options": options.strip()},
        isolation_level="AUTOCOMMIT" if reading else "READ COMMITTED",
        pool_pre_ping=True,
        **_POOL,
    )
