"""A table shows each viewer what that viewer may know, and no more."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from noirmail.service import tables
from noirmail.service.context import Context
from noirmail.service.errors import NotFound, Refused
from noirmail.store.models import Decision, Game, Seat
from noirmail.words.table import SeatInfo, Table
from tests.build import SEED, after, create_game

ALICE, BOB = 0, 1
OPENING = ("kill N", "identity E")


def change(ctx: Context, table, **values) -> None:
    with ctx.db.write() as session:
        session.execute(update(table).values(**values))


def stop_by_the_clock(ctx: Context, clock) -> None:
    """Alice's time ran out; everything stays closed for a day."""
    ended = {"status": "finished", "winners": [BOB], "reason": "timeout", "finished_at": clock.now}
    change(ctx, Game, **ended, revealed_at=clock.now + timedelta(days=1), to_act=[])


def alice(table: Table) -> SeatInfo:
    return table.seats[ALICE]


def test_each_seat_sees_its_own_cards(ctx_any) -> None:
    game = after(ctx_any, create_game(ctx_any), *OPENING)
    own = [tables.table(ctx_any, game.id, seat).view.own for seat in (ALICE, BOB)]
    assert [(cards.identity, cards.disguises, cards.hand) for cards in own] == [("H", "F", ""), ("E", "", "AYZ")]


def test_charlie_sees_no_cards_no_legal_actions_and_no_seed(ctx_any) -> None:
    game = after(ctx_any, create_game(ctx_any), *OPENING)
    table = tables.table(ctx_any, game.id, None)
    assert (table.view.own, table.view.legal, table.decision, table.game.seed) == (None, (), None, None)
    assert [step.action for step in table.view.log] == ["kill N", "identity"]
    assert not any(seat.you for seat in table.seats)


def test_only_the_commitment_speaks_of_the_seed_while_the_game_runs(ctx) -> None:
    game = create_game(ctx, words=("rain", "дождь"))
    for viewer in (ALICE, BOB, None):
        table = tables.table(ctx, game.id, viewer)
        assert table.game.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
        assert SEED.hex() not in repr(table)
        assert "дождь" not in repr(table)


def test_who_owes_a_decision_sees_its_number_and_time(ctx, clock) -> None:
    game = after(ctx, create_game(ctx), *OPENING)
    due = clock.now + timedelta(days=3)
    change(ctx, Decision, due_at=due)
    table = tables.table(ctx, game.id, ALICE)
    assert (table.decision, table.due, alice(table).due, alice(table).to_act) == (2, due, due, True)
    assert (tables.table(ctx, game.id, BOB).decision, table.seats[BOB].due) == (None, None)


def test_roles_names_and_times_stand_at_the_table(ctx, clock) -> None:
    game = create_game(ctx)
    clock.move(hours=1)
    table = tables.table(ctx, after(ctx, game, "kill N").id, ALICE)
    assert [(seat.name, seat.role, seat.you) for seat in table.seats] == [
        ("Alice", "Killer", True),
        ("Bob", "Inspector", False),
    ]
    assert (table.times, table.by) == ({1: clock.now}, {1: "player"})


def test_an_earlier_ply_is_shown_as_it_was_known_then(ctx) -> None:
    game = after(ctx, create_game(ctx), *OPENING, "kill J")
    table = tables.table(ctx, game.id, BOB, ply=1)
    assert (table.view.ply, table.view.own.hand, table.times.keys()) == (1, "AEYZ", {1})
    assert (table.decision, table.due, alice(table).due) == (None, None, None)


def test_an_earlier_ply_asks_nobody_though_the_decision_is_still_open(ctx) -> None:
    game = create_game(ctx, "buddycops", ("Alice", "Bob", "Dana"))
    after(ctx, game, "identity H", "kill N", "1: identity Z")
    assert tables.table(ctx, game.id, 2).decision == 2
    assert tables.table(ctx, game.id, 2, ply=2).decision is None


@pytest.mark.parametrize("ply", [-1, 3, 10**30])
def test_a_ply_that_is_not_there_is_not_found(ctx, ply) -> None:
    game = after(ctx, create_game(ctx), *OPENING)
    with pytest.raises(NotFound):
        tables.table(ctx, game.id, ALICE, ply=ply)


def test_a_game_that_is_not_there_is_not_found(ctx) -> None:
    for look in (tables.table, tables.views):
        with pytest.raises(NotFound):
            look(ctx, 404, None)


def test_foreign_eyes_are_shut_while_the_game_runs(ctx) -> None:
    game = after(ctx, create_game(ctx), *OPENING)
    assert tables.table(ctx, game.id, ALICE, eyes=ALICE).view.own.identity == "H"
    for viewer, eyes in ((ALICE, BOB), (ALICE, "all"), (None, ALICE)):
        for look in (tables.table, tables.views):
            with pytest.raises(Refused):
                look(ctx, game.id, viewer, eyes=eyes)


def test_after_the_end_everybody_sees_everything(ctx_any) -> None:
    game = after(ctx_any, create_game(ctx_any), *OPENING, "disguise H", "solve H F")
    table = tables.table(ctx_any, game.id, None)
    assert (table.opened, table.game.seed, table.game.words) == (True, SEED.hex(), ("", ""))
    assert [own.identity for own in table.view.opened.views] == ["H", "E"]
    assert [step.action for step in table.view.log] == [*OPENING, "disguise H", "solve H F"]


