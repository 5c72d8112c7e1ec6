"""What a player does besides moving: by a tick or a choice, and not without."""

import pytest

from noirmail.service import outage, reversal
from noirmail.service.sweep import sweep
from noirmail.store.models import Heartbeat
from tests.build import after, create_game, reload, seat_at, token_of
from tests.conftest import Clock
from tests.web.pages.conftest import Table, everything
from tests.web.pages.reading import form, links, words

TICKED = ["resign", "agree", "rematch", "leave", "cancel", "renew"]
CHOSEN = ["claim", "partner", "mails"]


@pytest.mark.parametrize("name", TICKED + CHOSEN)
def test_a_deed_is_asked_without_a_default(table: Table, name: str) -> None:
    asked = form(table.get(f"{table.alice}/{name}"), f"/{name}")

    assert not any(asked.fields.values())
    assert asked.boxes == (["yes"] if name in TICKED else [])


@pytest.mark.parametrize("name", TICKED + CHOSEN)
def test_a_deed_without_tick_or_choice_changes_nothing(table: Table, name: str) -> None:
    before = everything(table.ctx)

    answer = table.post(f"{table.alice}/{name}")

    assert answer.status_code == 422
    assert "Nothing was changed" in words(answer)
    assert everything(table.ctx) == before


def test_resigning_ends_the_game_for_the_other_side(table: Table) -> None:
    answer = table.post(f"{table.alice}/resign", yes="1")

    assert "You have given up your seat." in words(answer)
    assert "Bob (Inspector) wins." in words(answer)


def test_a_game_that_is_over_cannot_be_resigned(table: Table) -> None:
    table.post(f"{table.alice}/resign", yes="1")

    assert table.post(f"{table.bob}/resign", yes="1").status_code == 409


def test_two_who_agree_end_the_game_without_a_winner(table: Table) -> None:
    offered = table.post(f"{table.alice}/agree", yes="1")
    seen = table.get(table.bob)
    agreed = table.post(f"{table.bob}/agree", yes="1")

    assert "Your offer stands until somebody moves." in words(offered)
    assert "offers to end the game" in words(seen)
    assert "Nobody wins." in words(agreed)


def test_mails_of_a_game_are_turned_off_and_the_others_learn_only_that_one_may_be_slow(table: Table) -> None:
    answer = table.post(f"{table.alice}/mails", choice="off")

    assert "You get no more mails for this game." in words(answer)
    assert "takes no mail, may be slow" in words(table.get(table.bob))
    assert not seat_at(table.ctx, table.game, 0).mail


def test_a_late_side_may_be_waited_for(table: Table, clock: Clock) -> None:
    run_out(table, clock)

    page = table.get(table.bob)
    answer = table.post(f"{table.bob}/claim", choice="wait")

    assert f"{table.bob}/claim" in links(page)
    assert "You wait." in words(answer)
    assert reload(table.ctx, table.game).status == "running"


def test_a_late_side_loses_when_the_other_says_so_and_the_cards_stay_hidden_for_a_day(
    table: Table, clock: Clock
) -> None:
    run_out(table, clock)

    answer = table.post(f"{table.bob}/claim", choice="end")

    assert "It is done: the clock has decided." in words(answer)
    assert "You win." in words(answer)
    assert "Everybody's cards" not in words(answer)
    clock.move(hours=25)
    assert "Everybody's cards" in words(table.get(table.bob))


def test_an_ending_that_was_taken_back_is_played_on(table: Table, clock: Clock) -> None:
    run_out(table, clock)
    table.post(f"{table.bob}/claim", choice="end")

    reversal.reverse(table.ctx, table.game.code)

    assert "It is for you to act." in words(table.get(table.alice))


def run_out(table: Table, clock: Clock) -> None:
    """Alice's time runs, and runs out, while the sweep looks on all the time."""
    table.post(f"{table.alice}/mails", choice="off")
    for hours in (60, 13):
        now = clock.move(hours=hours)
        with table.ctx.db.write() as session:
            session.merge(Heartbeat(name=outage.DUTY, at=now))
        sweep(table.ctx)


def test_a_rematch_has_the_seats_changed(table: Table) -> None:
    table.post(f"{table.alice}/resign", yes="1")

    answer = table.post(f"{table.bob}/rematch", yes="1")

    assert "The table is open, and the others are invited." in words(answer)
    assert "Keep this address" in words(answer)


def test_a_record_holds_only_what_its_reader_may_know(table: Table) -> None:
    after(table.ctx, table.game, "kill N", "identity A")

    own, foreign = (table.get(f"{seat}/record") for seat in (table.bob, table.alice))

    assert own.headers["Content-Disposition"].startswith("attachment; filename=")
    assert own.get_json()["actions"][1]["action"] == "identity A"
    assert foreign.get_json()["actions"][1]["action"] == "identity"
    assert "deck" not in foreign.get_json()["deal"]


def test_the_seat_of_somebody_without_an_address_works_by_its_link_alone(table: Table) -> None:
    game = create_game(table.ctx, without_mail=["Alice"])
    seat = f"/s/{token_of(table.ctx, game, 0)}"

    assert "It is for you to act." in words(table.get(seat))
    assert table.post(f"{seat}/resign", yes="1").status_code == 200
