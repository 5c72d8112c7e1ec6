"""A record says what the one who asks may know; when all is open it proves the deal."""

import json
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import update

from noirmail.engine.record import read_record, verify
from noirmail.service import tables
from noirmail.service.context import Context
from noirmail.service.errors import NotFound
from noirmail.service.house import choose, play_house
from noirmail.service.records import record_for
from noirmail.store.models import Game, Seat
from tests.build import SEED, after, create_game

OPENING = ("kill N", "identity E", "disguise F")


def told(ctx: Context, game: Game, viewer: int | None) -> dict:
    return json.loads(record_for(ctx, game.id, viewer))


def actions(record: dict) -> list[str]:
    return [entry["action"] for entry in record["actions"]]


def test_a_player_reads_their_own_actions_in_full(ctx_any) -> None:
    game = after(ctx_any, create_game(ctx_any), *OPENING)
    assert actions(told(ctx_any, game, 0)) == ["kill N", "identity", "disguise F"]
    assert actions(told(ctx_any, game, 1)) == ["kill N", "identity E", "disguise"]


def test_charlie_reads_the_public_form(ctx_any) -> None:
    game = after(ctx_any, create_game(ctx_any), *OPENING)
    assert actions(told(ctx_any, game, None)) == ["kill N", "identity", "disguise"]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_an_unfinished_record_holds_the_board_and_neither_deck_nor_seed_nor_words(ctx, viewer) -> None:
    game = create_game(ctx, words=("rain", "дождь"))
    record = told(ctx, game, viewer)
    assert record["deal"] == {"board": game.board, "first": 0}
    assert (record["words"], record["result"]) == ([], None)
    assert "seed" not in record
    for secret in (SEED.hex(), game.deck, "дождь"):
        assert secret not in record_for(ctx, game.id, viewer)


def test_the_record_of_a_finished_game_proves_deal_and_outcome(ctx_any) -> None:
    game = create_game(ctx_any, seating="lot", words=("rain", "дождь"))
    seats = told(ctx_any, game, None)["players"]
    after(ctx_any, game, tables.table(ctx_any, game.id, 0).view.legal[0].text)
    with ctx_any.db.write() as session:
        ended = {"status": "finished", "winners": [], "reason": "agreed", "revealed_at": game.opened_at}
        session.execute(update(Game).values(**ended))
    record = read_record(record_for(ctx_any, game.id, None).encode())
    found = verify(record)
    assert (found.deal, found.outcome) == (True, True)
    assert (list(record.players), record.lot) == (seats, tuple(game.lot))


def test_a_record_that_ends_by_the_rules_verifies(ctx) -> None:
    game = after(ctx, create_game(ctx), *OPENING, "solve H F")
    record = read_record(record_for(ctx, game.id, 1).encode())
    assert record.result is not None
    assert (record.result.winners, record.result.reason) == ((0,), "solve-failed")
    assert verify(record).outcome
    assert [entry.action for entry in record.actions] == [*OPENING, "solve H F"]


def test_a_whole_game_against_the_house_is_on_record_and_proves_itself(ctx_any) -> None:
    chance = Random(1)
    game = create_game(ctx_any, names=("Alice", "House"), house=("House",), seed=chance.randbytes(32))
    while (view := tables.table(ctx_any, game.id, 0).view).result is None:
        after(ctx_any, game, choose(view, chance).text)
    record = read_record(record_for(ctx_any, game.id, None).encode())
    assert (verify(record).deal, verify(record).outcome, record.result) == (True, True, view.result)


def test_after_an_ending_by_the_clock_the_record_stays_closed_for_a_day(ctx, clock) -> None:
    game = after(ctx, create_game(ctx), *OPENING)
    with ctx.db.write() as session:
        ended = {"status": "finished", "winners": [0], "reason": "timeout", "revealed_at": clock.now + timedelta(1)}
        session.execute(update(Game).values(**ended))
    record = told(ctx, game, None)
    assert record["result"] == {"winners": [0], "reason": "timeout"}
    assert "deck" not in record["deal"]
    clock.move(days=1)
    assert told(ctx, game, None)["deal"]["deck"] == game.deck


def test_a_record_tells_when_each_step_was_made_and_names_a_stand_in(ctx, clock) -> None:
    game = create_game(ctx)
    clock.move(hours=1)
    after(ctx, game, "kill N")
    with ctx.db.write() as session:
        session.execute(update(Seat).where(Seat.number == 1).values(standin=True))
    play_house(ctx, game.id)
    assert told(ctx, game, None)["actions"] == [
        {"seat": 0, "action": "kill N", "at": "2026-12-01T13:00:00Z"},
        {"seat": 1, "action": "identity", "at": "2026-12-01T13:00:00Z", "by": "standin"},
    ]


def test_there_is_no_record_before_the_start(ctx) -> None:
    game = create_game(ctx)
    with ctx.db.write() as session:
        session.execute(update(Game).values(status="open", board=None, deck=None))
    for game_id in (game.id, game.id + 1):
        with pytest.raises(NotFound):
            record_for(ctx, game_id, None)