def test_after_the_end_one_may_look_through_a_seats_eyes(ctx) -> None:
    game = after(ctx, create_game(ctx), *OPENING, "disguise H", "solve H F")
    view = tables.table(ctx, game.id, ALICE, ply=2, eyes=BOB).view
    assert (view.viewer, view.own.identity, view.opened) == (BOB, "E", None)
    assert [step.action for step in view.log] == ["kill N", "identity E"]
    with pytest.raises(NotFound):
        tables.table(ctx, game.id, ALICE, eyes=2)


def test_after_an_ending_by_the_clock_everything_stays_closed_for_a_day(ctx_any, clock) -> None:
    game = after(ctx_any, create_game(ctx_any), *OPENING)
    stop_by_the_clock(ctx_any, clock)
    clock.move(hours=23, minutes=59)
    shut = tables.table(ctx_any, game.id, BOB)
    assert (shut.opened, shut.view.opened, shut.game.seed, shut.view.result.reason) == (False, None, None, "timeout")
    with pytest.raises(Refused):
        tables.table(ctx_any, game.id, BOB, eyes="all")
    clock.move(minutes=1)
    assert tables.table(ctx_any, game.id, BOB).view.opened is not None


def test_every_view_is_what_was_known_at_its_ply(ctx) -> None:
    game = after(ctx, create_game(ctx), *OPENING)
    shown = tables.views(ctx, game.id, BOB)
    assert [(view.ply, view.own.identity, view.to_act) for view in shown] == [
        (0, None, (ALICE,)),
        (1, None, (BOB,)),
        (2, "E", (ALICE,)),
    ]


def test_all_eyes_see_every_position_open(ctx) -> None:
    game = after(ctx, create_game(ctx), *OPENING, "disguise H", "solve H F")
    assert all(view.opened for view in tables.views(ctx, game.id, None, eyes="all"))
    assert not any(view.opened for view in tables.views(ctx, game.id, None))


def test_the_other_side_may_claim_once_somebody_is_late(ctx) -> None:
    game = after(ctx, create_game(ctx), *OPENING)
    assert not tables.table(ctx, game.id, BOB).may_claim
    change(ctx, Decision, phase="late", due_at=game.opened_at)
    claims = [tables.table(ctx, game.id, viewer).may_claim for viewer in (ALICE, BOB, None)]
    assert claims == [False, True, False]
    assert alice(tables.table(ctx, game.id, None)).late


def test_the_partner_of_a_late_player_chooses_before_anybody_claims(ctx) -> None:
    names = ("Alice", "Bob", "Dana", "Charlie")
    game = create_game(ctx, "spytag", names)
    late = game.to_act[0]
    change(ctx, Decision, phase="late", due_at=game.opened_at)
    assert not any(tables.table(ctx, game.id, seat).may_claim for seat in range(4))
    with ctx.db.write() as session:
        session.execute(update(Seat).where(Seat.number == (late + 2) % 4).values(standin=True))
    assert [tables.table(ctx, game.id, seat).may_claim for seat in range(4)] == [
        seat % 2 != late % 2 for seat in range(4)
    ]


def test_nobody_claims_where_the_clock_ends_the_game_by_itself(ctx) -> None:
    game = after(ctx, create_game(ctx, on_timeout="forfeit"), *OPENING)
    change(ctx, Decision, phase="late")
    assert not tables.table(ctx, game.id, BOB).may_claim


def test_an_offer_to_agree_stands_until_the_next_move(ctx) -> None:
    game = after(ctx, create_game(ctx), "kill N")
    with ctx.db.write() as session:
        session.execute(update(Seat).where(Seat.number == ALICE).values(agreed_at_ply=1))
    assert tables.table(ctx, game.id, BOB).agreed == (ALICE,)
    assert tables.table(ctx, after(ctx, game, "identity E").id, BOB).agreed == ()


def test_who_takes_no_mail_is_said_to_be_silent(ctx) -> None:
    game = create_game(ctx, names=("Alice", "House"), house=("House",))
    other = create_game(ctx, names=("Bob", "Dana"), without_mail=("Dana",))
    assert [seat.silent for seat in tables.table(ctx, game.id, None).seats] == [False, False]
    assert [seat.silent for seat in tables.table(ctx, other.id, None).seats] == [False, True]


def test_a_table_before_its_start_shows_places_and_no_board(ctx) -> None:
    game = create_game(ctx)
    change(ctx, Game, status="open", board=None, deck=None, first=None, words=None, started_at=None)
    change(ctx, Seat, number=None)
    table = tables.table(ctx, game.id, None)
    assert (table.view, table.times, table.opened) == (None, {}, False)
    assert [(seat.place, seat.number, seat.role) for seat in table.seats] == [(0, None, None), (1, None, None)]
    assert tables.views(ctx, game.id, None) == []
    with pytest.raises(NotFound):
        tables.table(ctx, game.id, None, ply=0)


def test_a_rematch_is_pointed_to(ctx) -> None:
    game = after(ctx, create_game(ctx), *OPENING, "disguise H", "solve H F")
    rematch = create_game(ctx)
    with ctx.db.write() as session:
        session.execute(update(Game).where(Game.id == rematch.id).values(rematch_of=game.id))
    assert tables.table(ctx, game.id, None).game.rematch_code == rematch.code
