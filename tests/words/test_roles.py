"""The card of each role names every kind of action that is ever open to it, and no other."""

import pytest

from noirmail.engine.redact import view_of
from noirmail.engine.rulesets import RULESETS
from noirmail.words.roles import role_card, role_cards
from tests.words.positions import TABLES, game

# The word that a card names each kind by; choices that are only answers to something need none.
WORDS = {
    **{kind: kind for kind in ("shift", "collapse", "kill", "accuse", "exonerate", "disguise", "escape", "capture")},
    **{kind: kind for kind in ("rethink", "question", "solve", "deputize")},
    "canvas": "canvass",
}
ANSWERS = {"identity", "reveal", "suspicion", "decline"}


def test_every_role_of_every_rule_set_has_its_card() -> None:
    for name, rules in RULESETS.items():
        roles = {role for roles in rules.description.roles.values() for role in roles}
        assert {card.role for card in role_cards(name)} == roles


def test_there_is_no_card_for_a_role_that_is_not_played() -> None:
    with pytest.raises(LookupError):
        role_card("kvi", "Sleuth")


@pytest.mark.parametrize("name", RULESETS)
def test_a_card_names_what_is_ever_legal_and_nothing_else(name: str) -> None:
    legal: dict[str, set[str]] = {card.role: set() for card in role_cards(name)}
    for table in TABLES:
        for state in [state for seed in range(1, 9) for state in game(table, seed) if table[0] == name]:
            for seat in state.to_act:
                view = view_of(state, seat)
                kinds = {action.kind for action in view.legal} | {form.split(" ")[0] for form in view.forms}
                legal[view.roles[seat]] |= kinds - ANSWERS
    for card in role_cards(name):
        told = [action.lower() for action in card.actions]
        assert {kind for kind in legal[card.role] if not any(WORDS[kind] in line for line in told)} == set()
        begun = {kind for kind, word in WORDS.items() if any(line.startswith(word) for line in told)}
        assert begun <= legal[card.role]
