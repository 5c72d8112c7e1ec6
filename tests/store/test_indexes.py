"""Nothing that a page, a move, a mail or the sweep asks of the database reads a whole table."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, text

from noirmail.service import (
    absence,
    games,
    health,
    held,
    outbox,
    people,
    practice,
    records,
    rematch,
    returns,
    seating,
    sweep,
    tables,
    talk,
)
from noirmail.service.arrived import forget_old
from noirmail.service.context import Context
from noirmail.service.lobby import open_game
from noirmail.service.opening import NewGame, NewPlace
from noirmail.service.parting import resign
from noirmail.store.models import Person
from tests import build
from tests.cast import ALICE, CHARLIE
from tests.conftest import Clock
from tests.post import deliver_all
from tests.service.replying import reply, turn_of

Asked = dict[str, Any]


@contextmanager
def listening() -> Iterator[Asked]:
    """Every statement that is put to a database meanwhile, with the values of its last time."""
    asked: Asked = {}

    def hear(
        _connection: Connection, _cursor: object, statement: str, values: Any, _context: object, many: bool
    ) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")) and not many:
            asked[statement] = values

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", hear)


def alice_of(ctx: Context) -> Person:
    with ctx.db.write() as session:
        return build.person(session, "Alice")


def opening(ctx: Context, _clock: Clock) -> None:
    places = (NewPlace("opener"), NewPlace("invite", "Bob", "bob@example.test"))
    place = open_game(ctx, NewGame("kvi", places), alice_of(ctx))
    seating.set_word(ctx, place.seat_id, "a word")


def moving(ctx: Context, _clock: Clock) -> None:
    game = build.after(ctx, build.create_game(ctx), "kill N", "identity E")
    tables.table(ctx, game.id, 0)
    records.record_for(ctx, game.id, None)


def mailing(ctx: Context, clock: Clock) -> None:
    opening(ctx, clock)
    build.after(ctx, build.create_game(ctx), "kill N")
    outbox.free_leases(ctx)
    assert deliver_all(ctx)


def parting(ctx: Context, _clock: Clock) -> None:
    game = build.create_game(ctx)
    resign(ctx, game.id, 0)
    rematch.rematch(ctx, build.seat_at(ctx, game, 0).id)


def looking(ctx: Context, _clock: Clock) -> None:
    games.games_of(ctx, alice_of(ctx).id)
    games.open_games(ctx)
    for status in (None, "open", "running", "finished"):
        games.watchable_games(ctx, status=status)
    health.health(ctx)


def signing_in(ctx: Context, _clock: Clock) -> None:
    people.ask_sign_in(ctx, "alice@example.test")


def practising(ctx: Context, _clock: Clock) -> None:
    practice.practice(ctx, alice_of(ctx))


def sweeping(ctx: Context, clock: Clock) -> None:
    opening(ctx, clock)
    build.create_game(ctx, per_turn=300, on_timeout="standin")
    for _ in range(4):
        sweep.sweep(ctx)
        clock.move(minutes=4)


def answering(ctx: Context, clock: Clock) -> None:
    game = build.create_game(ctx)
    mail = turn_of(ctx, ALICE)
    for said in ("kill neil\nmessage hello", "pause 3\nstatus", "absence 2", "resign"):
        reply(ctx, mail, said, ALICE)
    held.confirm(ctx, build.seat_at(ctx, game, 0).id, reply(ctx, mail, "kill neil", CHARLIE) or 0)
    clock.move(hours=2)
    assert deliver_all(ctx)
    returns.bounced(ctx, 1)
    returns.complained(ctx, 1)
    clock.move(days=40)
    forget_old(ctx)


def talking(ctx: Context, _clock: Clock) -> None:
    game = build.create_game(ctx)
    for number in range(3):
        talk.say(ctx, game.id, number % 2, "Hello", str(number))
    build.after(ctx, game, "kill N")
    talk.heard(ctx, game.id, 0)
    absence.declare_everywhere(ctx, alice_of(ctx).id, 3)


@pytest.mark.parametrize(
    "doing", [opening, moving, mailing, parting, looking, signing_in, practising, sweeping, answering, talking]
)
def test_no_table_is_read_whole(ctx_any: Context, clock: Clock, doing: Callable[[Context, Clock], None]) -> None:
    with listening() as asked:
        doing(ctx_any, clock)

    assert asked
    assert {
        statement: whole for statement in asked if (whole := read_whole(ctx_any, statement, asked[statement]))
    } == {}


def read_whole(ctx: Context, statement: str, values: Any) -> list[str]:
    """The tables that the database would read from end to end for it; ``heartbeat`` has a row or two."""
    with ctx.db.read() as session:
        connection = session.connection()
        if ctx.db.dialect == "sqlite":
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
            found = [re.match(r"SCAN (?!CONSTANT ROW)(\w+)", row[3]) for row in plan]
        else:
            connection.execute(text("SET enable_seqscan = off"))
            plan = connection.exec_driver_sql(f"EXPLAIN {statement}", values).all()
            found = [re.search(r"Seq Scan on (\w+)", row[0]) for row in plan]
    return [hit.group(1) for hit in found if hit and hit.group(1) != "heartbeat"]
