"""The board as text, where a player stands, how a game ended."""

import pytest

from noirmail.engine.redact import view_of
from noirmail.engine.view import Outcome
from noirmail.words.board import legend, text_board
from noirmail.words.results import reason_sentence, result_sentence
from noirmail.words.standing import count_sentences, own_sentences, side_names
from tests.words.positions import NAMES, TABLES, game, views

ROLES = ("Killer", "Inspector")


def test_the_board_is_a_grid_with_marks_and_the_own_identity_in_brackets() -> None:
    view = view_of(game(("kvi", 2, {}))[6], 0)
    lines = text_board(view).split("\n")
    assert lines[0].split() == ["c1", "c2", "c3", "c4", "c5"]
    assert [line.split()[0] for line in lines[1:]] == ["r1", "r2", "r3", "r4", "r5"]
    cells = [cell for line in lines[1:] for cell in line.split()[1:]]
    assert [cell.strip("[]") for cell in cells] == [str(cell) for row in view.board for cell in row]
    assert [cell for cell in cells if "[" in cell] == [f"[{view.own.identity}]"]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_spectator_is_told_of_nobodys_cards(table: tuple[str, int, dict[str, object]]) -> None:
    for state in game(table):
        view = view_of(state, None)
        assert own_sentences(view) == []
        assert "[" not in text_board(view)
        assert not any("[" in phrase for phrase in legend(view))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_position_has_its_numbers(table: tuple[str, int, dict[str, object]]) -> None:
    for state in game(table):
        for view in views(state):
            for words in [*count_sentences(view, NAMES), *own_sentences(view)]:
                assert words.endswith(".")
                assert "None" not in words


def test_partners_are_no_opponents() -> None:
    state = game(("spytag", 4, {}))[0]
    assert side_names(view_of(state, 0), NAMES, 0) == (["Charlie"], ["Bob", "Dana"])
    assert side_names(view_of(state, None), NAMES, None) == ([], list(NAMES))


@pytest.mark.parametrize(
    ("winners", "viewer", "words"),
    [
        ((0,), 0, "You win. The solution was wrong."),
        ((0,), 1, "Alice (Killer) wins. The solution was wrong."),
        ((), 1, "Nobody wins. The solution was wrong."),
    ],
)
def test_a_result_names_winner_and_reason(winners: tuple[int, ...], viewer: int, words: str) -> None:
    assert result_sentence(Outcome(winners, "solve-failed"), NAMES[:2], ROLES, "kvi", viewer) == words


def test_every_reason_of_the_rules_has_its_words() -> None:
    for table in TABLES:
        for reason in game(table)[0].rules.description.reasons:
            assert reason_sentence(reason) != reason
    for reason in ("resigned", "timeout", "agreed", "cancelled", "abandoned"):
        assert reason_sentence(reason) != reason


def test_who_lost_by_resigning_is_not_told_that_the_other_side_did() -> None:
    said = [
        result_sentence(Outcome((0,), reason), ("Alice", "Bob"), ("Killer", "Inspector"), "kvi", 1)
        for reason in ("resigned", "timeout")
    ]

    assert said == ["Alice (Killer) wins. Your side resigned.", "Alice (Killer) wins. Your side's time ran out."]
