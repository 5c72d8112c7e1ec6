"""A link that does not work shows the same page for every reason, and a way to a fresh one."""

from collections.abc import Callable

import pytest

from noirmail.store.models import Seat
from tests.build import create_game, seat_at, token_of
from tests.conftest import Clock
from tests.post import deliver_all, text_of
from tests.web.pages.conftest import Table, everything
from tests.web.pages.reading import form, words

BELOW = ["", "/d0", "/d0/kill-n", "/d0/preview", "/ply/0", "/record", "/resign", "/mails", "/rematch"]


def revoked(table: Table) -> str:
    token = table.alice.removeprefix("/s/")
    with table.ctx.db.write() as session:
        session.get_one(Seat, seat_at(table.ctx, table.game, 0).id).version += 1
    return token


def tampered(table: Table) -> str:
    token = table.alice.removeprefix("/s/")
    return token[:-1] + ("a" if token[-1] != "a" else "b")


def foreign(table: Table) -> str:
    return table.ctx.keys.mint("invite", seat_at(table.ctx, table.game, 0).id, 1)


def unknown(table: Table) -> str:
    return table.ctx.keys.mint("seat", 999_999)


def nonsense(_table: Table) -> str:
    return "nonsense"


@pytest.mark.parametrize("make", [revoked, tampered, foreign, unknown, nonsense])
@pytest.mark.parametrize("below", BELOW)
def test_every_dead_link_shows_the_same_page(table: Table, make: Callable[[Table], str], below: str) -> None:
    token = make(table)

    page = table.get(f"/s/{token}{below}")

    expected = table.get("/s/other")
    assert page.status_code == 404
    assert page.get_data(as_text=True).replace(token, "other") == expected.get_data(as_text=True)


@pytest.mark.parametrize("path", ["d0", "d0/preview", "resign", "word", "invite", "withdraw", "mails", "rematch"])
def test_nothing_can_be_sent_with_a_dead_link(table: Table, path: str) -> None:
    before = everything(table.ctx)

    assert table.post(f"/s/{unknown(table)}/{path}", yes="1", choice="off").status_code == 404
    assert everything(table.ctx) == before


def test_a_seat_link_works_for_thirty_days_after_the_end(table: Table, clock: Clock) -> None:
    table.post(f"{table.alice}/resign", yes="1")

    clock.move(days=30)
    assert table.get(table.alice).status_code == 200
    clock.move(minutes=1)
    assert table.get(table.alice).status_code == 410


@pytest.mark.parametrize("below", BELOW)
def test_after_that_it_shows_a_notice_that_leads_to_the_replay(table: Table, clock: Clock, below: str) -> None:
    table.post(f"{table.alice}/resign", yes="1")
    clock.move(days=31)

    page = table.get(f"{table.alice}{below}")

    assert page.status_code == 410
    assert "ended more than 30 days ago" in words(page)
    assert f"/g/{table.game.code}" in page.get_data(as_text=True)
    assert "<form" not in page.get_data(as_text=True)


def test_the_notice_leads_nowhere_where_only_the_players_could_watch(table: Table, clock: Clock) -> None:
    game = create_game(table.ctx, watch="players")
    path = f"/s/{token_of(table.ctx, game, 0)}"
    table.post(f"{path}/resign", yes="1")
    clock.move(days=31)

    assert table.get(path).status_code == 410
    assert "/g/" not in table.get(path).get_data(as_text=True)


def test_no_fresh_link_is_mailed_for_a_game_that_is_long_over(table: Table, clock: Clock) -> None:
    table.post(f"{table.alice}/resign", yes="1")
    deliver_all(table.ctx)
    clock.move(days=31)

    table.post(f"{table.alice}/fresh", yes="1")

    assert deliver_all(table.ctx) == []


def test_a_link_that_was_made_dead_shows_no_notice_either(table: Table, clock: Clock) -> None:
    table.post(f"{table.alice}/resign", yes="1")
    clock.move(days=31)

    assert table.get(f"/s/{revoked(table)}").status_code == 404


def test_a_fresh_link_goes_to_the_address_that_holds_the_seat(table: Table) -> None:
    deliver_all(table.ctx)
    ask = form(table.get(f"/s/{revoked(table)}"), "/fresh")

    answer = table.post(ask.action, yes="1")

    (mail,) = deliver_all(table.ctx)
    assert "Look into your mail" in words(answer)
    assert mail["To"] == "alice@example.test"
    assert f"/s/{token_of(table.ctx, table.game, 0)}" in text_of(mail)


def test_the_answer_is_the_same_for_a_link_of_nobody(table: Table) -> None:
    known, nobody = (table.post(f"/s/{token}/fresh", yes="1") for token in (revoked(table), nonsense(table)))

    assert known.get_data() == nobody.get_data()


def test_without_the_tick_no_fresh_link_is_mailed(table: Table) -> None:
    deliver_all(table.ctx)

    table.post(f"/s/{revoked(table)}/fresh")

    assert deliver_all(table.ctx) == []


def test_the_sixth_fresh_link_of_an_hour_is_not_mailed_and_nothing_tells(table: Table) -> None:
    deliver_all(table.ctx)
    token = revoked(table)

    answers = {table.post(f"/s/{token}/fresh", yes="1").get_data() for _time in range(6)}

    assert len(answers) == 1
    assert len(deliver_all(table.ctx)) <= 5


def test_a_game_that_only_its_players_may_watch_is_nothing_to_others(table: Table) -> None:
    game = create_game(table.ctx, watch="players")

    hidden, none = table.get(f"/g/{game.code}"), table.get("/g/NOTHING")

    assert hidden.status_code == 404
    assert hidden.get_data() == none.get_data()
