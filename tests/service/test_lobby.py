"""Opening a table, filling it, starting it."""

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest

from noirmail.engine.deal import deal_of
from noirmail.service import lobby, seating
from noirmail.service.errors import BadInput, Refused
from noirmail.service.opening import NewGame, NewPlace
from tests.service.tables import FREE, HOUSE, OWN, account, game_at, invitation, invited, laid, seats
from tests.service.timeline import addressees, happened, mails, owed


def test_a_table_waits_for_the_invited(ctx_any) -> None:
    place = laid(ctx_any, title="Friday")
    game = game_at(ctx_any, place)
    assert (game.status, game.title, game.board, place.running) == ("open", "Friday", None, False)
    assert [(seat.name, seat.state) for seat in seats(ctx_any, place)] == [("Alice", "joined"), ("Bob", "invited")]
    assert addressees(ctx_any, "invitation") == ["Bob"]


def test_the_commitment_stands_before_anybody_joins_and_binds_the_deal(ctx_any) -> None:
    place = laid(ctx_any)
    promised = game_at(ctx_any, place).commitment
    seating.set_word(ctx_any, place.seat_id, "rain")
    seating.accept(ctx_any, invitation(ctx_any, place), "Bob", "дождь")
    game = game_at(ctx_any, place)
    assert sha256(game.seed).hexdigest() == promised == game.commitment
    dealt = deal_of(game.seed, ["rain", "дождь"], 2, lot=True)
    assert (game.board, game.deck, tuple(game.lot)) == (dealt.deal.board, dealt.deal.deck, dealt.lot)
    assert game.words == ["rain", "дождь"]


def test_a_game_starts_with_the_last_place_and_tells_everybody_once(ctx_any) -> None:
    place = laid(ctx_any, seating="given")
    assert seating.accept(ctx_any, invitation(ctx_any, place), "Bob").running
    game = game_at(ctx_any, place)
    assert (game.status, game.to_act, game.expires_at) == ("running", [0], None)
    assert (addressees(ctx_any, "your-turn"), addressees(ctx_any, "game-start")) == (["Alice"], ["Bob"])
    assert owed(ctx_any, game, 0).phase == "waiting"
    assert happened(ctx_any, game) == ["opened", "joined", "started"]


def test_seats_follow_the_lot(ctx) -> None:
    for _again in range(6):
        place = laid(ctx, FREE, FREE, FREE, ruleset="spytag")
        for name in ("Dana", "Charlie", "Bob"):
            seating.join(ctx, place.game_id, account(ctx, name).id, name)
        game = game_at(ctx, place)
        by_number = {seat.number: seat for seat in seats(ctx, place)}
        assert [by_number[number].place for number in range(4)] == game.lot


def test_seats_as_given_stay(ctx) -> None:
    new = NewGame(ruleset="kvi", places=(invited("Bob"), OWN), seating="given")
    place = lobby.open_game(ctx, new, account(ctx, "Alice"))
    seating.accept(ctx, invitation(ctx, place), "Bob")
    assert {seat.name: (seat.place, seat.number) for seat in seats(ctx, place)} == {"Alice": (0, 1), "Bob": (1, 0)}
    assert game_at(ctx, place).lot is None


def test_the_words_stand_in_the_order_of_joining(ctx, clock) -> None:
    place = laid(ctx, invited("Bob"), invited("Dana"), ruleset="spytag")
    token = invitation(ctx, place, 1)
    clock.move(minutes=1)
    seating.accept(ctx, invitation(ctx, place, 2), "Dana", "first")
    clock.move(minutes=1)
    seating.accept(ctx, token, "Bob", "second")
    assert game_at(ctx, place).words == ["", "first", "second"]
    assert [seat.name for seat in seats(ctx, place)] == ["Alice", "Dana", "Bob"]


def test_last_places_taken_at_once_start_the_game_once(ctx_any) -> None:
    place = laid(ctx_any, FREE, FREE, ruleset="spytag")
    people = [account(ctx_any, name) for name in ("Bob", "Charlie", "Dana", "Erin")]

    def join(person):
        try:
            return seating.join(ctx_any, place.game_id, person.id, person.name).running
        except Refused:
            return None

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(join, people))
    assert sorted(map(str, found)) == ["False", "None", "None", "True"]
    assert happened(ctx_any, game_at(ctx_any, place)) == ["opened", "joined", "joined", "started"]


