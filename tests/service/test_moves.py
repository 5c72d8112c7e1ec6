"""A move is in the history exactly once, exactly as sent, or nothing happened at all."""

from dataclasses import replace

import pytest
from sqlalchemy import func, select, update

from noirmail.engine.errors import DeadEnd
from noirmail.engine.rulesets.kvi import Kvi
from noirmail.service import house, moves, notices, parting, tables
from noirmail.service.context import Context
from noirmail.service.errors import BadAction, BadInput, KeyReused, NotFound, StaleDecision, TooLate
from noirmail.store.models import Decision, Game, OutboxMail, Seat, Step
from tests.build import after, create_game, reload, seat_at

ALICE, BOB = 0, 1


def submit(ctx: Context, game: Game, seat: int, text: str, decision: int, key: str = "k") -> moves.Receipt:
    return moves.submit(ctx, game.id, seat, text, decision, key, "page")


def steps(ctx: Context, game: Game) -> list[Step]:
    with ctx.db.read() as session:
        return list(session.scalars(select(Step).where(Step.game_id == game.id).order_by(Step.ply)))


def everything(ctx: Context) -> list[int]:
    with ctx.db.read() as session:
        counts = [session.scalar(select(func.count()).select_from(table)) for table in (Step, Decision, OutboxMail)]
        return [*counts, session.scalar(select(func.sum(Game.number)))]


def test_a_move_is_committed_when_its_receipt_comes(ctx_any) -> None:
    game = create_game(ctx_any)
    assert submit(ctx_any, game, ALICE, "kill N", 0) == moves.Receipt(1, "kill N", fresh=True)
    (step,) = steps(ctx_any, game)
    assert (step.ply, step.seat, step.action, step.decision, step.by, step.channel) == (
        *(1, ALICE, "kill N", 0),
        *("player", "page"),
    )


def test_the_game_says_who_is_to_act_next(ctx_any) -> None:
    game = after(ctx_any, create_game(ctx_any), "kill N")
    assert (game.number, game.to_act) == (1, [BOB])


def test_a_secret_choice_has_a_public_form(ctx) -> None:
    game = after(ctx, create_game(ctx), "kill N", "identity E")
    assert [(step.action, step.public) for step in steps(ctx, game)][1] == ("identity E", "identity")


def test_people_write_as_they_like(ctx) -> None:
    assert submit(ctx, create_game(ctx), ALICE, "  Murder  NEIL ", 0).action == "kill N"


def test_the_decision_is_closed_and_the_next_one_opened(ctx_any) -> None:
    game = after(ctx_any, create_game(ctx_any), "kill N")
    with ctx_any.db.read() as session:
        rows = session.scalars(select(Decision).where(Decision.game_id == game.id).order_by(Decision.number)).all()
    assert [(row.seat, row.number, row.phase == "closed") for row in rows] == [(0, 0, True), (1, 1, False)]


def test_the_mail_of_the_next_turn_is_queued_with_the_step(ctx_any) -> None:
    game = after(ctx_any, create_game(ctx_any), "kill N")
    with ctx_any.db.read() as session:
        mail = session.scalars(select(OutboxMail).order_by(OutboxMail.id.desc())).first()
    assert (mail.kind, mail.seat_id, mail.ply, mail.decision) == ("your-turn", seat_at(ctx_any, game, BOB).id, 1, 1)


def test_the_worker_is_nudged_once_the_move_is_committed(ctx) -> None:
    seen = []
    game = create_game(ctx)
    nudging = replace(ctx, wake=lambda: seen.append(reload(ctx, game).number))
    submit(nudging, game, ALICE, "kill N", 0)
    assert seen == [1]


def test_the_same_key_gives_the_first_receipt(ctx_any) -> None:
    game = create_game(ctx_any)
    submit(ctx_any, game, ALICE, "kill N", 0, "once")
    after(ctx_any, game, "identity E")
    assert submit(ctx_any, game, ALICE, "kill N", 0, "once") == moves.Receipt(1, "kill N", fresh=False)
    assert submit(ctx_any, game, ALICE, "kill neil", 0, "once") == moves.Receipt(1, "kill N", fresh=False)
    assert len(steps(ctx_any, game)) == 2


