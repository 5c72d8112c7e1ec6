"""``noirmail record``: what it prints, and what it says of a record that is wrong."""

from collections.abc import Callable
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Said

Run = Callable[..., Said]


@pytest.fixture
def game(noirmail: Run) -> dict[str, Any]:
    """A finished random game."""
    members: dict[str, Any] = loads(noirmail("record", "random", "--ruleset", "kvi", "--seed", 3).out)
    return members


@pytest.fixture
def file(tmp_path: Path) -> Callable[[object], Path]:
    """Puts a record into a file."""

    def put(members: object) -> Path:
        path = tmp_path / "game.json"
        path.write_text(members if isinstance(members, str) else dumps(members), encoding="utf-8")
        return path

    return put


def test_explain_prints_a_line_for_every_position(noirmail: Run, game: Any, file: Any) -> None:
    lines = [loads(line) for line in noirmail("record", "explain", file(game)).out.splitlines()]
    assert [line["ply"] for line in lines] == list(range(len(game["actions"]) + 1))
    assert lines[-1]["result"] == game["result"]


def test_explain_prints_what_comes_before_an_illegal_action(noirmail: Run, game: Any, file: Any) -> None:
    game["actions"][3] = {"seat": 0, "action": "accuse A"}
    said = noirmail("record", "explain", file(game))
    assert len(said.out.splitlines()) == 4
    assert said.err.startswith("noirmail: ply 4: 'accuse A'")
    assert (said.err.count("\n"), said.status) == (1, 2)


def test_verify_proves_deal_and_outcome(noirmail: Run, game: Any, file: Any) -> None:
    said = noirmail("record", "verify", file(game))
    assert said.out.splitlines() == [
        "deal: proven by seed, words and commitment",
        "outcome: follows from the actions",
    ]
    assert said.status == 0


def test_verify_says_that_a_deal_without_seed_cannot_be_checked(noirmail: Run, game: Any, file: Any) -> None:
    said = noirmail("record", "verify", file(game | {"seed": None, "commitment": None}))
    assert said.out.startswith("deal: not checked\noutcome: follows from the actions\n")
    assert "no seed" in said.out
    assert said.status == 0


def test_verify_finds_a_deal_that_was_changed(noirmail: Run, game: Any, file: Any) -> None:
    game["seed"] = "00" * 32
    said = noirmail("record", "verify", file(game))
    assert "deal: WRONG" in said.out
    assert said.status == 1


def test_verify_finds_an_outcome_that_was_changed(noirmail: Run, game: Any, file: Any) -> None:
    game["result"]["winners"] = [1 - game["result"]["winners"][0]]
    said = noirmail("record", "verify", file(game))
    assert "outcome: WRONG" in said.out
    assert said.status == 1


@pytest.mark.parametrize(("change", "said"), [({"seat": 1}, "It is not for this seat"), ({"action": "fly"}, "'fly'")])
def test_verify_refuses_an_illegal_action_in_one_line(
    noirmail: Run, game: Any, file: Any, change: dict[str, Any], said: str
) -> None:
    game["actions"][0] |= change
    answer = noirmail("record", "verify", file(game))
    assert answer.err.startswith("noirmail: ply 1: ")
    assert said in answer.err
    assert (answer.out, answer.err.count("\n"), answer.status) == ("", 1, 2)


@pytest.mark.parametrize("command", ["explain", "verify"])
@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("deal", {"board": "A" * 25, "deck": "B" * 25}),
        ("options", {"wings": 2}),
        ("ruleset", "chess"),
        ("players", 7),
    ],
)
def test_a_wrong_member_is_named_in_one_line(
    noirmail: Run, game: Any, file: Any, command: str, member: str, value: object
) -> None:
    said = noirmail("record", command, file(game | {member: value}))
    assert said.err.startswith(f"noirmail: {member}")
    assert (said.out, said.err.count("\n"), said.status) == ("", 1, 2)


def test_a_huge_file_is_refused_before_it_is_read(noirmail: Run, tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(100_000_000)
    said = noirmail("record", "explain", huge)
    assert (said.err, said.status) == ("noirmail: record: larger than 1,000,000 bytes\n", 2)


@pytest.mark.parametrize("text", ["", "{", "[]", "\ud7ff", "[" * 100_000])
def test_what_is_no_record_is_refused_in_one_line(noirmail: Run, file: Any, text: str) -> None:
    said = noirmail("record", "explain", file(text))
    assert (said.out, said.err.count("\n"), said.status) == ("", 1, 2)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("explain", "/nowhere/game.json"), "/nowhere/game.json"),
        (("random", "--ruleset", "chess"), "chess"),
        (("random", "--ruleset", "kvi", "--option", "wings=2"), "wings"),
        (("random", "--ruleset", "kvi", "--option", "wings"), "NAME=VALUE"),
        (("random", "--ruleset", "kvi", "--players", "9"), "9"),
        (("random", "--ruleset", "kvi", "--games", "0"), "games"),
        (("shuffle",), "shuffle"),
    ],
)
def test_a_bad_command_line_is_refused_in_one_line(noirmail: Run, words: tuple[str, ...], told: str) -> None:
    said = noirmail("record", *words)
    assert told in said.err
    assert (said.out, said.err.count("\n"), said.status) == ("", 1, 2)


def test_the_same_seed_gives_the_same_games(noirmail: Run) -> None:
    words = ("record", "random", "--ruleset", "kvi", "--games", 3, "--seed")
    first = noirmail(*words, 1).out
    assert first == noirmail(*words, 1).out
    assert first != noirmail(*words, 2).out
    assert len(first.splitlines()) == 3


def test_a_random_game_solves_only_when_asked(noirmail: Run) -> None:
    words = ("record", "random", "--ruleset", "kvi", "--games", 20)
    assert '"solve' not in noirmail(*words).out
    assert '"solve' in noirmail(*words, "--solve").out


def test_the_table_counts_plies_and_endings(noirmail: Run) -> None:
    lines = noirmail("record", "random", "--ruleset", "kvi", "--games", 20, "--table").out.splitlines()
    assert lines[0].startswith("games 20  plies ")
    assert sum(int(line.split()[1]) for line in lines[1:]) == 20


def test_the_bench_of_the_engine_prints_a_line_for_each_number_of_players(noirmail: Run) -> None:
    said = noirmail("bench", "engine", "--ruleset", "kvi", "--seconds", "0.05")
    assert [line.split()[:2] for line in said.out.splitlines()[1:]] == [["kvi", "2"]]
    assert noirmail("bench", "engine", "--ruleset", "chess").status == 2


def test_an_option_that_is_nested_too_deeply_is_refused_in_one_line(noirmail: Run) -> None:
    said = noirmail("record", "random", "--ruleset", "kvi", "--option", f"kills={'[' * 50_000}")
    assert (said.out, said.err.count("\n"), said.status) == ("", 1, 2)
