"""What a seat's page and mail show of the rule sets beyond the duel."""

import pytest
from flask.testing import FlaskClient

from noirmail.engine.deal import Dealt
from noirmail.service import starting, tables
from noirmail.service.context import Context
from noirmail.store.models import Game
from noirmail.words.names import suspect_name
from tests.build import after, create_game, token_of
from tests.engine.build import deal
from tests.post import deliver_all, html_of, mails_to, text_of
from tests.web.pages.reading import words

THREE = ("Alice", "Bob", "Dana")


def page(client: FlaskClient, ctx: Context, game: Game, seat: int) -> str:
    return words(client.get(f"/s/{token_of(ctx, game, seat)}"))


def hitman(ctx: Context) -> Game:
    """The Sleuth, Bob, has chosen an identity, and the first target is turned up."""
    game = create_game(ctx, "hitman")
    return after(ctx, game, tables.table(ctx, game.id, 1).view.legal[0].text)


def test_the_target_and_the_length_of_the_hit_list_stand_on_page_and_mail(client: FlaskClient, ctx: Context) -> None:
    game = hitman(ctx)
    target = suspect_name(tables.table(ctx, game.id, 0).view.counts.target)
    mail = mails_to("alice@example.test", deliver_all(ctx))[-1]

    assert f"Target {target}" in page(client, ctx, game, 0)
    assert f"{target} target" in page(client, ctx, game, 0)
    assert "Face-down cards of the hit list 3" in page(client, ctx, game, 0)
    assert f"Target: {target}." in " ".join(text_of(mail).split())
    assert f"{target}<br><b>target</b>" in html_of(mail)


def test_options_stand_on_page_and_mail(client: FlaskClient, ctx: Context) -> None:
    game = create_game(ctx, "kvi-classic", options={"canvas": False, "old_identity": "dead"})
    mail = mails_to("alice@example.test", deliver_all(ctx))[-1]

    assert "Canvassing no" in page(client, ctx, game, 0)
    assert "Canvassing: no" in " ".join(text_of(mail).split())
    assert "identity: is dead" in " ".join(text_of(mail).split())


def test_a_drawn_card_that_awaits_a_choice_stands_on_the_page_in_words(client: FlaskClient, ctx: Context) -> None:
    game = hitman(ctx)
    shift = next(action.text for action in tables.table(ctx, game.id, 0).view.legal if action.kind == "shift")
    game = after(ctx, game, shift, "exonerate")
    step = tables.table(ctx, game.id, 1).view.log[-1]
    drawn = suspect_name(step.events[0].suspects)

    said = page(client, ctx, game, 1)
    assert f"You drew {drawn}." in said
    assert "Lay open a card of your hand" in said
    assert "Bob drew a card." in page(client, ctx, game, 0)
    assert f"You drew {drawn}" not in page(client, ctx, game, 0)


def test_partners_are_told_from_opponents_on_the_page(client: FlaskClient, ctx: Context) -> None:
    game = create_game(ctx, "dragnet", (*THREE, "Erin"))

    assert "Dana your partner" in page(client, ctx, game, 0)
    assert "your partner" not in words(client.get(f"/g/{game.code}"))


def test_cops_read_their_roles_and_who_they_are_also_after_a_change(
    client: FlaskClient, ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "deal_of", lambda *_of: Dealt(deal("AYZFCDGHIM"), None))
    game = create_game(ctx, "buddycops", THREE)
    game = after(ctx, game, "identity A", "kill B", "1: identity F", "2: identity G")
    assert "You are the Profiler." in page(client, ctx, game, 1)
    assert "Franklin partner" in page(client, ctx, game, 2)

    game = after(ctx, game, "kill F")

    assert "You are the Undercover." in page(client, ctx, game, 1)
    assert "You drew Marion, who you are now." in page(client, ctx, game, 1)
    assert "Marion you" in page(client, ctx, game, 1)
    assert "Geneva partner" in page(client, ctx, game, 1)
    assert "You are the Profiler." in page(client, ctx, game, 2)


def test_the_foot_of_a_mail_tells_who_plays_against_whom(ctx: Context) -> None:
    create_game(ctx, "spytag", (*THREE, "Erin"))
    mail = deliver_all(ctx)[0]

    assert "At the table: Alice and Dana against Bob and Erin" in " ".join(text_of(mail).split())


def test_a_mail_with_one_thing_to_do_says_in_words_what_is_asked(ctx: Context) -> None:
    create_game(ctx, "hitman")
    mail = mails_to("bob@example.test", deliver_all(ctx))[-1]

    assert "Choose your identity." in text_of(mail)
