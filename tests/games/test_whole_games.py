"""One game of each rule set and number of players, from the lobby to the replay, by mails and pages alone."""

from collections.abc import Mapping
from random import Random

import pytest
from apiflask import APIFlask

from noirmail.engine.record import read_record, verify
from noirmail.engine.rules import OptionValue
from noirmail.service import lobby
from noirmail.service.context import Context
from tests.engine.build import TABLE_OF_ES
from tests.games.lobby import Table, opened
from tests.games.whole import play
from tests.post import text_of

DUEL = {"shift", "kill", "identity", "accuse", "exonerate", "disguise"}
LINES = {"shift", "rethink", "question", "solve", "suspicion", "decline"}
# By rule set, players and options: chance that gives a short game in which every kind of action occurs, those kinds
# (kvi's solve would end the game), and how the game ends.
GAMES = [
    ("kvi", 2, {}, 1250, DUEL | {"collapse"}, "inspector-killed"),
    ("kvi-classic", 2, {}, 808, DUEL | {"reveal"}, "inspector-killed"),
    ("kvi-classic", 2, TABLE_OF_ES, 1198, DUEL | {"reveal"}, "inspector-killed"),
    ("hitman", 2, {}, 1129, DUEL - {"disguise"} | {"escape", "reveal", "collapse"}, "sleuth-exhausted"),
    ("spytag", 3, {}, 593, {"shift", "capture", "canvas"}, "trophies"),
    ("spytag", 4, {}, 759, {"shift", "capture", "canvas"}, "trophies"),
    ("dragnet", 3, {}, 477, LINES, "deck-exhausted"),
    ("dragnet", 4, {}, 474, LINES, "solved"),
    ("buddycops", 3, {}, 1360, DUEL | {"deputize"}, "cops-killed"),
]


@pytest.mark.parametrize(
    ("ruleset", "players", "options", "seed", "kinds", "reason"), GAMES, ids=[f"{g[0]}-{g[1]}-{g[3]}" for g in GAMES]
)
def test_a_game_is_played_to_its_end_by_mails_and_pages(
    app: APIFlask,
    ctx: Context,
    monkeypatch: pytest.MonkeyPatch,
    ruleset: str,
    players: int,
    options: Mapping[str, OptionValue],
    seed: int,
    kinds: set[str],
    reason: str,
) -> None:
    rng = Random(seed)
    monkeypatch.setattr(lobby, "token_bytes", rng.randbytes)
    table = opened(ctx, app, ruleset, players, options)

    over = play(table, rng)

    assert over["result"]["reason"] == reason
    assert {text.split(" ")[0] for player in table.players for text in player.made} == kinds
    assert (table.waited > 0) == (ruleset in {"dragnet", "buddycops"})
    assert_mails_are_few(table)
    assert_record_is_right(table)
    assert_everything_can_be_looked_back_at(table, over["ply"])


def assert_mails_are_few(table: Table) -> None:
    for player in table.players:
        assert len(player.mails) <= len(player.made) + 3, player.name
        assert "The result:" in text_of(player.mails[-1])


def assert_record_is_right(table: Table) -> None:
    for player in table.players:
        record = read_record(player.client.get(f"{player.base}/record").data)
        found = verify(record)
        assert (found.deal, found.outcome, found.notes) == (True, True, ())
        own = [entry.action for entry in record.actions if table.seats[entry.seat] is player]
        assert own == player.made


def assert_everything_can_be_looked_back_at(table: Table, plies: int) -> None:
    client = table.app.test_client()
    for tail in ("", "/all", *(f"/seat-{seat}" for seat in range(len(table.seats)))):
        for ply in range(plies + 1):
            assert client.get(f"/g/{table.code}/ply/{ply}{tail}").status_code == 200
