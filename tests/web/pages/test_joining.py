"""Opening a table, inviting, accepting, declining, and taking a free place."""

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from noirmail.service.context import Context
from noirmail.store.models import Game, Seat
from tests.post import deliver_all, mails_to, text_of
from tests.web.pages.conftest import everything
from tests.web.pages.reading import Form, form, forms, links, words


def the_form(alice: FlaskClient) -> Form:
    return form(alice.get("/new?ruleset=kvi"), "/new")


def path_in(mail_text: str, prefix: str) -> str:
    """The path of the first link of that kind in a mail's text."""
    line = next(line.strip() for line in mail_text.splitlines() if f"localhost{prefix}" in line)
    return line.partition("localhost")[2]


def opened(ctx: Context, alice: FlaskClient, **values: str) -> str:
    """The seat of Alice, who opens a table; by default Bob is invited and she is the Killer."""
    usual = {"own_name": "Alice", "kind1": "invite", "email1": "bob@example.test", "own_seat": "0"}
    answer = the_form(alice).send(alice, **{**usual, **values})
    assert answer.status_code == 200, words(answer)
    return next(link for link in links(answer) if "/s/" in link).partition("localhost")[2]


def invitation(ctx: Context) -> str:
    (mail,) = mails_to("bob@example.test", deliver_all(ctx))
    return path_in(text_of(mail), "/i/")


def game(ctx: Context) -> Game:
    with ctx.db.read() as session:
        return session.scalars(select(Game)).one()


def test_the_form_offers_what_the_rule_set_says_of_itself(alice: FlaskClient) -> None:
    fill = the_form(alice)

    assert fill.choices["option.kills"] == ["10", "14", "16"]
    assert fill.choices["own_seat"] == ["lot", "0", "1"]
    assert fill.choices["per_turn"][0] == "300"
    assert fill.choices["per_turn"][-1] == str(30 * 86400)
    assert fill.fields["per_turn"] == str(3 * 86400)


def test_every_rule_set_can_be_opened_for_every_number_of_players(alice: FlaskClient) -> None:
    for link in [link for link in links(alice.get("/new")) if link.startswith("/new?")]:
        assert form(alice.get(link), "/new").choices["own_seat"][0] == "lot"


def test_opening_takes_signing_in(client: FlaskClient) -> None:
    assert client.get("/new").status_code == 401
    assert client.post("/new", data={"ruleset": "kvi"}).status_code == 401


def test_what_was_chosen_is_what_is_opened(ctx: Context, alice: FlaskClient) -> None:
    chosen = {"option.kills": "14", "per_turn": "86400", "on_timeout": "forfeit", "watch": "everyone", "title": "Fog"}

    opened(ctx, alice, **chosen)

    made = game(ctx)
    assert made.options == {"kills": 14}
    assert (made.per_turn, made.on_timeout, made.watch, made.title) == (86400, "forfeit", "everyone", "Fog")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"email1": "no address"}, "address"),
        ({"email1": ""}, "To invite somebody takes a mail address."),
        ({"email1": "alice@example.test"}, "One person holds one seat of a game."),
        ({"option.kills": "11"}, "must be one of"),
        ({"per_turn": "60"}, "at least 5 minutes"),
        ({"title": "x" * 61}, "At most 60 characters"),
        ({"own_name": "x\u202ey"}, "invisible characters"),
        ({"kind1": "ghost"}, "This must be one of"),
    ],
)
def test_a_wrong_field_is_named_and_what_was_typed_stays(
    ctx: Context, alice: FlaskClient, values: dict[str, str], said: str
) -> None:
    fill = the_form(alice)
    typed = {"email1": "bob@example.test", "title": "Fog", **values}

    answer = fill.send(alice, **typed)

    assert answer.status_code == 422
    assert said in words(answer)
    assert form(answer, "/new").fields["title"] == typed["title"]
    with ctx.db.read() as session:
        assert session.scalars(select(Game)).all() == []


def test_an_invitation_shows_the_commitment_and_asks_without_a_default(ctx: Context, alice: FlaskClient) -> None:
    opened(ctx, alice)

    page = alice.application.test_client().get(invitation(ctx))

    assert game(ctx).commitment in words(page)
    assert form(page, "").choices["choice"] == ["accept", "decline"]
    assert "choice" not in form(page, "").fields


def test_accepting_with_a_word_starts_the_game(ctx: Context, alice: FlaskClient) -> None:
    opened(ctx, alice)
    visitor = alice.application.test_client(use_cookies=False)
    answer = form(visitor.get(invitation(ctx)), "").send(visitor, choice="accept", name="Bob", word="rain")

    assert "You have joined, and the game has begun." in words(answer)
    assert "Keep this address" in words(answer)
    assert game(ctx).words == ["", "rain"]


