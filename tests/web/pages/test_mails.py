"""How somebody's mails come: chosen on the account's page, by a link in a mail, and kind by kind for a game."""

from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from noirmail.service import links
from noirmail.service.preferences import Preferences, muted_at, preferences_of
from tests.build import seat_at, unsubscribe_token
from tests.post import deliver_all, html_of, mails_to, text_of
from tests.service.timeline import sweep_after
from tests.web.pages.conftest import Table, everything, person_of
from tests.web.pages.reading import form, words

ONE_CLICK = {"List-Unsubscribe": "One-Click"}
CHOICE = {"mode": "digest", "digest_at": "07:30", "quiet_from": "22:00", "quiet_to": "07:00", "zone": "Europe/Rome"}


def chosen(table: Table) -> Preferences:
    return preferences_of(table.ctx, person_of(table.ctx, "Alice").id)


@pytest.fixture
def link(table: Table) -> str:
    """Where Alice's mails lead to choose how they come."""
    alice = person_of(table.ctx, "Alice")
    return links.mails_url(table.ctx, alice.id, alice.email_key).removeprefix("http://localhost")


def test_who_is_signed_in_chooses_how_mails_come(table: Table, alice: FlaskClient) -> None:
    answer = form(alice.get("/me/mails"), "/me/mails").send(alice, **CHOICE, kind="reminder")

    assert "Kept." in words(answer)
    known = chosen(table)
    assert (known.mode, known.digest_at, known.quiet_from, known.quiet_to) == ("digest", 450, 1320, 420)
    assert "reminder" not in known.muted
    assert len(known.muted) == 6


def test_nonsense_is_refused_and_nothing_is_kept(table: Table, alice: FlaskClient) -> None:
    before = chosen(table)

    for wrong in ({"quiet_from": "25:00"}, {"zone": "Mars"}, {"mode": "never"}, {"language": "tlh"}):
        assert form(alice.get("/me/mails"), "/me/mails").send(alice, **wrong).status_code == 422

    assert chosen(table) == before


def test_every_mail_to_a_player_leads_to_the_choice(table: Table, link: str) -> None:
    (mail,) = mails_to("alice@example.test", deliver_all(table.ctx))

    assert f"http://localhost{link}" in text_of(mail).splitlines()
    assert f'href="http://localhost{link}"' in html_of(mail)


def test_by_the_link_of_a_mail_a_tick_is_needed(table: Table, link: str) -> None:
    before = everything(table.ctx)
    assert table.post(link, **CHOICE).status_code == 422
    assert table.post(link, choice="off").status_code == 422
    assert everything(table.ctx) == before

    assert table.post(link, yes="1", secrets="1", **CHOICE).status_code == 200
    assert (chosen(table).mode, chosen(table).secrets, chosen(table).zone) == ("digest", True, "Europe/Rome")


def test_one_click_of_a_mail_program_turns_all_mails_off_and_gives_nothing_up(table: Table, link: str) -> None:
    answers = [table.post(link, **ONE_CLICK) for _time in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert not seat_at(table.ctx, table.game, 0).mail
    assert seat_at(table.ctx, table.game, 1).mail


def test_a_link_to_choose_opens_nothing_else_and_no_other_link_opens_it(table: Table, link: str) -> None:
    token = link.removeprefix("/m/")

    assert {table.get(f"/{place}/{token}").status_code for place in ("s", "u", "i", "sign-in")} == {404}
    assert table.get(f"/m/{table.alice.removeprefix('/s/')}").status_code == 404


def test_a_seat_chooses_its_kinds_with_a_tick(table: Table) -> None:
    before = everything(table.ctx)
    assert table.post(f"{table.alice}/kinds").status_code == 422
    assert everything(table.ctx) == before

    assert table.post(f"{table.alice}/kinds", yes="1", kind="reminder").status_code == 200
    assert "reminder" not in muted_at(table.ctx, seat_at(table.ctx, table.game, 0).id)


def test_a_reminder_offers_to_be_the_last_of_its_kind(table: Table, clock) -> None:
    deliver_all(table.ctx)
    sweep_after(table.ctx, clock, hours=60)
    (mail,) = deliver_all(table.ctx)
    path = f"/u/{unsubscribe_token(table.ctx, table.game, 0)}/reminder"
    assert f"http://localhost{path}" in text_of(mail).splitlines()

    assert form(table.get(path), path).fields == {}
    assert table.post(path).status_code == 422
    assert table.post(path, **ONE_CLICK).status_code == 200
    assert muted_at(table.ctx, seat_at(table.ctx, table.game, 0).id) == {"reminder"}
    assert "These mails come again." in words(table.post(path, choice="on"))


def test_a_turn_cannot_be_turned_off_as_a_kind(table: Table) -> None:
    assert table.get(f"/u/{unsubscribe_token(table.ctx, table.game, 0)}/your-turn").status_code == 404


def test_the_running_page_says_that_its_player_is_here(table: Table, clock) -> None:
    assert table.get(f"{table.alice}/here").status_code == 405

    assert table.post(f"{table.alice}/here").status_code == 204

    assert seat_at(table.ctx, table.game, 0).present_until == clock.now + timedelta(minutes=5)
    assert f'data-here="{table.alice}/here"' in table.get(table.alice).get_data(as_text=True)
