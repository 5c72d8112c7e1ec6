"""The recurring duty: exactly once however many sweep, one bad game alone, and what was left over."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from noirmail.service import house, lateness, starting
from noirmail.service.sweep import sweep
from noirmail.store.models import Decision, Heartbeat
from tests.build import create_game, reload
from tests.conftest import NOON
from tests.service.timeline import happened, mails, owed, sweep_after, take_mails

DAY = 86400


def test_three_sweeps_at_once_for_a_week_do_everything_once(ctx_any, clock) -> None:
    games = {policy: create_game(ctx_any, per_turn=DAY, on_timeout=policy) for policy in ("claim", "forfeit")}
    unmoved = create_game(ctx_any, per_turn=30 * DAY)
    take_mails(ctx_any)
    with ThreadPoolExecutor(3) as pool:
        for _step in range(7 * 8):
            now = clock.move(hours=3)
            with ctx_any.db.write() as session:
                session.merge(Heartbeat(name="sweep", at=now))
            list(pool.map(sweep, [ctx_any] * 3))
    assert happened(ctx_any, games["claim"]) == ["started", "late", "finished"]
    assert happened(ctx_any, games["forfeit"]) == ["started", "late", "finished"]
    assert happened(ctx_any, unmoved) == ["started"]
    counts = Counter((mail.game_id, mail.kind) for mail in mails(ctx_any))
    started = {"your-turn": 1, "game-start": 1}
    assert counts == {
        **{(games["claim"].id, kind): n for kind, n in {**started, "reminder": 1, "game-over": 2}.items()},
        (games["claim"].id, "time-ran-out"): 2,
        **{(games["forfeit"].id, kind): n for kind, n in {**started, "reminder": 1, "game-over": 2}.items()},
        **{(unmoved.id, kind): n for kind, n in started.items()},
    }


def test_a_game_that_raises_is_pushed_an_hour_ahead_and_the_others_go_on(ctx, clock, monkeypatch) -> None:
    bad, good = (create_game(ctx, per_turn=DAY, on_timeout="forfeit") for _each in range(2))
    take_mails(ctx)
    real, taken = lateness.note, bad.id

    def note(session, game_id, *given, **more):
        if game_id == taken:
            raise RuntimeError("a fault of this game")
        real(session, game_id, *given, **more)

    monkeypatch.setattr(lateness, "note", note)
    sweep_after(ctx, clock, hours=25)
    assert reload(ctx, good).status == "finished"
    assert reload(ctx, bad).status == "running"
    assert owed(ctx, bad, 0).wake_at == clock.now + timedelta(hours=1)
    assert [mail.kind for mail in mails(ctx) if mail.game_id == bad.id] == ["your-turn", "game-start"]


def test_a_sweep_takes_so_many_and_comes_again_for_the_rest(ctx, clock) -> None:
    for _each in range(5):
        create_game(ctx, per_turn=DAY)
    take_mails(ctx)
    sweep_after(ctx, clock, hours=20)
    assert len(mails(ctx, "reminder")) == 5
    with ctx.db.write() as session:
        session.merge(Heartbeat(name="sweep", at=clock.move(hours=5)))
    assert [sweep(ctx, limit=2).decisions for _again in range(4)] == [2, 2, 1, 0]


def test_a_house_that_could_not_move_is_made_to(ctx, clock, monkeypatch) -> None:
    real = house.play_house
    monkeypatch.setattr(starting.house, "play_house", lambda *_given: 1 / 0)
    game = create_game(ctx, names=("House", "Bob"), house=("House",))
    assert reload(ctx, game).number == 0
    monkeypatch.setattr(starting.house, "play_house", real)
    sweep_after(ctx, clock, seconds=31)
    assert reload(ctx, game).to_act == [1]


def test_a_closed_decision_is_looked_at_no_more(ctx, clock) -> None:
    game = create_game(ctx)
    with ctx.db.write() as session:
        row = session.query(Decision).where(Decision.game_id == game.id).one()
        row.phase, row.wake_at = "closed", NOON
    assert sweep_after(ctx, clock, seconds=1).decisions == 1
    assert sweep_after(ctx, clock, seconds=1).decisions == 0
