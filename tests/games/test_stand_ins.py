"""A stand-in in a game of each against all: it plays on, and wins nothing, on every surface and in the record."""

import pytest
from apiflask import APIFlask

from noirmail.engine.actions import action_of
from noirmail.engine.deal import Deal, Dealt
from noirmail.engine.record import read_record, verify
from noirmail.engine.view import Outcome
from noirmail.service import parting, records, standin, starting, tables
from noirmail.service.context import Context
from noirmail.store.models import Game
from noirmail.words.results import result_sentence
from tests.build import after, create_game, token_of
from tests.engine.build import deal
from tests.post import deliver_all, text_of
from tests.web.pages.reading import words

NAMES = ("Alice", "Bob", "Dana")


@pytest.fixture
def won_by_a_stand_in(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Spy Tag: Alice has captured Bob and resigns; her stand-in, against its nature, captures Dana: two trophies."""
    dealt: Deal = deal("ABF")
    monkeypatch.setattr(starting, "deal_of", lambda *_of: Dealt(dealt, None))
    game = create_game(ctx, "spytag", NAMES, watch="everyone")
    after(ctx, game, "capture B", "canvas B")
    monkeypatch.setattr(standin, "choose", lambda _view: action_of("capture F"))
    parting.resign(ctx, game.id, 0)
    return after(ctx, game, "canvas A")


def test_what_a_stand_in_wins_nobody_wins(ctx: Context, won_by_a_stand_in: Game) -> None:
    assert (won_by_a_stand_in.winners, won_by_a_stand_in.reason) == ([], "trophies")
    view = tables.table(ctx, won_by_a_stand_in.id, None).view
    assert view is not None
    assert (view.result.winners, view.log[-1].events[-1].winners) == ((), ())


def test_pages_and_mails_name_no_winner(app: APIFlask, ctx: Context, won_by_a_stand_in: Game) -> None:
    page = app.test_client().get(f"/s/{token_of(ctx, won_by_a_stand_in, 1)}")
    mails = [text_of(mail) for mail in deliver_all(ctx)[-3:]]

    for told in (words(page), *mails):
        told = " ".join(told.split())
        assert "Nobody wins." in told
        assert "cannot win" in told
        assert "Alice wins" not in told
        assert "You win." not in told


def test_its_record_verifies(ctx: Context, won_by_a_stand_in: Game) -> None:
    record = read_record(records.record_for(ctx, won_by_a_stand_in.id, None).encode())

    assert (record.actions[-1].by, record.result.winners) == ("standin", ())
    assert verify(record).outcome


def test_where_nobody_could_win_no_stand_in_is_blamed() -> None:
    said = result_sentence(Outcome((), "deck-exhausted"), NAMES, ("Investigator",) * 3, "dragnet")

    assert said == "Nobody wins. The deck is used up, and no solution was right."
