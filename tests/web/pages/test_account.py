"""Signing in by a link, and what a person's own pages show."""

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from noirmail.service.context import Context
from tests.build import after, create_game
from tests.conftest import Clock
from tests.post import deliver_all, text_of
from tests.web.pages.conftest import everything, person_of, sign_in
from tests.web.pages.reading import form, links, words


def mailed_link(ctx: Context, client: FlaskClient, email: str) -> str:
    """The path of the sign-in link that somebody asked for."""
    form(client.get("/sign-in"), "/sign-in").send(client, email=email)
    (mail,) = deliver_all(ctx)
    return next(line.strip() for line in text_of(mail).splitlines() if "/sign-in/" in line).partition("localhost")[2]


def test_a_link_from_a_mail_signs_in_with_a_tick(ctx: Context, client: FlaskClient) -> None:
    enter = form(client.get(mailed_link(ctx, client, "dana@example.test")), "")

    answer = enter.send(client, yes="1", name="Dana")

    assert answer.headers["Location"] == "/me"
    assert "Nothing waits for you." in words(client.get("/me"))
    assert form(client.get("/me"), "/me").fields["name"] == "Dana"


def test_looking_at_a_sign_in_link_spends_nothing(ctx: Context, client: FlaskClient) -> None:
    path = mailed_link(ctx, client, "dana@example.test")
    before = everything(ctx)

    seen = {client.get(path).status_code for _time in range(10)}

    assert seen == {200}
    assert "dana@example.test" in words(client.get(path))
    assert everything(ctx) == before


def test_without_the_tick_the_link_stays_good(ctx: Context, client: FlaskClient) -> None:
    enter = form(client.get(mailed_link(ctx, client, "dana@example.test")), "")

    assert "The link is still good." in words(enter.send(client))
    assert enter.send(client, yes="1").status_code == 303


def test_a_sign_in_link_works_once(ctx: Context, client: FlaskClient) -> None:
    path = mailed_link(ctx, client, "dana@example.test")
    client.post(path, data={"yes": "1"})

    assert client.get(path).status_code == 404


def test_a_sign_in_link_is_dead_after_half_an_hour(ctx: Context, client: FlaskClient, clock: Clock) -> None:
    path = mailed_link(ctx, client, "dana@example.test")

    clock.move(minutes=31)

    assert client.get(path).status_code == 404


def test_known_and_unknown_addresses_get_the_same_answer(ctx: Context, client: FlaskClient) -> None:
    person_of(ctx, "Alice")

    known, unknown = (client.post("/sign-in", data={"email": f"{who}@example.test"}) for who in ("alice", "nobody"))

    assert known.get_data() == unknown.get_data()


def test_a_text_that_is_no_address_is_asked_for_again(client: FlaskClient) -> None:
    answer = client.post("/sign-in", data={"email": "dana at home"})

    assert answer.status_code == 422
    assert form(answer, "/sign-in").fields["email"] == "dana at home"


def test_the_session_is_a_new_one_after_signing_in(app: APIFlask, ctx: Context) -> None:
    client = sign_in(app, ctx, "Alice")
    before = client.get_cookie("noirmail")
    client.post(mailed_link(ctx, client, "bob@example.test"), data={"yes": "1"} | csrf(client))

    now = client.get_cookie("noirmail")
    assert before is not None
    assert now is not None
    assert before.value != now.value
    assert "bob@example.test" in words(client.get("/me"))


def csrf(client: FlaskClient) -> dict[str, str]:
    return {"csrf_token": form(client.get("/me"), "/me").fields["csrf_token"]}


def test_the_cookie_is_for_this_site_and_no_script(app: APIFlask, ctx: Context, client: FlaskClient) -> None:
    answer = client.post(mailed_link(ctx, client, "dana@example.test"), data={"yes": "1"})

    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("noirmail=")
    assert {"HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))


def test_no_get_sets_a_cookie(alice: FlaskClient) -> None:
    answers = [alice.get(path) for path in ("/", "/me", "/new?ruleset=kvi", "/games", "/sign-in", "/sign-out")]

    assert [answer.headers.get("Set-Cookie") for answer in answers] == [None] * 6


def test_what_waits_for_me_stands_first(ctx: Context, alice: FlaskClient) -> None:
    waiting, other = create_game(ctx), create_game(ctx)
    after(ctx, other, "kill N")

    said = words(alice.get("/me"))

    assert said.index(waiting.code) < said.index("Waiting for others") < said.index(other.code)


def test_my_tables_lead_to_my_seats(ctx: Context, alice: FlaskClient) -> None:
    create_game(ctx)

    (seat,) = [link for link in links(alice.get("/me")) if link.startswith("/s/")]

    assert "It is for you to act." in words(alice.get(seat))


def test_name_and_time_zone_can_be_changed(ctx: Context, alice: FlaskClient) -> None:
    fill = form(alice.get("/me"), "/me")

    answer = fill.send(alice, name="Alicia", zone="Europe/Rome")

    assert "Kept." in words(answer)
    assert form(answer, "/me").fields["name"] == "Alicia"
    assert form(answer, "/me").fields["zone"] == "Europe/Rome"


def test_a_time_zone_that_does_not_exist_is_refused(alice: FlaskClient) -> None:
    answer = form(alice.get("/me"), "/me").send(alice, zone="Mars/Olympus")

    assert answer.status_code == 422
    assert "There is no such time zone." in words(answer)


@pytest.mark.parametrize("choice", ["here", "everywhere"])
def test_signing_out_takes_a_choice(alice: FlaskClient, choice: str) -> None:
    out = form(alice.get("/sign-out"), "/sign-out")

    out.send(alice)
    assert alice.get("/me").status_code == 200
    assert "You are signed out" in words(out.send(alice, choice=choice))
    assert alice.get("/me").status_code == 401


def test_signing_out_everywhere_ends_the_other_sessions(app: APIFlask, ctx: Context, alice: FlaskClient) -> None:
    phone = sign_in(app, ctx, "Alice")

    form(alice.get("/sign-out"), "/sign-out").send(alice, choice="everywhere")

    assert phone.get("/me").status_code == 401
