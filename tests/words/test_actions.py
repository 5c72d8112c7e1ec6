"""Actions in words: previews, labels, groups, and patterns that are no action."""

import pytest

from noirmail.engine.actions import action_of
from noirmail.engine.errors import EngineError
from noirmail.engine.notation import read_action
from noirmail.engine.redact import view_of
from noirmail.engine.view import View
from noirmail.words.actions import action_groups, action_label, action_object, action_words
from noirmail.words.patterns import pattern
from tests.words.positions import TABLES, game, views


def kvi_view(ply: int = 0) -> View:
    state = game(("kvi", 2, {}))[ply]
    return view_of(state, state.to_act[0])


@pytest.mark.parametrize(
    ("action", "label", "aim"),
    [
        ("kill M", "Kill Marion", "Marion"),
        ("shift r3 right", "Shift row 3 right", "row 3 right"),
        ("shift c2 up 2", "Shift column 2 up by 2", "column 2 up by 2"),
        ("shift G row left", "Mark Geneva and shift the row left", "Geneva, row left"),
        ("collapse rows A B", "Collapse the rows by Alyss, Barrin", "rows: Alyss, Barrin"),
        ("solve L M", "Solve: Linus disguised as Marion", "Linus disguised as Marion"),
        ("solve d1", "Solve the diagonal from the top left", "the diagonal from the top left"),
        ("rethink G C", "Rethink: mark Geneva, suspicion Clive", "mark Geneva, suspicion Clive"),
        ("question R S", "Question: mark Ryan, take up Simon", "mark Ryan, take up Simon"),
        ("disguise", "Disguise yourself by drawing a card", "by drawing a card"),
        ("decline", "Decline the final solve", "Decline the final solve"),
    ],
)
def test_a_label_says_the_whole_action_and_its_aim_the_rest(action: str, label: str, aim: str) -> None:
    assert action_label(action_of(action)) == label
    assert action_object(action_of(action)) == aim


def test_accusing_oneself_is_told_to_be_a_bluff() -> None:
    view = view_of(game(("kvi", 2, {}))[4], 1)
    own = view.own.identity
    assert "a bluff" in action_words(action_of(f"accuse {own}"), view)


def test_the_preview_of_a_solve_says_what_is_at_stake() -> None:
    assert action_words(action_of("solve L M"), kvi_view()).endswith("If one of them is wrong, you lose the game.")


def test_a_collapse_is_put_together_on_a_page_of_its_own() -> None:
    states = [state for seed in range(1, 12) for state in game(("kvi", 2, {}), seed) if state.to_act]
    groups = [group for state in states for group in action_groups(view_of(state, state.to_act[0]))]
    assert {group.form for group in groups if group.kind == "collapse"} == {True}
    assert {group.form for group in groups if group.kind not in {"collapse", "solve"}} == {False}


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_legal_action_has_its_words(table: tuple[str, int, dict[str, object]]) -> None:
    for state in game(table):
        for view in views(state):
            for action in view.legal:
                assert action_words(action, view).endswith(".")
                assert action_label(action)[0].isupper()
                assert action_object(action)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_groups_hold_each_legal_action_once(table: tuple[str, int, dict[str, object]]) -> None:
    for state in game(table):
        for view in views(state):
            grouped = [action.text for group in action_groups(view) for action in group.actions]
            assert sorted(grouped) == sorted(action.text for action in view.legal)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_pattern_can_be_read_as_an_action(table: tuple[str, int, dict[str, object]]) -> None:
    for state in game(table)[::3]:
        for view in views(state):
            for group in action_groups(view):
                for line in (f"{group.kind} … {pattern(group)}", pattern(group)):
                    with pytest.raises(EngineError):
                        read_action(line, view)


def test_patterns_say_what_can_stand_there() -> None:
    groups = {group.kind: pattern(group) for group in action_groups(kvi_view(2))}
    assert groups["shift"].startswith("r1-r5 left or right, c1-c5 up or down")
    assert groups["disguise"].startswith("one of ")