@pytest.mark.parametrize("text", ["kill J", "disguise H", "what?"])
def test_the_same_key_with_another_action_is_refused(ctx, text) -> None:
    game = create_game(ctx)
    submit(ctx, game, ALICE, "kill N", 0, "once")
    with pytest.raises(KeyReused):
        submit(ctx, game, ALICE, text, 0, "once")


def test_two_seats_may_use_the_same_key(ctx) -> None:
    game = create_game(ctx)
    submit(ctx, game, ALICE, "kill N", 0, "1")
    assert submit(ctx, game, BOB, "identity E", 1, "1").ply == 2


def test_a_stale_move_says_which_decision_is_open(ctx) -> None:
    game = after(ctx, create_game(ctx), "kill N", "identity E")
    for seat, owed in ((ALICE, 2), (BOB, None)):
        with pytest.raises(StaleDecision) as refused:
            submit(ctx, game, seat, "shift r1 left", 1)
        assert (refused.value.ply, refused.value.decision) == (2, owed)


@pytest.mark.parametrize("text", ["kill A", "kill X", "identity H", "solve H F", "frobnicate", "kill", "shift r9 up"])
def test_what_the_rules_do_not_allow_changes_nothing(ctx, text) -> None:
    game = create_game(ctx)
    before = everything(ctx)
    with pytest.raises(BadAction) as refused:
        submit(ctx, game, ALICE, text, 0)
    assert refused.value.extra["reason"] == refused.value.detail
    assert everything(ctx) == before


def test_a_key_or_text_that_is_too_long_is_refused_by_its_name(ctx) -> None:
    game = create_game(ctx)
    for text, key, field in (("kill N", "k" * 81, "key"), ("kill N" * 50, "k", "action"), ("", "k", "action")):
        with pytest.raises(BadInput) as refused:
            submit(ctx, game, ALICE, text, 0, key)
        assert refused.value.field == field


def test_a_seat_or_game_that_is_not_there_is_not_found(ctx) -> None:
    game = create_game(ctx)
    for game_id, seat in ((game.id, 2), (game.id, -1), (game.id + 1, 0)):
        with pytest.raises(NotFound):
            moves.submit(ctx, game_id, seat, "kill N", 0, "k", "page")


def test_a_game_ends_by_the_rules_and_shows_everything(ctx_any, clock) -> None:
    game = after(ctx_any, create_game(ctx_any), "kill N", "identity E", "disguise H", "solve H F")
    assert (game.status, game.winners, game.reason, game.to_act) == ("finished", [BOB], "solved", [])
    assert game.finished_at == game.revealed_at == clock.now
    with pytest.raises(StaleDecision) as refused:
        submit(ctx_any, game, ALICE, "kill J", 4)
    assert refused.value.decision is None


def test_a_game_that_was_ended_takes_no_moves(ctx) -> None:
    game = create_game(ctx)
    parting.resign(ctx, game.id, BOB)
    with pytest.raises(StaleDecision) as refused:
        submit(ctx, game, ALICE, "kill N", 0)
    assert (refused.value.ply, refused.value.decision) == (0, None)


def test_a_late_move_counts_until_the_timeout_is_recorded(ctx, clock) -> None:
    game = create_game(ctx)
    with ctx.db.write() as session:
        session.execute(update(Decision).values(phase="late", due_at=clock.now))
    clock.move(days=2)
    assert submit(ctx, game, ALICE, "kill N", 0).ply == 1


def test_a_player_is_too_late_once_the_service_moves_for_the_seat(ctx) -> None:
    game = create_game(ctx)
    with ctx.db.write() as session:
        session.execute(update(Seat).where(Seat.number == ALICE).values(standin=True))
    with pytest.raises(TooLate):
        submit(ctx, game, ALICE, "kill N", 0)
    assert steps(ctx, game) == []


