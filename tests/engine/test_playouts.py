"""Random games and the figures about them."""

from collections import Counter
from random import Random

from noirmail.bench.engine import bench_engine
from noirmail.bench.engine import format_rows as format_speeds
from noirmail.bench.playouts import combinations, format_rows, play_many
from noirmail.engine.play import legal
from noirmail.engine.playout import choose, random_game
from noirmail.engine.rulesets import RULESETS
from tests.engine.build import game


def test_the_same_chance_plays_the_same_game() -> None:
    games = [random_game("buddycops", {}, 3, Random(seed)) for seed in (7, 7, 8)]

    assert games[0] == games[1] != games[2]


def test_a_game_stops_at_the_limit() -> None:
    record = random_game("spytag", {}, 4, Random(1), limit=9)

    assert (len(record.actions), record.result) == (9, None)


def test_kinds_are_chosen_evenly_and_then_actions_of_the_kind() -> None:
    actions = legal(game("kvi", "MATPVW", "kill G", "identity T"), 0)
    rng = Random(1)

    drawn = Counter(choose(actions, rng).kind for _ in range(3000))

    assert all(900 < drawn[kind] < 1100 for kind in ("shift", "kill", "disguise"))


def test_solves_are_played_only_on_request() -> None:
    kinds = {entry.action.split()[0] for s in range(20) for entry in random_game("kvi", {}, 2, Random(s)).actions}

    assert "solve" not in kinds
    assert random_game("kvi", {}, 2, Random(3), solve=True).result is not None


def test_many_games_make_a_row_for_each_rule_set_players_and_options() -> None:
    rows = list(play_many(games=2))

    assert {row.ruleset for row in rows} == set(RULESETS)
    assert all(sum(row.endings.values()) == 2 for row in rows)
    assert len(combinations("kvi-classic")) == 12
    assert len(format_rows(rows).splitlines()) == len(rows) + 1


def test_the_bench_has_a_row_for_each_rule_set_and_number_of_players() -> None:
    rows = bench_engine(["kvi", "spytag"], seconds=0.02)

    assert [(row.ruleset, row.players) for row in rows] == [("kvi", 2), ("spytag", 3), ("spytag", 4)]
    assert all(row.plies > 0 and row.per_second > 0 for row in rows)
    assert len(format_speeds(rows).splitlines()) == 4