def test_an_answer_without_a_choice_changes_nothing(ctx: Context, alice: FlaskClient) -> None:
    opened(ctx, alice)
    path = invitation(ctx)
    before = everything(ctx)

    answer = form(alice.get(path), "").send(alice)

    assert answer.status_code == 422
    assert everything(ctx) == before


def test_declining_tells_the_opener(ctx: Context, alice: FlaskClient) -> None:
    seat = opened(ctx, alice)
    answer = form(alice.get(invitation(ctx)), "").send(alice, choice="decline")

    assert "You have declined" in words(answer)
    assert "A free place" in words(alice.get(seat))
    assert len(mails_to("alice@example.test", deliver_all(ctx))) == 1


def test_an_accepted_invitation_leads_to_the_seat(ctx: Context, alice: FlaskClient) -> None:
    opened(ctx, alice)
    path = invitation(ctx)
    form(alice.get(path), "").send(alice, choice="accept", name="Bob")

    page = alice.get(path)

    assert "You sit at this table already." in words(page)
    assert forms(page) == []


def test_a_withdrawn_invitation_is_a_dead_link(ctx: Context, alice: FlaskClient) -> None:
    seat = opened(ctx, alice)
    path = invitation(ctx)

    answer = form(alice.get(seat), "/withdraw").send(alice, yes="1")

    assert "The invitation is taken back" in words(answer)
    assert alice.get(path).status_code == 404


def test_a_free_place_is_taken_by_the_link_that_was_passed_on(
    ctx: Context, alice: FlaskClient, bob: FlaskClient
) -> None:
    seat = opened(ctx, alice, kind1="free", email1="")
    link = next(word for word in words(alice.get(seat)).split() if "/j/" in word).partition("localhost")[2]

    answer = form(bob.get(link), "").send(bob, name="Bob", yes="1")

    assert "You have joined, and the game has begun." in words(answer)


def test_a_stranger_takes_a_listed_place_by_a_mail(ctx: Context, alice: FlaskClient, client: FlaskClient) -> None:
    opened(ctx, alice, kind1="free", email1="", public="1")
    visitor = alice.application.test_client(use_cookies=False)
    (place,) = [link for link in links(visitor.get("/games")) if link.endswith("/join")]

    asked = form(visitor.get(place), "").send(visitor, name="Bob", email="bob@example.test", yes="1")
    joined = form(visitor.get(invitation(ctx)), "").send(visitor, choice="accept", name="Bob")

    assert "Look into your mail" in words(asked)
    assert "You have joined, and the game has begun." in words(joined)


def test_a_table_that_is_not_listed_cannot_be_joined_by_its_code(ctx: Context, alice: FlaskClient) -> None:
    opened(ctx, alice, kind1="free", email1="")

    assert alice.get(f"/games/{game(ctx).code}/join").status_code == 404


def test_the_house_starts_the_game_at_once(ctx: Context, alice: FlaskClient) -> None:
    opened(ctx, alice, kind1="house", email1="")

    assert game(ctx).status == "running"


def test_a_free_place_is_filled_by_an_invitation_later(ctx: Context, alice: FlaskClient) -> None:
    seat = opened(ctx, alice, kind1="free", email1="")

    answer = form(alice.get(seat), "/invite").send(alice, email="bob@example.test", name="Bob")

    assert "Bob is invited" in words(answer)
    assert invitation(ctx).startswith("/i/")


def test_a_table_that_is_called_off_can_be_joined_by_nobody(ctx: Context, alice: FlaskClient) -> None:
    seat = opened(ctx, alice)
    path = invitation(ctx)

    answer = alice.post(f"{seat}/cancel", data={"yes": "1"})

    assert "The table is called off." in words(answer)
    assert alice.get(path).status_code == 404


def test_the_openers_word_is_kept_for_the_shuffle(ctx: Context, alice: FlaskClient) -> None:
    seat = opened(ctx, alice)

    answer = form(alice.get(seat), "/word").send(alice, word="дождь")

    assert "Your word is kept." in words(answer)
    with ctx.db.read() as session:
        assert session.scalars(select(Seat).where(Seat.place == 0)).one().word == "дождь"


def test_the_same_form_sent_again_opens_no_second_table(ctx: Context, alice: FlaskClient) -> None:
    fill = the_form(alice)
    values = {"own_name": "Alice", "kind1": "invite", "email1": "bob@example.test", "own_seat": "0"}
    first, again = fill.send(alice, **values), fill.send(alice, **values)

    assert "This table is open already." in words(again)
    assert {link for link in links(again) if "/s/" in link} == {link for link in links(first) if "/s/" in link}
    assert game(ctx).status == "open"
    assert len(mails_to("bob@example.test", deliver_all(ctx))) == 1


def test_nobody_is_told_of_invitations_that_were_not_sent(alice: FlaskClient) -> None:
    answer = the_form(alice).send(alice, own_name="Alice", kind1="free", own_seat="0")

    assert "invitations are on their way" not in words(answer)
