"""Lists of games: nobody finds what is not for them."""

import pytest

from noirmail.service import games, lobby, parting, seating
from noirmail.service.errors import BadInput
from tests.build import create_game
from tests.conftest import NOON
from tests.service.tables import FREE, account, invitation, invited, laid
from tests.service.timeline import take_mails


def test_a_person_finds_own_games_and_invitations_newest_first(ctx_any) -> None:
    alice, bob, charlie = (account(ctx_any, name) for name in ("Alice", "Bob", "Charlie"))
    running = create_game(ctx_any)
    table = laid(ctx_any)
    assert [game.code for game in games.games_of(ctx_any, bob.id)] == [table.code, running.code]
    assert [game.invited for game in games.games_of(ctx_any, bob.id)] == [True, False]
    assert [game.invited for game in games.games_of(ctx_any, alice.id)] == [False, False]
    assert games.games_of(ctx_any, charlie.id) == []


def test_no_game_that_waits_is_pushed_off_a_persons_own_page_by_newer_ones(ctx, monkeypatch) -> None:
    monkeypatch.setattr(games, "PAGE", 2)
    waiting, running = create_game(ctx), [create_game(ctx) for _each in range(4)]
    table = laid(ctx)
    finished = [create_game(ctx) for _each in range(3)]
    for game in finished:
        parting.resign(ctx, game.id, 1)
    found = [game.code for game in games.all_of(ctx, account(ctx, "Alice").id)]
    assert found[:6] == [*(game.code for game in running[::-1]), waiting.code, table.code]
    assert found[6:] == [game.code for game in finished[:0:-1]]


def test_the_list_holds_the_keys_of_own_places_alone(ctx) -> None:
    table = laid(ctx)
    (of_bob,) = games.games_of(ctx, account(ctx, "Bob").id)
    (of_alice,) = games.games_of(ctx, account(ctx, "Alice").id)
    assert (of_bob.token, of_alice.token) == (invitation(ctx, table), table.token)
    assert of_bob.names == ("Alice", "")


def test_the_list_says_what_is_owed_and_until_when(ctx) -> None:
    create_game(ctx, per_turn=86400)
    take_mails(ctx)
    (of_alice,) = games.games_of(ctx, account(ctx, "Alice").id)
    (of_bob,) = games.games_of(ctx, account(ctx, "Bob").id)
    assert (of_alice.decision, of_alice.due) == (0, NOON.replace(day=2))
    assert (of_bob.decision, of_bob.due) == (None, None)


def test_open_games_are_the_public_ones_with_people_missing(ctx_any) -> None:
    public = laid(ctx_any, FREE, public=True, title="Come in")
    laid(ctx_any, FREE)
    laid(ctx_any, invited("Dana"), public=True)
    full = laid(ctx_any, FREE, public=True)
    seating.join(ctx_any, full.game_id, account(ctx_any, "Bob").id, "Bob")
    (found,) = games.open_games(ctx_any)
    assert (found.code, found.title, found.free, found.token) == (public.code, "Come in", 1, None)


def test_a_game_that_was_called_off_is_in_no_list(ctx) -> None:
    table = laid(ctx, FREE, public=True, watch="everyone")
    lobby.cancel(ctx, table.seat_id)
    assert games.open_games(ctx) == games.watchable_games(ctx) == games.games_of(ctx, account(ctx, "Alice").id) == []


def test_the_public_list_has_no_game_that_only_a_link_or_its_players_show(ctx) -> None:
    shown = create_game(ctx, watch="everyone")
    for hidden in ("link", "players"):
        create_game(ctx, watch=hidden)
    assert [game.code for game in games.watchable_games(ctx)] == [shown.code]
    assert games.watchable_games(ctx, status="finished") == []


def test_lists_go_on_after_a_code(ctx) -> None:
    codes = [create_game(ctx, watch="everyone").code for _each in range(5)][::-1]
    first = games.watchable_games(ctx, limit=2)
    rest = games.watchable_games(ctx, after=first[-1].code.lower())
    assert [game.code for game in (*first, *rest)] == codes


@pytest.mark.parametrize(("wrong", "field"), [({"after": "NOWHERE"}, "after"), ({"status": "lost"}, "status")])
def test_a_list_that_cannot_be_is_refused_by_field(ctx, wrong, field) -> None:
    with pytest.raises(BadInput) as refusal:
        games.watchable_games(ctx, **wrong)
    assert refusal.value.field == field


def test_a_place_that_was_emptied_is_in_nobodys_list(ctx) -> None:
    table = laid(ctx, invited("Bob"), FREE, ruleset="spytag")
    bob = seating.accept(ctx, invitation(ctx, table), "Bob")
    seating.leave(ctx, bob.seat_id)
    assert games.games_of(ctx, account(ctx, "Bob").id) == []
