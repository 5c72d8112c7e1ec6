"""From the board page to a committed move, without scripts and without cookies."""

from dataclasses import replace

from noirmail.service.tokens import Keyring
from tests.build import after, reload
from tests.conftest import Clock
from tests.web.pages.conftest import Table, everything
from tests.web.pages.reading import Form, cells, form, links, words

# In the example deal (tests.build) Horatio, who is Alice, stands in the corner between Julian, Ryan and Neil.
OPENING = "kill N"


def previewed(table: Table, seat: str, decision: int, action: str) -> Form:
    page = table.post(f"{seat}/d{decision}/preview", action=action)
    assert page.status_code == 200
    return form(page, f"/d{decision}")


def test_the_board_page_shows_the_board_and_my_cards_in_words(table: Table) -> None:
    page = table.get(table.alice)

    assert cells(page)[0] == "A Alyss"
    assert cells(page)[23] == "N Neil"
    assert "H Horatio you" in cells(page)
    assert "Identity H Horatio" in words(page)
    assert "It is for you to act." in words(page)


def test_every_legal_action_is_a_choice_without_a_default(table: Table) -> None:
    choose = form(table.get(table.alice), "/d0/preview")

    assert choose.choices["action"] == ["kill J", "kill N", "kill R"]
    assert choose.fields == {}


def test_a_move_is_chosen_shown_in_words_ticked_and_sent(table: Table) -> None:
    send = previewed(table, table.alice, 0, OPENING)

    answer = table.post(send.action, **send.fields, yes="1")

    assert answer.status_code == 200
    assert "Your move is made. You killed Neil." in words(answer)
    assert "Bob (Inspector) is to act." in words(answer)
    assert reload(table.ctx, table.game).number == 1


def test_a_link_from_a_mail_opens_the_preview_of_its_move(table: Table) -> None:

    page = table.get(f"{table.alice}/d0/kill-n")

    assert form(page, "/d0").fields["action"] == OPENING
    assert form(page, "/d0").boxes == ["yes"]


def test_without_the_tick_nothing_is_sent_and_the_choice_stays(table: Table) -> None:
    send = previewed(table, table.alice, 0, OPENING)
    before = everything(table.ctx)

    answer = table.post(send.action, **send.fields)

    assert "Nothing has been sent" in words(answer)
    assert form(answer, "/d0").fields == send.fields
    assert everything(table.ctx) == before


def test_a_move_that_was_never_shown_is_shown_first(table: Table) -> None:

    answer = table.post(f"{table.alice}/d0", action=OPENING, key="mine", yes="1")

    assert "Is this your move?" in words(answer)
    assert reload(table.ctx, table.game).number == 0


def test_the_same_form_sent_twice_is_one_move(table: Table) -> None:
    send = previewed(table, table.alice, 0, OPENING)

    first = table.post(send.action, **send.fields, yes="1")
    second = table.post(send.action, **send.fields, yes="1")

    assert "Your move is made." in words(first)
    assert "This move was made already." in words(second)
    assert reload(table.ctx, table.game).number == 1


def test_the_key_of_one_move_does_not_send_another(table: Table) -> None:
    send = previewed(table, table.alice, 0, OPENING)

    answer = table.post(send.action, **{**send.fields, "action": "kill J"}, yes="1")

    assert "Is this your move?" in words(answer)
    assert reload(table.ctx, table.game).number == 0


def test_a_decision_of_yesterday_shows_the_board_of_today(table: Table) -> None:
    after(table.ctx, table.game, OPENING)

    page = table.get(f"{table.alice}/d0/kill-n")

    assert page.status_code == 409
    assert "The game has moved on" in words(page)
    assert "Bob (Inspector) is to act." in words(page)


def test_an_illegal_move_is_refused_with_the_reason(table: Table) -> None:
    page = table.get(f"{table.alice}/d0/kill-h")

    assert page.status_code == 422
    assert "It is for you to act." in words(page)


def test_nothing_chosen_is_said_and_changes_nothing(table: Table) -> None:
    page = table.post(f"{table.alice}/d0/preview")

    assert page.status_code == 422
    assert "Nothing was chosen yet." in words(page)


def test_a_form_left_open_for_five_days_still_sends_its_move(table: Table, clock: Clock) -> None:
    send = previewed(table, table.alice, 0, OPENING)

    clock.move(days=5)

    assert "Your move is made." in words(table.post(send.action, **send.fields, yes="1"))


def test_the_other_player_is_told_no_secret_and_has_no_form(table: Table) -> None:
    page = table.get(table.bob)

    assert "Alice (Killer) is to act." in words(page)
    assert not [link for link in links(page) if "/d" in link]
    assert not any("you" in cell or "disguise" in cell for cell in cells(page) if cell.startswith(("H ", "F ")))


def test_a_new_key_of_the_server_spoils_neither_link_nor_form(table: Table) -> None:
    send = previewed(table, table.alice, 0, OPENING)
    keys = (("z", bytes(range(32))), *table.ctx.settings.keys)

    table.app.extensions["noirmail"] = replace(table.ctx, keys=Keyring(keys))

    assert table.get(table.alice).status_code == 200
    assert "Your move is made." in words(table.post(send.action, **send.fields, yes="1"))


def test_a_key_that_was_dropped_makes_the_link_dead_and_offers_a_fresh_one(table: Table) -> None:
    table.app.extensions["noirmail"] = replace(table.ctx, keys=Keyring((("z", bytes(range(32))),)))

    page = table.get(table.alice)

    assert page.status_code == 404
    assert form(page, "/fresh").boxes == ["yes"]
