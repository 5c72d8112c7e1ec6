"""One way to write and one way to read: what each promises, on both databases."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from multiprocessing import get_context

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError

from noirmail.store.database import Database, NestedWrite
from noirmail.store.models import Game, Heartbeat, Step
from tests.store.filled import NOON, a_game, a_step, fill


def beat(db: Database, name: str = "sweep") -> None:
    with db.write() as session:
        session.add(Heartbeat(name=name, at=NOON))


def names(db: Database) -> list[str]:
    with db.read() as session:
        return list(session.scalars(select(Heartbeat.name)))


def test_what_was_written_can_be_read(db: Database) -> None:
    beat(db)

    assert names(db) == ["sweep"]


def beat_and_fail(db: Database) -> None:
    with db.write() as session:
        session.add(Heartbeat(name="sweep", at=NOON))
        session.flush()
        raise LookupError


def test_an_exception_undoes_the_whole_block(db: Database) -> None:
    with pytest.raises(LookupError):
        beat_and_fail(db)

    assert names(db) == []


def beat_twice(db: Database) -> None:
    with db.write() as session:
        session.add(Heartbeat(name="outer", at=NOON))
        session.flush()
        beat(db, "inner")


def test_a_write_inside_a_write_is_refused_and_undone(db: Database) -> None:
    with pytest.raises(NestedWrite):
        beat_twice(db)

    assert names(db) == []
    beat(db)


def test_a_read_inside_a_write_sees_what_was_there_before(db: Database) -> None:
    with db.write() as session:
        session.add(Heartbeat(name="sweep", at=NOON))
        session.flush()

        assert names(db) == []


def test_the_database_refuses_a_change_by_a_reader(db: Database) -> None:
    with pytest.raises(DBAPIError, match=r"read-?only"), db.read() as session:
        session.add(Heartbeat(name="sweep", at=NOON))

    assert names(db) == []


def test_a_reader_cannot_change_anything_by_sql_either(db: Database) -> None:
    beat(db)

    with pytest.raises(DBAPIError, match=r"read-?only"), db.read() as session:
        session.execute(text("DELETE FROM heartbeat"))


def test_what_was_read_stays_usable_after_the_block(db: Database) -> None:
    with db.write() as session:
        game = a_game()
        session.add(game)

    assert game.code == "KLMNP"


def test_two_writers_of_one_ply_have_one_winner(db: Database) -> None:
    with db.write() as session:
        fill(session)
        game_id = session.scalars(select(Game.id)).one()

    with pytest.raises(IntegrityError), db.write() as session:
        session.add(a_step(game_id, 1, seat=1))

    with db.read() as session:
        assert session.scalars(select(Step.seat)).all() == [0]


def test_of_many_who_take_a_game_at_one_number_one_gets_it(db: Database) -> None:
    with db.write() as session:
        session.add(a_game())

    def take(_nth: int) -> int:
        with db.write() as session:
            done = session.execute(update(Game).where(Game.number == 0).values(number=1))
            return int(done.rowcount)

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(take, range(6))) == 1


def count_on(url: str) -> None:
    """Read a number and write the next one, thirty times."""
    db = Database(url)
    for _ in range(30):
        with db.write() as session:
            game = session.scalars(select(Game)).one()
            game.number += 1
    db.dispose()


def test_processes_that_share_a_file_lose_no_update(sqlite_url: str) -> None:
    """The write lock is taken before the first read, so nothing that was read is stale at the commit."""
    db = Database(sqlite_url)
    with db.write() as session:
        session.add(a_game())

    with get_context("spawn").Pool(2) as processes:
        processes.map(count_on, [sqlite_url] * 3)

    with db.read() as session:
        assert session.scalars(select(Game.number)).one() == 90
    db.dispose()


def test_a_time_comes_back_in_utc(db: Database) -> None:
    elsewhere = datetime(2026, 12, 1, 18, tzinfo=timezone(timedelta(hours=6)))
    with db.write() as session:
        session.add(Heartbeat(name="sweep", at=elsewhere))

    with db.read() as session:
        assert session.scalars(select(Heartbeat.at)).one().isoformat() == "2026-12-01T12:00:00+00:00"


def test_a_time_without_a_zone_is_refused(db: Database) -> None:
    with pytest.raises(StatementError, match="without a zone"), db.write() as session:
        session.add(Heartbeat(name="sweep", at=datetime(2026, 12, 1)))


def test_no_error_shows_what_was_being_stored(db: Database) -> None:
    with pytest.raises(IntegrityError) as refused, db.write() as session:
        session.add(Game(code="KLMNP", seed=b"sesame", title="open sesame", opened_at=datetime.now(UTC)))

    assert "sesame" not in str(refused.value).partition("DETAIL")[0]


@pytest.mark.parametrize("setting", ["journal_mode=wal", "synchronous=2", "foreign_keys=1", "busy_timeout=30000"])
def test_a_commit_to_a_file_survives_a_power_cut(sqlite_url: str, setting: str) -> None:
    db = Database(sqlite_url)
    name, _, wanted = setting.partition("=")

    with db.write() as session:
        assert str(session.execute(text(f"PRAGMA {name}")).scalar_one()) == wanted
    db.dispose()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://host/name"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="a database is sqlite:///FILE or postgresql://"):
        Database(url)
