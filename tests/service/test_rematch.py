"""The same again with the seats moved on, and a table against the house."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from noirmail.service import lobby, parting, seating, tables
from noirmail.service.errors import BadInput, Refused
from noirmail.service.practice import practice
from noirmail.service.rematch import rematch
from tests.build import create_game, seat_at
from tests.service.tables import account, game_at, invitation, seats
from tests.service.timeline import addressees, mails


def a_finished_game(ctx, kind="kvi", names=("Alice", "Bob"), **more):
    game = create_game(ctx, kind, names, **more)
    parting.agree(ctx, game.id, 0)
    for seat in range(1, len(names)):
        if names[seat] not in more.get("house", ()):
            parting.agree(ctx, game.id, seat)
    return game


def test_who_asks_has_joined_and_the_other_is_invited_with_seats_swapped(ctx_any) -> None:
    game = a_finished_game(ctx_any, options={"kills": 14}, per_turn=7200, on_timeout="forfeit")
    place = rematch(ctx_any, seat_at(ctx_any, game, 1).id)
    again = game_at(ctx_any, place)
    assert (again.options, again.per_turn, again.on_timeout) == ({"kills": 14}, 7200, "forfeit")
    assert {seat.name: (seat.number, seat.state) for seat in seats(ctx_any, place)} == {
        "Bob": (0, "joined"),
        "Alice": (1, "invited"),
    }
    assert again.seed != game.seed
    assert addressees(ctx_any, "invitation") == ["Alice"]


def test_whoever_asks_second_joins_the_first(ctx_any) -> None:
    game = a_finished_game(ctx_any)
    first = rematch(ctx_any, seat_at(ctx_any, game, 0).id)
    second = rematch(ctx_any, seat_at(ctx_any, game, 1).id)
    assert (second.game_id, second.running) == (first.game_id, True)
    assert rematch(ctx_any, seat_at(ctx_any, game, 0).id).seat_id == first.seat_id


def test_two_who_ask_at_once_get_one_game(ctx_any) -> None:
    game = a_finished_game(ctx_any)
    ids = [seat_at(ctx_any, game, number).id for number in (0, 1)]
    with ThreadPoolExecutor(2) as pool:
        places = list(pool.map(lambda seat: rematch(ctx_any, seat), ids))
    assert places[0].game_id == places[1].game_id
    assert game_at(ctx_any, places[0]).status == "running"


def test_the_invitation_to_a_rematch_is_like_any_other(ctx) -> None:
    game = a_finished_game(ctx)
    place = rematch(ctx, seat_at(ctx, game, 0).id)
    seating.decline(ctx, invitation(ctx, place))
    with pytest.raises(Refused):
        rematch(ctx, seat_at(ctx, game, 1).id)


def test_three_move_on_by_one_seat(ctx) -> None:
    game = a_finished_game(ctx, "buddycops", ("Alice", "Bob", "Dana"))
    place = rematch(ctx, seat_at(ctx, game, 2).id)
    assert {seat.name: seat.number for seat in seats(ctx, place)} == {"Alice": 1, "Bob": 2, "Dana": 0}


def test_a_running_game_has_no_rematch(ctx) -> None:
    with pytest.raises(Refused):
        rematch(ctx, seat_at(ctx, create_game(ctx), 0).id)


def test_after_calling_a_rematch_off_another_can_be_asked_for(ctx) -> None:
    game = a_finished_game(ctx)
    place = rematch(ctx, seat_at(ctx, game, 0).id)
    lobby.cancel(ctx, place.seat_id)
    assert rematch(ctx, seat_at(ctx, game, 1).id).game_id != place.game_id


def test_somebody_with_a_link_alone_finds_the_place_kept(ctx) -> None:
    game = a_finished_game(ctx, without_mail=("Bob",))
    place = rematch(ctx, seat_at(ctx, game, 0).id)
    assert {seat.state for seat in seats(ctx, place)} == {"joined", "free"}
    assert rematch(ctx, seat_at(ctx, game, 1).id).running


def test_the_house_is_always_ready_for_another(ctx) -> None:
    game = a_finished_game(ctx, names=("Alice", "House"), house=("House",))
    assert rematch(ctx, seat_at(ctx, game, 0).id).running


def test_friends_who_play_often_are_not_held_up_by_the_daily_limit(ctx) -> None:
    for _each in range(5):
        rematch(ctx, seat_at(ctx, a_finished_game(ctx), 0).id)
    assert addressees(ctx, "invitation") == ["Bob"] * 5


def test_practice_without_an_account_starts_at_once_and_mails_nobody(ctx_any) -> None:
    place = practice(ctx_any, None, seat=0)
    table = tables.table(ctx_any, place.game_id, 0)
    assert (table.game.status, table.game.watch, table.view.to_act) == ("running", "players", (0,))
    assert [(seat.name, seat.kind) for seat in table.seats] == [("Guest", "person"), ("The house", "house")]
    assert table.due is not None
    assert mails(ctx_any) == []


def test_in_practice_the_house_moves_first_where_it_is_its_turn(ctx) -> None:
    place = practice(ctx, None, seat=1)
    assert tables.table(ctx, place.game_id, 1).view.to_act == (1,)
    assert game_at(ctx, place).number == 1


def test_practice_with_an_account_is_mailed(ctx) -> None:
    practice(ctx, account(ctx, "Alice"), seat=0)
    assert addressees(ctx, "your-turn") == ["Alice"]


def test_practice_by_lot_gives_either_seat(ctx) -> None:
    found = set()
    for _again in range(20):
        place = practice(ctx, None)
        found |= {seat.number for seat in seats(ctx, place) if seat.kind == "person"}
    assert found == {0, 1}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"rules": "chess"}, "ruleset"),
        ({"seat": 2}, "seat"),
        ({"players": 3}, "seats"),
        ({"options": {"kills": "ten"}}, "options"),
        ({"name": "x" * 41}, "seats.0.name"),
    ],
)
def test_practice_that_cannot_be_is_refused_by_field(ctx, wrong, field) -> None:
    with pytest.raises(BadInput) as refusal:
        practice(ctx, None, **wrong)
    assert refusal.value.field == field


def test_every_rule_set_can_be_practised(ctx) -> None:
    for rules in ("kvi", "kvi-classic", "hitman", "spytag", "dragnet", "buddycops"):
        place = practice(ctx, None, rules=rules)
        assert game_at(ctx, place).status == "running"
