"""A move and the clock at once: one of the two, never both, never neither (TRUST R82)."""

from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import func, select

from noirmail.service import lateness, moves, parting
from noirmail.service.errors import Refused, StaleDecision
from noirmail.store.models import Step
from tests.build import create_game, reload
from tests.service.timeline import owed, sweep_after, take_mails

ROUNDS = 15


def move(ctx, game) -> str:
    try:
        moves.submit(ctx, game.id, 0, "kill N", 0, "key", "page")
    except StaleDecision:
        return "stale"
    return "moved"


def claim(ctx, game) -> str:
    try:
        parting.claim(ctx, game.id, 1)
    except Refused:
        return "refused"
    return "claimed"


def stands(ctx, game) -> tuple[str, int]:
    with ctx.db.read() as session:
        steps = session.scalar(select(func.count()).where(Step.game_id == game.id))
    return reload(ctx, game).status, steps


def test_a_move_and_the_end_of_its_time_exclude_each_other(ctx_any, clock) -> None:
    games = [create_game(ctx_any, per_turn=86400, on_timeout="forfeit") for _each in range(ROUNDS)]
    take_mails(ctx_any)
    sweep_after(ctx_any, clock, hours=24)
    rows = [owed(ctx_any, game, 0) for game in games]
    # Beyond the deadline, and soon enough after the sweep to be no standstill.
    clock.move(minutes=1)
    with ThreadPoolExecutor(2) as pool:
        for game, row in zip(games, rows, strict=True):
            moved, looked = pool.submit(move, ctx_any, game), pool.submit(lateness.look_at, ctx_any, row.id)
            looked.result(60)
            said = moved.result(60)
            assert stands(ctx_any, game) == (("running", 1) if said == "moved" else ("finished", 0))


def test_a_move_and_a_claim_exclude_each_other(ctx_any, clock) -> None:
    games = [create_game(ctx_any, per_turn=86400) for _each in range(ROUNDS)]
    take_mails(ctx_any)
    sweep_after(ctx_any, clock, hours=25)
    with ThreadPoolExecutor(2) as pool:
        for game in games:
            moved, claimed = pool.submit(move, ctx_any, game), pool.submit(claim, ctx_any, game)
            assert (moved.result(60), claimed.result(60)) in [("moved", "refused"), ("stale", "claimed")]
            assert stands(ctx_any, game) in [("running", 1), ("finished", 0)]
