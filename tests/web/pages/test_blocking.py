"""Blocking this site from the link in a mail that a stranger can cause: it works at once (TRUST R100)."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from noirmail.service import invitations, people, seating
from noirmail.service.context import Context
from noirmail.service.tokens import Keyring
from tests.post import deliver_all, html_of, mails_to, text_of
from tests.service.tables import account, invitation, laid
from tests.web.pages.conftest import everything
from tests.web.pages.reading import form, words

BOB = "bob@example.test"


def path_in(text: str) -> str:
    """The path of the link that blocks."""
    return next(line for line in text.splitlines() if "/b/" in line).strip().partition("localhost")[2]


@pytest.fixture
def link(ctx: Context) -> str:
    """The link in the invitation that Bob, who has never been here, got from Alice."""
    laid(ctx)
    (mail,) = mails_to(BOB, deliver_all(ctx))
    assert "/b/" in html_of(mail)
    return path_in(text_of(mail))


def test_nothing_more_is_mailed_to_the_address_whoever_asks(ctx: Context, client: FlaskClient, link: str) -> None:
    choose = form(client.get(link), link)

    answer = choose.send(client, choice="block")
    laid(ctx)
    people.ask_sign_in(ctx, BOB)

    assert choose.fields == {}
    assert "Nothing more is mailed to this address." in words(answer)
    assert mails_to(BOB, deliver_all(ctx)) == []


def test_what_was_queued_before_is_not_mailed_either(ctx: Context, client: FlaskClient, link: str) -> None:
    laid(ctx)

    client.post(link, data={"choice": "block"})

    assert mails_to(BOB, deliver_all(ctx)) == []


def test_others_get_their_mails(ctx: Context, client: FlaskClient, link: str) -> None:
    client.post(link, data={"choice": "block"})
    people.ask_sign_in(ctx, "charlie@example.test")

    assert [mail["To"] for mail in deliver_all(ctx)] == ["charlie@example.test"]


def test_it_can_be_taken_back(ctx: Context, client: FlaskClient, link: str) -> None:
    client.post(link, data={"choice": "block"})
    client.post(link, data={"choice": "allow"})
    people.ask_sign_in(ctx, BOB)

    assert len(mails_to(BOB, deliver_all(ctx))) == 1


def test_it_works_when_the_invitation_was_withdrawn(ctx: Context, client: FlaskClient) -> None:
    place = laid(ctx)
    (mail,) = mails_to(BOB, deliver_all(ctx))
    seating.withdraw(ctx, place.seat_id, 1)
    invitations.invite(ctx, place.seat_id, 1, "charlie@example.test")
    client.post(path_in(text_of(mail)), data={"choice": "block"})
    people.ask_sign_in(ctx, BOB)

    assert [mail["To"] for mail in deliver_all(ctx)] == ["charlie@example.test"]


def test_it_turns_the_mails_of_the_readers_games_off(ctx: Context, client: FlaskClient) -> None:
    place = laid(ctx)
    (mail,) = mails_to(BOB, deliver_all(ctx))
    seat = seating.accept(ctx, invitation(ctx, place), "Bob")
    client.post(path_in(text_of(mail)), data={"choice": "block"})

    assert mails_to(BOB, deliver_all(ctx)) == []
    assert "takes no mail" in words(client.get(f"/s/{seat.token}"))


def test_a_change_of_keys_does_not_lift_it(ctx: Context, client: FlaskClient, link: str) -> None:
    client.post(link, data={"choice": "block"})
    newer = replace(ctx, keys=Keyring([("n", b"n" * 32), *ctx.settings.keys]))
    people.ask_sign_in(newer, BOB)

    assert mails_to(BOB, deliver_all(newer)) == []


@pytest.mark.parametrize("choice", ["", "yes"])
def test_a_button_pressed_without_a_choice_changes_nothing(
    ctx: Context, client: FlaskClient, link: str, choice: str
) -> None:
    before = everything(ctx)

    assert client.post(link, data={"choice": choice}).status_code == 422
    assert everything(ctx) == before


def test_no_other_mail_has_a_link_that_blocks(ctx: Context, client: FlaskClient, link: str) -> None:
    number = ctx.keys.parse(link.removeprefix("/b/"))
    account(ctx, "Alice")

    for token in (ctx.keys.mint("suppress", number + 9), ctx.keys.mint("bounce", number), "nonsense"):
        assert client.get(f"/b/{token}").status_code == 404
        assert client.post(f"/b/{token}", data={"choice": "block"}).status_code == 404


def test_the_database_keeps_no_address_for_it(ctx: Context, client: FlaskClient, link: str) -> None:
    client.post(link, data={"choice": "block"})

    (row,) = everything(ctx)["suppression"]
    assert "bob" not in str(row)
