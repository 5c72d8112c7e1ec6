"""The vault gives positions out of what was committed, and only that."""

import pytest
from sqlalchemy import insert, update

from noirmail.engine.view import Outcome
from noirmail.service import notices, vault
from noirmail.service.context import Context
from noirmail.store.models import Game, Step
from tests.build import after, create_game, reload


def position(ctx: Context, game: Game, ply: int | None = None):
    with ctx.db.read() as session:
        return vault.load(session, session.get_one(Game, game.id), ply)


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch) -> None:
    """As in a process that has just started."""
    monkeypatch.setattr(vault, "_kept", vault._Kept(vault.KEPT))


def pushed_but_not_committed(ctx: Context, game: Game) -> None:
    """Somebody writes a step, looks at the position in the same transaction, and fails."""
    row = {"game_id": game.id, "ply": 1, "seat": 0, "action": "kill J", "public": "kill J", "decision": 0}
    with ctx.db.write() as session:
        session.execute(insert(Step), {**row, "by": "player", "channel": "page", "at": game.opened_at})
        session.execute(update(Game).where(Game.id == game.id).values(number=1))
        assert vault.load(session, session.get_one(Game, game.id)).dead == "J"
        raise ZeroDivisionError


def test_a_position_is_what_the_steps_lead_to(ctx_any) -> None:
    game = after(ctx_any, create_game(ctx_any), "kill N", "identity E", "kill J")
    vault._kept = vault._Kept(vault.KEPT)
    state = position(ctx_any, game)
    assert (state.ply, state.dead, state.identities) == (3, "NJ", ("H", "E"))


def test_a_step_that_was_not_committed_is_never_served(ctx_any, monkeypatch) -> None:
    game = create_game(ctx_any)
    with pytest.raises(ZeroDivisionError):
        pushed_but_not_committed(ctx_any, game)
    # Another process makes the step that counts.
    monkeypatch.setattr(vault, "keep", lambda *_given: None)
    game = after(ctx_any, game, "kill N")
    assert position(ctx_any, game).dead == "N"


def test_a_move_that_failed_at_its_commit_is_never_served(ctx_any, monkeypatch) -> None:
    game = create_game(ctx_any)
    with monkeypatch.context() as failing:
        failing.setattr(notices, "after_step", lambda *_given: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            after(ctx_any, game, "kill J")
    monkeypatch.setattr(vault, "keep", lambda *_given: None)
    game = after(ctx_any, game, "kill N")
    assert position(ctx_any, game).dead == "N"


def test_a_committed_move_costs_the_next_reader_no_replay(ctx, monkeypatch) -> None:
    game = after(ctx, create_game(ctx), "kill N")
    monkeypatch.setattr(vault, "_replayed", lambda *_given: pytest.fail("replayed"))
    assert position(ctx, game).dead == "N"


def test_a_move_of_another_process_is_found(ctx, monkeypatch) -> None:
    game = after(ctx, create_game(ctx), "kill N")
    monkeypatch.setattr(vault, "keep", lambda *_given: None)
    game = after(ctx, game, "identity E", "kill J")
    assert position(ctx, game).dead == "NJ"


def test_an_earlier_position_is_as_it_was(ctx) -> None:
    game = after(ctx, create_game(ctx), "kill N", "identity E", "kill J")
    assert [position(ctx, game, ply).dead for ply in range(4)] == ["", "N", "N", "NJ"]


def test_every_position_of_a_game_in_one_go(ctx) -> None:
    game = after(ctx, create_game(ctx), "kill N", "identity E")
    with ctx.db.read() as session:
        shown = vault.positions(session, game, 0)
    assert [(view.ply, view.own.identity, len(view.log)) for view in shown] == [(0, "H", 0), (1, "H", 1), (2, "H", 2)]


@pytest.mark.parametrize("ply", [-1, 3, 10**9])
def test_a_ply_that_the_game_has_not_is_refused(ctx, ply) -> None:
    game = after(ctx, create_game(ctx), "kill N", "identity E")
    with pytest.raises(vault.NotStarted):
        position(ctx, game, ply)


def test_only_the_last_position_has_the_result_that_the_service_brought(ctx) -> None:
    game = after(ctx, create_game(ctx), "kill N")
    with ctx.db.write() as session:
        session.execute(update(Game).values(status="finished", winners=[1], reason="resigned"))
    assert position(ctx, game, 0).result is None
    assert position(ctx, game).result == Outcome((1,), "resigned")


def test_an_ending_that_was_reversed_is_not_remembered(ctx) -> None:
    game = after(ctx, create_game(ctx), "kill N")
    for status in ("finished", "running"):
        with ctx.db.write() as session:
            session.execute(update(Game).values(status=status, winners=[1], reason="timeout"))
        assert (position(ctx, game).result is None) == (status == "running")


def test_a_missing_step_is_noticed(ctx) -> None:
    game = create_game(ctx)
    with ctx.db.write() as session:
        session.execute(update(Game).values(number=2))
    with pytest.raises(RuntimeError, match="has 0 steps after ply 0, not 2"):
        position(ctx, reload(ctx, game))


def test_only_so_many_positions_are_kept() -> None:
    kept = vault._Kept(2)
    states = [type("State", (), {"ply": ply})() for ply in range(3)]
    for state in states:
        kept.put("CODE", vault.Past(state))
    assert [kept.find("CODE", ply) is not None for ply in range(3)] == [False, True, True]
