"""Many writers at once: one step a ply, and everybody is told the truth."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import select

from noirmail.service import house, moves, steps
from noirmail.service.context import Context
from noirmail.service.errors import Refused, StaleDecision
from noirmail.store.models import Game, Step
from tests.build import after, create_game, reload


def together(monkeypatch, number: int) -> None:
    """Let so many writers reach the transaction at the same time, each with what it read before."""
    barrier, append = Barrier(number, timeout=20), steps.append
    seen = set()

    def waiting(ctx, before, position_after, **more):
        if more["key"] not in seen:
            seen.add(more["key"])
            barrier.wait()
        return append(ctx, before, position_after, **more)

    monkeypatch.setattr(moves, "append", waiting)


def attempt(ctx: Context, game: Game, seat: int, text: str, decision: int, key: str) -> moves.Receipt | str:
    try:
        return moves.submit(ctx, game.id, seat, text, decision, key, "api")
    except StaleDecision as error:
        return f"stale, ply {error.ply}, owes {error.decision}"


def all_at_once(*calls) -> list[moves.Receipt | str]:
    with ThreadPoolExecutor(len(calls)) as pool:
        return [waiting.result(60) for waiting in [pool.submit(attempt, *call) for call in calls]]


def plies(ctx: Context, game: Game) -> list[tuple[int, str]]:
    with ctx.db.read() as session:
        rows = session.execute(select(Step.ply, Step.action).where(Step.game_id == game.id).order_by(Step.ply))
        return [(row.ply, row.action) for row in rows]


def test_of_two_moves_for_one_decision_one_wins(ctx_any, monkeypatch) -> None:
    game = create_game(ctx_any)
    together(monkeypatch, 2)
    first, second = all_at_once((ctx_any, game, 0, "kill N", 0, "a"), (ctx_any, game, 0, "kill J", 0, "b"))
    won, lost = (first, second) if isinstance(first, moves.Receipt) else (second, first)
    assert won.fresh
    assert lost == "stale, ply 1, owes None"
    assert plies(ctx_any, game) == [(1, won.action)]


def test_the_unique_keys_decide_if_the_number_does_not(ctx_any, monkeypatch) -> None:
    game = create_game(ctx_any)
    taken = select(steps._games.c.paused_until).where(steps._games.c.id == game.id)
    monkeypatch.setattr(steps, "_TAKE", taken)
    monkeypatch.setattr(moves, "_TRIES", 1)
    with ctx_any.db.write() as session:
        row = {"game_id": game.id, "ply": 1, "seat": 0, "action": "kill J", "public": "kill J", "decision": 0}
        session.add(Step(**row, by="player", channel="page", at=game.opened_at))
    with pytest.raises(Refused):
        moves.submit(ctx_any, game.id, 0, "kill N", 0, "k", "page")
    assert plies(ctx_any, game) == [(1, "kill J")]


def test_fifty_equal_moves_are_one_step_and_fifty_equal_receipts(ctx_any) -> None:
    game = create_game(ctx_any)
    receipts = all_at_once(*[(ctx_any, game, 0, "kill N", 0, "same")] * 50)
    assert {(receipt.ply, receipt.action) for receipt in receipts} == {(1, "kill N")}
    assert sum(receipt.fresh for receipt in receipts) == 1
    assert plies(ctx_any, game) == [(1, "kill N")]


def test_two_who_owe_a_choice_at_once_do_not_disturb_each_other(ctx_any, monkeypatch) -> None:
    game = create_game(ctx_any, "buddycops", ("Alice", "Bob", "Dana"))
    game = after(ctx_any, game, "identity H", "kill N")
    together(monkeypatch, 2)
    one, other = all_at_once(
        (ctx_any, game, 1, "identity Z", 2, "bob"),
        (ctx_any, game, 2, "identity C", 2, "dana"),
    )
    assert {one.ply, other.ply} == {3, 4}
    assert reload(ctx_any, game).to_act == [0]


def test_two_houses_at_work_make_one_step(ctx_any, monkeypatch) -> None:
    game = create_game(ctx_any, names=("Alice", "House"), house=("House",))
    monkeypatch.setattr(moves, "let_house_play", lambda *_given: None)
    after(ctx_any, game, "kill N")
    with ThreadPoolExecutor(4) as pool:
        made = [waiting.result(60) for waiting in [pool.submit(house.play_house, ctx_any, game.id) for _ in range(4)]]
    assert sum(made) == 1
    assert len(plies(ctx_any, game)) == 2
