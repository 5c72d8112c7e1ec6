"""Nothing of the rules is left out: every decision has a test, every reason a finished game."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from noirmail.engine.record import read_record, states
from noirmail.engine.rulesets import RULESETS
from noirmail.engine.state import State
from tests.engine.build import after, game
from tests.engine.test_vectors import VECTORS, lines_of

HERE = Path(__file__).parent
DECISIONS = range(1, 32)


def test_every_decision_of_the_rules_has_a_test_that_names_it() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))

    named = {int(number) for number in re.findall(r"def test_d(\d+)_", text)}

    assert named == set(DECISIONS)


def run_out_of_identities() -> State:
    """The Undercover draws the deck empty, keeping the identity each time; then the Killer strikes."""
    state = game("buddycops", "MABLPVNWZ", "identity M", "kill H", "1: identity L", "2: identity N", players=3)
    round_of_bluffs = ("disguise M", "accuse L", "disguise M", "disguise", "identity N")
    while state.deck:
        state = after(state, *round_of_bluffs)
    return after(state, "kill L")


@cache
def finished() -> set[tuple[str, str]]:
    ends = [run_out_of_identities()]
    for path in VECTORS:
        *_, last = states(read_record(json.dumps(next(lines_of(path))).encode()))
        ends.append(last)
    return {(end.ruleset, end.result.reason) for end in ends if end.result}


ENDINGS = [(name, reason) for name, rules in RULESETS.items() for reason in rules.description.reasons]


@pytest.mark.parametrize("ending", ENDINGS, ids="-".join)
def test_a_finished_game_shows_every_reason(ending: tuple[str, str]) -> None:
    assert ending in finished()
