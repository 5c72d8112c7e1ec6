"""Choices that are due out of turn, or as a turn's second step: their mails, deadlines, reminders and pages."""

from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from noirmail.engine.deal import Dealt
from noirmail.service import parting, starting, tables
from noirmail.service.context import Context
from noirmail.store.models import Game
from tests.build import after, create_game, reload, token_of
from tests.conftest import NOON, Clock
from tests.engine.build import deal
from tests.games.players import links_of, turn_of
from tests.post import deliver_all, mails_to
from tests.service.timeline import owed, sweep_after
from tests.web.pages.reading import form, words

BOB = "bob@example.test"
DAY = timedelta(days=1)


def hitman(ctx: Context, monkeypatch: pytest.MonkeyPatch, *actions: str) -> Game:
    """Alice hides as Alyss, Bob chooses from Franklin, Geneva, Kristoph; a day a turn, every mail taken at once."""
    monkeypatch.setattr(starting, "deal_of", lambda *_of: Dealt(deal("BWYZAFGK"), None))
    game = create_game(ctx, "hitman", per_turn=86400)
    for action in ("identity F", *actions):
        deliver_all(ctx)
        game = after(ctx, game, action)
    return game


@pytest.fixture
def fallen(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Bob's identity was killed: he must take a new one."""
    return hitman(ctx, monkeypatch, "kill F")


@pytest.fixture
def drawn(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Bob has drawn Clive, and must lay a card open."""
    return hitman(ctx, monkeypatch, "shift r5 left", "exonerate")


def test_a_new_identity_has_its_mail_deadline_and_reminder(ctx: Context, clock: Clock, fallen: Game) -> None:
    (mail,) = deliver_all(ctx)
    assert set(turn_of(links_of(mail)).links) == {"identity G", "identity K"}
    assert owed(ctx, fallen, 1).due_at == NOON + DAY
    sweep_after(ctx, clock, hours=20)

    (reminder,) = deliver_all(ctx)
    assert reminder["To"] == BOB
    assert set(turn_of(links_of(reminder)).links) == {"identity G", "identity K"}


def test_a_new_identity_is_asked_for_on_the_page_and_then_the_turn(
    client: FlaskClient, ctx: Context, fallen: Game
) -> None:
    base = f"/s/{token_of(ctx, fallen, 1)}"
    asked = form(client.get(base), "/d2/preview")
    assert asked.choices["action"] == ["identity G", "identity K"]

    preview = asked.send(client, action="identity K")
    board = form(preview, "/d2").send(client, yes="1")

    assert "You took Kristoph as your identity." in words(board)
    assert "accuse G" in form(board, "/d3/preview").choices["action"]


def test_the_turn_after_a_new_identity_has_no_mail_but_a_deadline(ctx: Context, clock: Clock, fallen: Game) -> None:
    deliver_all(ctx)
    clock.move(hours=2)
    after(ctx, fallen, "identity K")

    assert deliver_all(ctx) == []
    assert owed(ctx, fallen, 1).due_at == NOON + timedelta(hours=2) + DAY


def test_a_drawn_card_has_a_deadline_from_the_draw_and_no_mail(ctx: Context, clock: Clock, drawn: Game) -> None:
    assert [mail["To"] for mail in deliver_all(ctx)] == []
    assert (owed(ctx, drawn, 1).phase, owed(ctx, drawn, 1).due_at) == ("running", NOON + DAY)


def test_a_drawn_card_that_is_forgotten_is_reminded_of_with_links_to_choose(
    client: FlaskClient, ctx: Context, clock: Clock, drawn: Game
) -> None:
    deliver_all(ctx)
    sweep_after(ctx, clock, hours=20)
    (reminder,) = mails_to(BOB, deliver_all(ctx))
    turn = turn_of(links_of(reminder))

    assert set(turn.links) == {"reveal C", "reveal G", "reveal K"}
    assert "Lay open the card of Clive" in words(client.get(turn.links["reveal C"]))


def test_a_drawn_card_that_is_never_laid_open_loses_the_game(ctx: Context, clock: Clock, drawn: Game) -> None:
    deliver_all(ctx)
    sweep_after(ctx, clock, hours=24, seconds=1)
    parting.claim(ctx, drawn.id, 0)

    assert (reload(ctx, drawn).winners, reload(ctx, drawn).reason) == ([0], "timeout")


def test_what_was_drawn_cannot_be_taken_back_by_the_old_mail(client: FlaskClient, ctx: Context, drawn: Game) -> None:
    stale = client.get(f"/s/{token_of(ctx, drawn, 1)}/d2/accuse-g")

    assert stale.status_code == 409
    assert "reveal C" in form(stale, "/d3/preview").choices["action"]


def test_two_who_owe_a_choice_at_once_have_a_deadline_and_a_reminder_each(ctx: Context, clock: Clock) -> None:
    game = create_game(ctx, "buddycops", ("Alice", "Bob", "Dana"), per_turn=86400)
    for _step in range(2):
        deliver_all(ctx)
        game = after(ctx, game, tables.table(ctx, game.id, 0).view.legal[0].text)
    bob, dana = sorted(deliver_all(ctx), key=lambda mail: str(mail["To"]))
    assert turn_of(links_of(bob)).decision == turn_of(links_of(dana)).decision == 2
    clock.move(hours=5)
    after(ctx, game, f"1: {tables.table(ctx, game.id, 1).view.legal[0].text}")
    assert deliver_all(ctx) == []

    sweep_after(ctx, clock, hours=15)

    assert [mail["To"] for mail in deliver_all(ctx)] == ["dana@example.test"]
    assert owed(ctx, game, 2).due_at == NOON + DAY
