"""How a player gives a late partner's seat away, and how somebody takes it, page by page."""

import pytest
from apiflask import APIFlask
from werkzeug.test import TestResponse

from noirmail.service import parting, tables
from noirmail.service.context import Context
from noirmail.store.models import Game
from noirmail.words.names import suspect_name
from tests.build import seat_at, token_of
from tests.conftest import Clock
from tests.games.players import links_of
from tests.games.test_late_partners import CHARLIE, FOUR, late_game
from tests.post import deliver_all
from tests.web.pages.reading import form, links, words


@pytest.fixture
def late(ctx: Context, clock: Clock) -> tuple[Game, int]:
    """Spy Tag in teams; the first mover is late, and so the partner chooses."""
    return late_game(ctx, clock)


def partner_page(ctx: Context, late: tuple[Game, int]) -> str:
    """The path of the page of the late player's partner."""
    game, seat = late
    return f"/s/{token_of(ctx, game, (seat + 2) % 4)}"


def choose(app: APIFlask, path: str, choice: str, **typed: str) -> TestResponse:
    """Answer the question that the partner is asked; the page that comes of it."""
    client = app.test_client()
    return form(client.get(f"{path}/partner"), "/partner").send(client, choice=choice, **typed)


def name_of_card(ctx: Context, game: Game, seat: int) -> str:
    """Who the holder of a seat is on the board."""
    view = tables.table(ctx, game.id, seat).view
    assert view is not None
    return suspect_name(view.own.identity)


def test_the_page_says_that_the_partner_is_late_and_what_can_be_chosen(app: APIFlask, ctx: Context, late) -> None:
    path = partner_page(ctx, late)
    client = app.test_client()

    assert f"{path}/partner" in links(client.get(path))
    asked = form(client.get(f"{path}/partner"), "/partner")
    assert asked.choices["choice"] == ["standin", "person", "lose"]
    assert asked.fields["email"] == ""


def test_a_freed_seat_has_a_link_to_pass_on_that_the_partner_alone_sees(app: APIFlask, ctx: Context, late) -> None:
    game, seat = late
    page = choose(app, partner_page(ctx, late), "person")

    assert "seat is free" in words(page)
    (link,) = [link for link in links(page) if "/j/" in link]
    other = app.test_client().get(f"/s/{token_of(ctx, game, (seat + 1) % 4)}")
    assert "/j/" not in other.get_data(as_text=True)
    assert app.test_client().get(link.removeprefix("http://localhost")).status_code == 200


def test_a_stranger_takes_the_seat_by_link_and_mail_and_holds_its_cards(app: APIFlask, ctx: Context, late) -> None:
    game, seat = late
    page = choose(app, partner_page(ctx, late), "person")
    (link,) = [link.removeprefix("http://localhost") for link in links(page) if "/j/" in link]
    client = app.test_client()
    offered = client.get(link)
    assert "take over" in words(offered)
    assert "shuffle" not in words(offered)
    form(offered, link).send(client, email=CHARLIE, name="Charlie", yes="1")

    (mail,) = deliver_all(ctx)
    (invitation,) = {found for found in links_of(mail) if found.startswith("/i/")}
    board = form(client.get(invitation), invitation).send(client, choice="accept", name="Charlie")

    assert board.status_code == 200
    mine = name_of_card(ctx, game, seat)
    assert f"{mine} you" in words(board)
    assert "It is for you to act." in words(board)
    assert token_of(ctx, game, seat) in board.get_data(as_text=True)


def test_who_is_invited_by_the_partner_sees_no_card_before_accepting(app: APIFlask, ctx: Context, late) -> None:
    game, seat = late
    page = choose(app, partner_page(ctx, late), "person", email=CHARLIE)
    assert "asked" in words(page)

    row = seat_at(ctx, game, seat)
    link = f"/i/{ctx.keys.mint('invite', row.id, row.version)}"
    invitation = app.test_client().get(link)
    assert name_of_card(ctx, game, seat) not in words(invitation)
    assert form(invitation, link).fields["name"] == ""


def test_the_late_players_page_is_dead_once_the_seat_is_given_away(app: APIFlask, ctx: Context, late) -> None:
    game, seat = late
    old = token_of(ctx, game, seat)
    parting.for_partner(ctx, game.id, (seat + 2) % 4, "person")

    assert app.test_client().get(f"/s/{old}").status_code == 404


def test_a_wrong_address_is_said_on_the_page_and_changes_nothing(app: APIFlask, ctx: Context, late) -> None:
    game, seat = late
    page = choose(app, partner_page(ctx, late), "person", email="charlie at home")

    assert page.status_code == 422
    assert "not a mail address" in words(page)
    assert seat_at(ctx, game, seat).name == FOUR[seat]
    assert seat_at(ctx, game, seat).state == "joined"
