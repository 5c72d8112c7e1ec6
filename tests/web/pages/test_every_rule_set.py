"""Every rule set is played by the same pages: what they offer is what is legal, and it can be sent."""

from random import Random

import pytest

from noirmail.service import tables
from tests.build import create_game, token_of
from tests.web.pages.conftest import Table
from tests.web.pages.reading import Form, form, words

TABLES = [
    ("kvi", 2),
    ("kvi-classic", 2),
    ("hitman", 2),
    ("spytag", 3),
    ("spytag", 4),
    ("dragnet", 3),
    ("dragnet", 4),
    ("buddycops", 3),
]
NAMES = ("Alice", "Bob", "Dana", "Erin")


@pytest.mark.parametrize(("kind", "players"), TABLES)
def test_what_the_pages_offer_can_be_sent_until_the_end_or_for_thirty_moves(
    table: Table, kind: str, players: int
) -> None:
    chance = Random(7)
    game = create_game(table.ctx, kind, NAMES[:players])
    seats = [f"/s/{token_of(table.ctx, game, number)}" for number in range(players)]

    for _move in range(30):
        view = tables.table(table.ctx, game.id, None).view
        assert view is not None
        if view.result is not None:
            break
        seat = view.to_act[0]
        move(table, game.id, seat, seats[seat], view.decisions[seat], chance)
    assert view.ply > 5 or view.result is not None


def move(table: Table, game_id: int, number: int, seat: str, decision: int, chance: Random) -> None:
    """One move by the board page, its preview and the tick."""
    choose = form(table.get(seat), f"/d{decision}/preview")
    offered = choose.choices["action"]
    view = tables.table(table.ctx, game_id, number).view
    assert view is not None
    assert sorted(offered) == sorted(action.text for action in view.legal if action.kind != "collapse")
    send = previewed(table, choose, chance.choice(gentle(offered)))
    assert "Your move is made." in words(table.post(send.action, **send.fields, yes="1"))


def gentle(offered: list[str]) -> list[str]:
    """Without what may end the game at once, where there is anything else."""
    return [text for text in offered if not text.startswith(("accuse", "solve"))] or offered


def previewed(table: Table, choose: Form, action: str) -> Form:
    page = table.post(choose.action, **choose.fields, action=action)
    return form(page, choose.action.removesuffix("/preview"))
