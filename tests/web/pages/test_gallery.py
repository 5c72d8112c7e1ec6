"""Every kind of mail to be looked at, and the mails that nobody took: in the one-process mode alone."""

from dataclasses import replace

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from sqlalchemy import update

from noirmail.engine.rulesets import RULESETS
from noirmail.mail.kinds import KINDS
from noirmail.service.context import Context
from noirmail.store.models import OutboxMail
from tests.build import create_game
from tests.service.timeline import mails
from tests.web.pages.conftest import everything
from tests.web.pages.reading import form, links, words

PLACES = ["/gallery", "/gallery/kvi/your-turn", "/gallery/kvi/your-turn/html", "/outbox"]


def test_every_kind_is_there_for_every_rule_set_it_is_about(client: FlaskClient) -> None:
    found = [link for link in links(client.get("/gallery")) if link.startswith("/gallery/")]

    assert len(found) == (len(KINDS) - 3) * len(RULESETS) + 3
    assert {client.get(link).status_code for link in found[::7]} == {200}


def test_a_mail_is_shown_as_text_and_as_html_with_its_picture(client: FlaskClient) -> None:
    shown, html = client.get("/gallery/hitman/your-turn"), client.get("/gallery/hitman/your-turn/html")

    assert "## NOIR-REPLY-ABOVE ##" in words(shown)
    assert html.get_data(as_text=True).count('src="data:image/png;base64,') == 1
    assert "sandbox" in html.headers["Content-Security-Policy"]


def test_there_is_no_mail_of_what_there_is_not(client: FlaskClient) -> None:
    assert {client.get(f"/gallery/{path}").status_code for path in ("kvi/nothing", "chess/your-turn")} == {404}


@pytest.mark.parametrize("path", PLACES)
def test_a_hosted_server_shows_none_of_it(app: APIFlask, ctx: Context, path: str) -> None:
    app.extensions["noirmail"] = replace(ctx, settings=replace(ctx.settings, mode="hosted"))

    assert app.test_client().get(path).status_code == 404


def test_a_mail_that_nobody_took_is_sent_once_more_with_a_tick(client: FlaskClient, ctx: Context) -> None:
    create_game(ctx)
    with ctx.db.write() as session:
        session.execute(update(OutboxMail).where(OutboxMail.kind == "your-turn").values(state="dead", note="550"))
    asked = form(client.get("/outbox"), "/settle")
    before = everything(ctx)

    assert asked.send(client).status_code == 422
    assert asked.send(client, choice="resend").status_code == 422
    assert everything(ctx) == before
    assert asked.send(client, choice="resend", yes="1").status_code == 200
    assert mails(ctx, "your-turn")[0].state == "pending"
    assert "There is none." in words(client.get("/outbox"))
