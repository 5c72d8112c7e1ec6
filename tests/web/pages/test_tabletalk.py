"""Talk, pauses and absences on the board page."""

import pytest

from noirmail.service import parting, talk
from noirmail.store.models import Game
from tests.build import reload, seat_at
from tests.web.pages.conftest import Table, everything
from tests.web.pages.reading import form, words


def test_what_is_said_on_the_page_is_read_by_the_others(table: Table) -> None:
    answer = form(table.get(table.alice), "/talk").send(table.app.test_client(), message="Good luck!")

    assert "The others read: “Good luck!”" in words(answer)
    assert "Good luck!" in words(table.get(table.bob))


def test_the_same_form_sent_twice_says_it_once(table: Table) -> None:
    known = form(table.get(table.alice), "/talk")
    for _ in range(2):
        assert known.send(table.app.test_client(), message="Good luck!").status_code == 200

    assert len(talk.heard(table.ctx, table.game.id, 0)) == 1


def test_what_was_not_taken_is_still_there_to_be_looked_at(table: Table) -> None:
    known = form(table.get(table.alice), "/talk")
    known.send(table.app.test_client(), message="Good luck!")
    answer = known.send(table.app.test_client(), message="And have fun!")

    assert answer.status_code == 422
    assert "And have fun!" in answer.get_data(as_text=True)


def test_an_empty_message_changes_nothing(table: Table) -> None:
    before = everything(table.ctx)

    assert form(table.get(table.alice), "/talk").send(table.app.test_client()).status_code == 422
    assert everything(table.ctx) == before


def test_what_is_said_is_no_html(table: Table) -> None:
    table.post(f"{table.alice}/talk", message="<b>hello</b>", key="one")

    assert "&lt;b&gt;hello" in table.get(table.bob).get_data(as_text=True)


def test_spectators_read_it_after_the_end_alone(table: Table) -> None:
    table.post(f"{table.alice}/talk", message="Psst!", key="one")
    watching = f"/g/{table.game.code}"

    assert "Psst!" not in words(table.get(watching))
    parting.resign(table.ctx, table.game.id, 0)
    assert "Psst!" in words(table.get(watching))


def test_a_table_opened_without_talk_has_no_place_for_it(table: Table) -> None:
    with table.ctx.db.write() as session:
        session.get_one(Game, table.game.id).talk = False

    assert "Talk at the table" not in words(table.get(table.alice))
    assert table.post(f"{table.alice}/talk", message="Psst!", key="one").status_code == 409


def test_both_agree_to_a_pause(table: Table) -> None:
    offered = table.post(f"{table.alice}/pause", yes="1", days="7")
    seen = table.get(table.bob)
    agreed = table.post(f"{table.bob}/pause", yes="1", days="5")

    assert "Your offer stands until somebody moves." in words(offered)
    assert "offers a pause of 7 days" in words(seen)
    assert "no time runs until Sun 6 Dec 2026, 12:00" in words(agreed)
    assert "no time runs until" in words(table.get(table.alice))


def test_who_is_away_is_seen_to_be(table: Table) -> None:
    answer = table.post(f"{table.alice}/absence", yes="1", days="3")

    assert "You are away until Fri 4 Dec 2026, 12:00" in words(answer)
    assert "away until Fri 4 Dec 2026, 12:00" in words(table.get(table.bob))


@pytest.mark.parametrize("days", ["", "0", "99", "-1", "some", "٣", "9" * 400])
@pytest.mark.parametrize("deed", ["pause", "absence"])
def test_days_that_are_none_change_nothing(table: Table, deed: str, days: str) -> None:
    before = everything(table.ctx)

    assert table.post(f"{table.alice}/{deed}", yes="1", days=days).status_code == 422
    assert everything(table.ctx) == before


def test_whose_mail_comes_back_is_told_so(table: Table) -> None:
    with table.ctx.db.write() as session:
        from noirmail.store.models import Person

        person = session.get_one(Person, seat_at(table.ctx, table.game, 0).person_id)
        person.address_broken_at = reload(table.ctx, table.game).opened_at

    assert "Mail to your address comes back" in words(table.get(table.alice))
    assert "may be slow" in words(table.get(table.bob))
    assert "Mail to your address comes back" not in words(table.get(table.bob))
