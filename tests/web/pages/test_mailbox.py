"""The mailbox of a server without outside mail; no hosted server has one."""

from dataclasses import replace

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from noirmail.service import people
from noirmail.service.context import Context
from noirmail.service.mailbox import LocalTransport
from noirmail.service.outbox import drain
from tests.build import create_game, token_of
from tests.post import read
from tests.web.pages.reading import form, links, words
from tests.worker.letters_in import kept


def delivered(app: APIFlask, ctx: Context) -> FlaskClient:
    """The mails of a game's start are in the mailbox."""
    local = replace(ctx, transport=LocalTransport(ctx.db))
    app.extensions["noirmail"] = local
    while drain(local):
        pass
    return app.test_client()


def test_every_mail_of_everybody_is_there(app: APIFlask, ctx: Context) -> None:
    game = create_game(ctx)
    client = delivered(app, ctx)

    said = words(client.get("/mailbox"))

    assert "alice@example.test" in said
    assert "bob@example.test" in said
    assert f"Noir {game.code}: Alice – Bob" in said


def test_a_mail_is_shown_as_text_with_its_links(app: APIFlask, ctx: Context) -> None:
    game = create_game(ctx)
    client = delivered(app, ctx)
    first = [link for link in links(client.get("/mailbox")) if link.startswith("/mailbox/")]

    shown = [found for link in first for found in links(client.get(link))]

    assert f"http://localhost/s/{token_of(ctx, game, 0)}" in shown


def test_the_html_part_stands_in_a_frame_that_can_do_nothing_but_follow_links(app: APIFlask, ctx: Context) -> None:
    create_game(ctx)
    client = delivered(app, ctx)

    page, frame = client.get("/mailbox/1"), client.get("/mailbox/1/html")

    policy = frame.headers["Content-Security-Policy"]
    assert "sandbox allow-popups" in policy
    assert "allow-scripts" not in policy
    assert "allow-forms" not in policy
    assert "script-src" not in policy
    assert "frame-src 'self'" in page.headers["Content-Security-Policy"]
    assert '<base target="_top">' in frame.get_data(as_text=True)


def test_a_mail_that_is_not_there_is_nothing(app: APIFlask, ctx: Context) -> None:
    client = delivered(app, ctx)

    assert client.get("/mailbox/77").status_code == 404
    assert client.get("/mailbox/77/html").status_code == 404


def test_a_hosted_server_has_no_mailbox(app: APIFlask, ctx: Context) -> None:
    create_game(ctx)
    delivered(app, ctx)
    app.extensions["noirmail"] = replace(ctx, settings=replace(ctx.settings, mode="hosted"))
    client = app.test_client()

    assert [client.get(path).status_code for path in ("/mailbox", "/mailbox/1", "/mailbox/1/html")] == [404] * 3
    assert client.post("/mailbox/1/answer", data={"answer": "help"}).status_code == 404
    assert "Mailbox" not in words(client.get("/"))


@pytest.mark.parametrize("number", [0, 99, 2**63 - 1, 2**63, 10**30])
def test_a_mail_that_is_not_there_is_not_found(client: FlaskClient, number: int) -> None:
    assert client.get(f"/mailbox/{number}").status_code == 404
    assert client.get(f"/mailbox/{number}/html").status_code == 404


def test_an_answer_goes_in_as_a_mail_client_would_send_it(app: APIFlask, ctx: Context) -> None:
    create_game(ctx)
    client = delivered(app, ctx)

    answered = form(client.get("/mailbox/1"), "").send(client, answer="kill J\r\n\r\nGood luck!")

    assert "Your answer was sent" in words(client.get(answered.location))
    (mail,) = kept(ctx)
    text = read(mail.raw).get_content().replace("\r\n", "\n")
    assert (mail.source, mail.sender) == ("mailbox", "alice@example.test")
    assert text.startswith("kill J\n\nGood luck!\n\n")
    assert "\n> ## NOIR-REPLY-ABOVE ##\n" in text


def test_an_empty_answer_is_none(app: APIFlask, ctx: Context) -> None:
    create_game(ctx)
    client = delivered(app, ctx)

    assert client.post("/mailbox/1/answer", data={"answer": " \r\n"}).location == "/mailbox/1"
    assert kept(ctx) == []


def test_a_mail_that_nobody_wants_answered_has_no_box(app: APIFlask, ctx: Context) -> None:
    people.ask_sign_in(ctx, "alice@example.test")
    client = delivered(app, ctx)

    assert "Answer this mail" not in words(client.get("/mailbox/1"))
    assert client.post("/mailbox/1/answer", data={"answer": "help"}).location == "/mailbox/1"
    assert kept(ctx) == []
