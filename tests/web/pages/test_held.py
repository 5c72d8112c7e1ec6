"""The page on which a player says that a held mail is theirs."""

from noirmail.service.ingest import drain_inbox
from tests.build import reload
from tests.cast import ALICE, CHARLIE
from tests.post import deliver_all, text_of
from tests.service.replying import reply, turn_of
from tests.web.pages.conftest import Table, everything
from tests.web.pages.reading import form, words


def page_of(table: Table) -> str:
    """The path to which Alice's mail about a stranger's mail leads."""
    reply(table.ctx, turn_of(table.ctx, ALICE), "kill neil", CHARLIE)
    (mail,) = deliver_all(table.ctx)
    (line,) = [line for line in text_of(mail).split() if "/mail/" in line]
    return line.removeprefix("http://localhost")


def test_the_page_says_what_the_mail_asks_for_and_does_nothing(table: Table) -> None:
    path = page_of(table)
    before = everything(table.ctx)
    asked = table.get(path)

    assert "kill neil" in words(asked)
    assert form(asked, "").boxes == ["yes"]
    assert everything(table.ctx) == before


def test_without_a_tick_nothing_happens(table: Table) -> None:
    path = page_of(table)

    assert table.post(path).status_code == 422
    assert reload(table.ctx, table.game).number == 0


def test_with_a_tick_it_is_done(table: Table) -> None:
    answer = table.post(page_of(table), yes="1")

    assert "Your move is made. You killed Neil." in words(answer)
    assert reload(table.ctx, table.game).number == 1


def test_it_is_there_once_and_for_its_seat_alone(table: Table) -> None:
    path = page_of(table)
    foreign = path.replace(table.alice, table.bob)

    assert table.get(foreign).status_code == 404
    assert table.post(foreign, yes="1").status_code == 404
    table.post(path, yes="1")
    assert table.get(path).status_code == 404
    assert drain_inbox(table.ctx) == 0
