"""Who moves for the service sees one seat alone; the stand-in does the least harm."""

import inspect
from random import Random
from types import SimpleNamespace

import pytest
from sqlalchemy import update

from noirmail.engine.actions import action_of
from noirmail.engine.deal import deal_of
from noirmail.engine.play import push, start
from noirmail.engine.rulesets import RULESETS
from noirmail.service import house, standin, vault
from noirmail.service.context import Context
from noirmail.store.models import Game, Seat, Step
from tests.build import SEED, after, create_game, reload

HARM = {"kill", "accuse", "capture", "solve"}
SHIFTS = [f"shift r{row} {side}" for row in range(1, 6) for side in ("left", "right")]


def seeing(*texts: str) -> SimpleNamespace:
    return SimpleNamespace(legal=tuple(map(action_of, texts)))


def chosen(policy, view, number: int = 400) -> list[str]:
    chance = Random(1)
    return [policy(view, chance).text for _ in range(number)]


def test_the_house_takes_each_kind_as_often_however_many_actions_it_has() -> None:
    kinds = [text.split()[0] for text in chosen(house.choose, seeing("kill N", "disguise H", *SHIFTS), 3000)]
    for kind in ("kill", "disguise", "shift"):
        assert 900 < kinds.count(kind) < 1100


def test_the_house_takes_each_action_of_a_kind() -> None:
    assert set(chosen(house.choose, seeing(*SHIFTS))) == set(SHIFTS)


def test_the_house_never_solves() -> None:
    assert set(chosen(house.choose, seeing("solve r1", "solve d2", "decline"))) == {"decline"}


def test_a_stand_in_does_no_harm_while_something_else_is_legal() -> None:
    legal = ("kill N", "accuse L", "capture M", "solve r1", "disguise H", *SHIFTS)
    assert {text.split()[0] for text in chosen(standin.choose, seeing(*legal))} == {"disguise", "shift"}


@pytest.mark.parametrize("legal", [("kill N", "kill J"), ("solve r1", "accuse L")])
def test_a_stand_in_does_what_it_must_and_solves_last(legal) -> None:
    assert set(chosen(standin.choose, seeing(*legal))) == {text for text in legal if not text.startswith("solve")}


def test_a_stand_in_solves_if_nothing_else_is_legal() -> None:
    assert chosen(standin.choose, seeing("solve r1"), 1) == ["solve r1"]


def test_both_policies_are_handed_a_view_and_chance_alone() -> None:
    for policy in (house.choose, standin.choose):
        assert list(inspect.signature(policy).parameters) == ["view", "chance"]


def test_the_house_sees_its_own_seat_alone(ctx, monkeypatch) -> None:
    seen = []
    monkeypatch.setattr(house, "choose", lambda view: seen.append(view) or view.legal[0])
    after(ctx, create_game(ctx, names=("Alice", "House"), house=("House",)), "kill N")
    (view,) = seen
    assert (view.viewer, view.own.hand, view.opened) == (1, "AEYZ", None)
    assert not {"H", "F"} & set(f"{view.own.identity}{view.own.disguises}")


def stand_in_for(ctx: Context, *numbers: int) -> None:
    with ctx.db.write() as session:
        session.execute(update(Seat).where(Seat.number.in_(numbers)).values(standin=True))


def made(ctx: Context, game: Game) -> list[Step]:
    with ctx.db.read() as session:
        return [session.get_one(Step, (game.id, ply)) for ply in range(1, reload(ctx, game).number + 1)]


def test_a_stand_in_moves_when_the_clock_has_taken_the_seat(ctx_any) -> None:
    game = create_game(ctx_any)
    stand_in_for(ctx_any, 0)
    assert house.play_house(ctx_any, game.id) == 1
    (step,) = made(ctx_any, game)
    assert (step.seat, step.by, step.channel, step.action[:4]) == (0, "standin", "clock", "kill")


def test_nothing_is_played_where_no_person_plays_any_more(ctx) -> None:
    game = create_game(ctx)
    stand_in_for(ctx, 0, 1)
    assert house.play_house(ctx, game.id) == 0


def test_nothing_is_played_where_a_person_is_to_act_or_the_game_is_over(ctx) -> None:
    game = create_game(ctx, names=("Alice", "House"), house=("House",))
    assert house.play_house(ctx, game.id) == 0
    game = after(ctx, game, "kill N")
    with ctx.db.write() as session:
        session.execute(update(Game).values(status="finished", winners=[], reason="agreed"))
    assert house.play_house(ctx, game.id) == 0


@pytest.mark.parametrize("kind", list(RULESETS))
def test_a_stand_in_harms_nobody_in_whole_games(kind) -> None:
    chance = Random(kind)
    rules = RULESETS[kind].description
    state = start(kind, {}, rules.players[0], deal_of(SEED, (), rules.players[0], lot=False).deal)
    for _ply in range(120):
        if not state.to_act:
            break
        view = vault.show(state, state.to_act[0])
        policy = standin.choose if state.to_act[0] == 0 else house.choose
        action = policy(view, chance)
        if state.to_act[0] == 0 and action.kind in HARM:
            assert {legal.kind for legal in view.legal} <= HARM
        state = push(state, state.to_act[0], action)
