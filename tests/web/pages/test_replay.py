"""Looking on and looking back, through the eyes that one may have."""

import pytest

from noirmail.service import lobby, tables
from tests.build import after
from tests.web.pages.conftest import Table
from tests.web.pages.reading import cells, links, words

PLAYED = ("kill N", "identity A", "disguise F", "shift r1 right")


@pytest.fixture
def played(table: Table) -> Table:
    """Four moves were made; Alice is Franklin by now."""
    after(table.ctx, table.game, *PLAYED)
    return table


def address(table: Table, tail: str = "") -> str:
    return f"/g/{table.game.code}{tail}"


def over(table: Table) -> Table:
    """Bob solves the case."""
    after(table.ctx, table.game, "shift c1 up", "solve F H")
    return table


def test_a_spectator_sees_the_board_and_no_card(played: Table) -> None:
    page = played.get(address(played))

    assert "Alice may have changed identity." in words(page)
    assert not any("you" in cell or "hand" in cell for cell in cells(page))
    assert "Everything open" not in words(page)


def test_every_ply_has_an_address(played: Table) -> None:
    boards = [cells(played.get(address(played, f"/ply/{ply}"))) for ply in range(5)]

    assert "N Neil" in boards[0]
    assert "N Neil dead" in boards[1]
    assert boards[3][:5] == ["A Alyss", "F Franklin", "Q Quinton", "U Udstad", "Z Zachary"]
    assert boards[4][:5] == ["Z Zachary", "A Alyss", "F Franklin", "Q Quinton", "U Udstad"]


def test_first_back_forward_and_last_are_links(played: Table) -> None:
    found = links(played.get(address(played, "/ply/2")))

    assert [link for link in found if "/ply/" in link][:4] == [address(played, f"/ply/{ply}") for ply in (0, 1, 3, 4)]


def test_there_is_nothing_before_the_first_ply_and_after_the_last(played: Table) -> None:
    assert "Forward" in words(played.get(address(played, "/ply/4")))
    assert played.get(address(played, "/ply/5")).status_code == 404
    assert played.get(address(played, "/ply/-1")).status_code == 404


def test_the_move_that_is_shown_is_marked_in_the_list(played: Table) -> None:
    text = played.get(address(played, "/ply/3")).get_data(as_text=True)

    marked = text.partition('<li aria-current="step">')[2].partition("</li>")[0]
    assert "Alice may have changed identity." in marked


def test_the_page_of_a_finished_game_is_open_says_so_and_leads_on_to_open_pages(played: Table) -> None:
    over(played)

    page = played.get(address(played))

    assert page.text.partition('aria-current="true">')[2].startswith("Everything open<")
    assert address(played, "/ply/0/all") in links(page)


@pytest.mark.parametrize("eyes", ["seat-0", "seat-1", "all"])
def test_other_eyes_are_closed_while_the_game_runs(played: Table, eyes: str) -> None:
    assert played.get(address(played, f"/ply/2/{eyes}")).status_code == 409


def test_a_player_has_no_eyes_but_the_own_while_the_game_runs(played: Table) -> None:
    answers = [played.get(f"{played.alice}/ply/2/{eyes}").status_code for eyes in ("seat-0", "seat-1", "all")]

    assert answers == [200, 409, 409]


def test_a_player_steps_back_through_what_that_player_saw(played: Table) -> None:
    page = played.get(f"{played.alice}/ply/2")

    assert "H Horatio you" in cells(page)
    assert "F Franklin disguise" in cells(page)
    assert "You took Franklin as your identity." in words(page)
    assert "Bob chose an identity." in words(page)


def test_after_the_end_everybody_may_look_through_each_seats_eyes(played: Table) -> None:
    over(played)

    alices = played.get(address(played, "/ply/2/seat-0"))
    bobs = played.get(address(played, "/ply/2/seat-1"))

    assert "H Horatio you" in cells(alices)
    assert "A Alyss you" in cells(bobs)
    assert "Bob chose an identity." in words(alices)


def test_after_the_end_everything_may_be_shown_at_every_ply(played: Table) -> None:
    over(played)

    page = played.get(address(played, "/ply/2/all"))

    assert "H Horatio Killer" in cells(page)
    assert "A Alyss Inspector" in cells(page)
    assert "Alice took Franklin as identity." in words(page)
    assert "The deck, top card first:" in words(page)


@pytest.mark.parametrize("tail", ["/ply/2/seat-2", "/ply/2/seat-x", "/ply/2/nobody", "/ply/2/seat-99999"])
def test_eyes_of_nobody_are_nothing(played: Table, tail: str) -> None:
    over(played)

    assert played.get(address(played, tail)).status_code == 404


def test_the_record_of_a_finished_game_is_whole(played: Table) -> None:
    over(played)

    record = played.get(address(played, "/record")).get_json()

    assert record["deal"]["deck"].startswith("HFEZYA")
    assert record["result"] == {"winners": [1], "reason": "solved"}


def test_the_shuffle_can_be_checked_after_the_end(played: Table) -> None:
    before = words(played.get(address(played)))
    after_the_end = words(over(played).get(address(played)))

    assert "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" in before
    assert "Seed" not in before
    assert "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f" in after_the_end


def test_a_table_that_has_not_begun_can_be_looked_at(table: Table) -> None:
    from noirmail.service.opening import NewGame, NewPlace
    from tests.web.pages.conftest import person_of

    new = NewGame("kvi", (NewPlace("opener"), NewPlace("free")))
    place = lobby.open_game(table.ctx, new, person_of(table.ctx, "Alice"))

    page = table.get(f"/g/{place.code}")

    assert "This table waits for its players." in words(page)
    assert tables.table(table.ctx, place.game_id, None).view is None
