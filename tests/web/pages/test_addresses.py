"""Changing the mail address on pages: each link opens a page, a POST alone does something (TRUST R32)."""

import re

from apiflask import APIFlask
from flask.testing import FlaskClient

from noirmail.service.context import Context
from tests.cast import ALICE, BOB
from tests.post import deliver_all, text_of
from tests.web.pages.conftest import everything, sign_in
from tests.web.pages.reading import form, words

NEW = "alice@elsewhere.test"


def link(ctx: Context) -> str:
    """The path in the one mail that goes out now."""
    (mail,) = deliver_all(ctx)
    return re.search(r"http://localhost(/address/\S+)", text_of(mail))[1]


def asked(ctx: Context, browser: FlaskClient) -> str:
    deliver_all(ctx)
    form(browser.get("/me/address"), "/me/address").send(browser, yes="1")
    return link(ctx)


def test_an_address_is_changed_from_page_to_page(ctx: Context, alice: FlaskClient) -> None:
    owner = asked(ctx, alice)
    form(alice.get(owner), "").send(alice, email=NEW)
    new = link(ctx)
    confirmed = form(alice.get(new), "").send(alice, yes="1")

    assert "Your address is changed" in words(confirmed)
    assert alice.get("/me").status_code != 200
    (told,) = deliver_all(ctx)
    assert told["To"] == ALICE.email


def test_looking_at_the_links_spends_nothing(ctx: Context, alice: FlaskClient) -> None:
    owner = asked(ctx, alice)
    before = everything(ctx)
    for _ in range(10):
        assert alice.get(owner).status_code == 200
        assert alice.head(owner).status_code == 200

    assert everything(ctx) == before


def test_without_a_tick_nothing_is_mailed(ctx: Context, alice: FlaskClient) -> None:
    deliver_all(ctx)

    assert form(alice.get("/me/address"), "/me/address").send(alice).status_code == 422
    assert deliver_all(ctx) == []


def test_the_owners_link_is_dead_in_another_browser(app: APIFlask, ctx: Context, alice: FlaskClient) -> None:
    owner = asked(ctx, alice)
    bob = sign_in(app, ctx, BOB.name)

    assert bob.get(owner).status_code == 404
    assert app.test_client().post(owner, data={"email": NEW}).status_code == 404


def test_the_new_address_is_confirmed_on_any_device(app: APIFlask, ctx: Context, alice: FlaskClient) -> None:
    form(alice.get(asked(ctx, alice)), "").send(alice, email=NEW)
    path, phone = link(ctx), app.test_client()

    assert form(phone.get(path), "").send(phone).status_code == 422
    assert form(phone.get(path), "").send(phone, yes="1").status_code == 200


def test_what_is_no_address_can_be_typed_again(ctx: Context, alice: FlaskClient) -> None:
    owner = asked(ctx, alice)
    again = form(alice.get(owner), "").send(alice, email="nobody")

    assert again.status_code == 422
    assert form(again, "").fields["email"] == "nobody"


def test_who_is_not_signed_in_cannot_ask(client: FlaskClient) -> None:
    assert client.get("/me/address").status_code == 401
    assert client.post("/me/address", data={"yes": "1"}).status_code == 401
