"""A table against the house, for somebody without an account."""

from flask.testing import FlaskClient

from noirmail.service.context import Context
from tests.post import deliver_all
from tests.web.pages.conftest import everything
from tests.web.pages.reading import form, links, words


def start(client: FlaskClient, seat: str) -> str:
    """The address of the seat that one is given."""
    answer = form(client.get("/practice"), "/practice").send(client, seat=seat, name="Dana")
    assert "Keep this address" in words(answer)
    return next(link for link in links(answer) if link.startswith("http://localhost/s/")).partition("localhost")[2]


def test_the_killer_moves_and_the_house_answers_at_once(client: FlaskClient) -> None:
    seat = start(client, "kvi:2:0")
    choose = form(client.get(seat), "/d0/preview")
    send = form(choose.send(client, action=choose.choices["action"][0]), "/d0")

    answer = send.send(client, yes="1")

    assert "Your move is made." in words(answer)
    assert "The house chose an identity." in words(answer)
    assert "It is for you to act." in words(answer) or "wins." in words(answer)


def test_the_inspector_finds_the_opening_kill_made(client: FlaskClient) -> None:
    assert "The house killed" in words(client.get(start(client, "kvi:2:1")))


def test_a_seat_by_lot_and_four_players_can_be_had(client: FlaskClient) -> None:
    assert "It is for you to act." in words(client.get(start(client, "dragnet:4:")))


def test_without_a_seat_nothing_is_opened(ctx: Context, client: FlaskClient) -> None:
    before = everything(ctx)

    answer = form(client.get("/practice"), "/practice").send(client)

    assert answer.status_code == 422
    assert everything(ctx) == before


def test_a_seat_that_does_not_exist_is_refused(client: FlaskClient) -> None:
    for seat in ("chess:2:0", "kvi:9:0", "kvi:2:7"):
        assert client.post("/practice", data={"seat": seat}).status_code == 422


def test_practice_of_a_guest_mails_nobody_and_can_be_watched_by_nobody(ctx: Context, client: FlaskClient) -> None:
    page = client.get(start(client, "kvi:2:0"))

    assert deliver_all(ctx) == []
    assert "Only the players may see this table." in words(page)


def test_practice_of_a_member_stands_among_my_tables(ctx: Context, alice: FlaskClient) -> None:
    form(alice.get("/practice"), "/practice").send(alice, seat="kvi:2:0")

    assert "Alice and The house" in words(alice.get("/me")) or "Alice – The house" in words(alice.get("/me"))
