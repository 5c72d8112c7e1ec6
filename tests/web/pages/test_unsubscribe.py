"""Turning a game's mails off from a mail, by a person or by a mail program (TRUST R9, R10)."""

import pytest

from tests.build import reload, seat_at, unsubscribe_token
from tests.web.pages.conftest import Table, everything
from tests.web.pages.reading import form, words

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def link(table: Table) -> str:
    """The link in Alice's mails."""
    return f"/u/{unsubscribe_token(table.ctx, table.game, 0)}"


def mail_is_on(table: Table) -> bool:
    return seat_at(table.ctx, table.game, 0).mail


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_one_click_of_a_mail_program_turns_mails_off(table: Table, link: str, kind: str) -> None:
    client = table.app.test_client(use_cookies=False)
    headers = {"Sec-Fetch-Site": "cross-site", "Origin": "https://mail.example"}

    answers = [client.post(link, data=ONE_CLICK, content_type=kind, headers=headers) for _time in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert not mail_is_on(table)


def test_a_person_chooses_and_can_choose_back(table: Table, link: str) -> None:
    choose = form(table.get(link), link)

    off = table.post(link, choice="off")
    assert not mail_is_on(table)
    on = table.post(link, choice="on")

    assert choose.fields == {}
    assert "Your seat is yours still." in words(off)
    assert "You get mails for this game again." in words(on)
    assert mail_is_on(table)


def test_a_button_pressed_without_a_choice_changes_nothing(table: Table, link: str) -> None:
    before = everything(table.ctx)

    assert table.post(link).status_code == 422
    assert everything(table.ctx) == before


def test_unsubscribing_neither_moves_nor_resigns(table: Table, link: str) -> None:
    table.post(link, choice="off")

    game = reload(table.ctx, table.game)
    assert (game.status, game.number, game.to_act) == ("running", 0, [0])
    assert "It is for you to act." in words(table.get(table.alice))


def test_the_page_shows_no_board_and_no_card(table: Table, link: str) -> None:
    said = words(table.get(link))

    assert "Horatio" not in said
    assert "Alice – Bob" in said