def test_with_house_seats_alone_a_game_starts_at_once(ctx) -> None:
    place = laid(ctx, HOUSE)
    assert place.running
    assert [seat.name for seat in seats(ctx, place)] == ["Alice", "The house"]


def test_several_seats_of_the_house_can_be_told_apart(ctx) -> None:
    place = laid(ctx, HOUSE, HOUSE, ruleset="dragnet")
    assert [seat.name for seat in seats(ctx, place)] == ["Alice", "House 1", "House 2"]


def test_a_host_opens_a_game_that_runs_and_gets_the_keys(ctx_any) -> None:
    new = NewGame(ruleset="kvi", places=(invited("Bob"), NewPlace("invite", "Ada")), seating="given")
    started = lobby.open_started(ctx_any, new)
    assert [(seat.seat, seat.name, seat.token is not None) for seat in started.seats] == [
        (0, "Bob", True),
        (1, "Ada", True),
    ]
    assert [(mail.kind, mail.decision) for mail in mails(ctx_any)] == [("your-turn", 0)]


def test_a_host_may_open_any_number(ctx) -> None:
    new = NewGame(ruleset="kvi", places=(invited("Bob"), invited("Alice")))
    assert len({lobby.open_started(ctx, new).code for _each in range(30)}) == 30


def test_calling_off_kills_the_links_and_tells_who_had_joined(ctx_any) -> None:
    place = laid(ctx_any, invited("Bob"), invited("Dana"), ruleset="spytag")
    left = invitation(ctx_any, place, 2)
    seating.accept(ctx_any, invitation(ctx_any, place, 1), "Bob")
    lobby.cancel(ctx_any, place.seat_id)
    assert game_at(ctx_any, place).status == "cancelled"
    assert addressees(ctx_any, "invitation-answer") == ["Bob"]
    with pytest.raises(Exception, match="does not work"):
        seating.accept(ctx_any, left, "Dana")
    assert [mail.state for mail in mails(ctx_any, "invitation")][-1] == "superseded"


def test_a_game_that_runs_is_not_called_off(ctx) -> None:
    place = laid(ctx, HOUSE)
    with pytest.raises(Refused):
        lobby.cancel(ctx, place.seat_id)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"ruleset": "chess"}, "ruleset"),
        ({"options": {"kills": 11}}, "options"),
        ({"options": {"colour": "red"}}, "options"),
        ({"places": (OWN,)}, "seats"),
        ({"places": (OWN, FREE, FREE)}, "seats"),
        ({"places": (FREE, FREE)}, "seats"),
        ({"places": (OWN, OWN)}, "seats"),
        ({"places": (OWN, NewPlace("guest"))}, "seats.1"),
        ({"places": (OWN, NewPlace("invite", "Bob", "bob"))}, "seats.1.email"),
        ({"places": (OWN, NewPlace("invite", "Bob"))}, "seats.1.email"),
        ({"places": (OWN, NewPlace("invite", "B\0b", "bob@example.test"))}, "seats.1.name"),
        ({"places": (OWN, invited("Alice"))}, "seats.1.email"),
        ({"places": (NewPlace("opener", "x" * 41), FREE)}, "seats.0.name"),
        ({"title": "x" * 61}, "title"),
        ({"seating": "chance"}, "seating"),
        ({"per_turn": 299}, "per_turn"),
        ({"per_turn": 2592001}, "per_turn"),
        ({"on_timeout": "cry"}, "on_timeout"),
        ({"watch": "all"}, "watch"),
    ],
)
def test_a_table_that_cannot_be_is_refused_by_field_and_nothing_is_kept(ctx, wrong, field) -> None:
    with pytest.raises(BadInput) as refusal:
        lobby.open_game(
            ctx, NewGame(**{"ruleset": "kvi", "places": (OWN, invited("Bob")), **wrong}), account(ctx, "Alice")
        )
    assert refusal.value.field == field
    assert mails(ctx) == []


def test_one_address_holds_one_place(ctx) -> None:
    with pytest.raises(BadInput, match="One person holds one seat"):
        laid(ctx, invited("Bob"), NewPlace("invite", "Bo", "BOB@example.test"), ruleset="spytag")


def test_every_option_is_named_when_a_game_is_opened(ctx) -> None:
    assert game_at(ctx, laid(ctx)).options == {"kills": 10}


def test_codes_have_forty_bits_and_no_letters_that_look_alike(ctx) -> None:
    codes = {laid(ctx, HOUSE).code for _each in range(20)}
    assert len(codes) == 20
    assert all(len(code) == 8 and not set(code) & set("01IO") for code in codes)