def test_a_player_is_too_late_who_was_overtaken_by_the_clock_in_between(ctx_any, monkeypatch) -> None:
    game = create_game(ctx_any)
    append = moves.append

    def overtaken(*given, **more):
        with ctx_any.db.write() as session:
            session.execute(update(Seat).where(Seat.number == ALICE).values(standin=True))
        return append(*given, **more)

    monkeypatch.setattr(moves, "append", overtaken)
    with pytest.raises(TooLate):
        submit(ctx_any, game, ALICE, "kill N", 0)
    assert reload(ctx_any, game).number == 0


def test_a_move_yields_to_an_ending_that_was_committed_first(ctx_any, monkeypatch) -> None:
    game = create_game(ctx_any)
    append = moves.append

    def ended_before(*given, **more):
        parting.resign(ctx_any, game.id, BOB)
        return append(*given, **more)

    monkeypatch.setattr(moves, "append", ended_before)
    with pytest.raises(StaleDecision):
        submit(ctx_any, game, ALICE, "kill N", 0)
    assert (reload(ctx_any, game).number, steps(ctx_any, game)) == (0, [])


def test_a_fault_in_the_middle_leaves_nothing_behind(ctx_any, monkeypatch) -> None:
    game = create_game(ctx_any)
    before = everything(ctx_any)
    monkeypatch.setattr(notices, "after_step", lambda *_given: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        submit(ctx_any, game, ALICE, "kill N", 0)
    assert everything(ctx_any) == before
    assert tables.table(ctx_any, game.id, None).view.ply == 0


def test_a_fault_of_the_rules_is_no_fault_of_the_player(ctx, monkeypatch) -> None:
    game = create_game(ctx)
    before = everything(ctx)
    monkeypatch.setattr(Kvi, "legal", lambda *_given: [])
    with pytest.raises(DeadEnd):
        submit(ctx, game, ALICE, "kill N", 0)
    assert everything(ctx) == before


def test_the_house_answers_at_once(ctx_any) -> None:
    game = create_game(ctx_any, names=("Alice", "House"), house=("House",))
    receipt = submit(ctx_any, game, ALICE, "kill N", 0)
    made = steps(ctx_any, game)
    assert receipt.ply == 1
    assert [(step.ply, step.seat, step.by, step.channel) for step in made[1:]] == [(2, BOB, "house", "house")]


def test_a_move_stands_even_if_the_house_cannot_answer(ctx, monkeypatch) -> None:
    game = create_game(ctx, names=("Alice", "House"), house=("House",))
    monkeypatch.setattr(house, "choose", lambda _view: 1 / 0)
    assert submit(ctx, game, ALICE, "kill N", 0).ply == 1
    assert reload(ctx, game).number == 1


def test_a_preview_says_the_move_in_words_and_changes_nothing(ctx) -> None:
    game = create_game(ctx)
    before = everything(ctx)
    shown = moves.preview(ctx, game.id, ALICE, "kill neil", 0)
    assert (shown.action.text, shown.decision) == ("kill N", 0)
    assert "Neil" in shown.words
    assert everything(ctx) == before


def test_a_preview_refuses_what_a_move_refuses(ctx) -> None:
    game = create_game(ctx)
    for seat, text, decision, refusal in ((0, "kill A", 0, BadAction), (0, "kill N", 1, StaleDecision)):
        with pytest.raises(refusal):
            moves.preview(ctx, game.id, seat, text, decision)


def test_the_nonce_of_a_preview_is_the_key_of_its_move(ctx) -> None:
    game = create_game(ctx)
    nonce = moves.preview(ctx, game.id, ALICE, "kill N", 0).nonce
    seat = seat_at(ctx, game, ALICE)
    assert moves.is_previewed(ctx, seat.id, 0, "kill N", nonce)
    assert not moves.is_previewed(ctx, seat.id, 0, "kill J", nonce)
    assert submit(ctx, game, ALICE, "kill N", 0, nonce).fresh
    assert not submit(ctx, game, ALICE, "kill N", 0, nonce).fresh


def test_a_move_of_two_steps_goes_on_without_a_mail(ctx) -> None:
    game = after(ctx, create_game(ctx, "kvi-classic"), "kill N", "identity E", "disguise")
    before = everything(ctx)[2]
    game = after(ctx, game, "exonerate")
    assert game.to_act == [BOB]
    assert everything(ctx)[2] == before
