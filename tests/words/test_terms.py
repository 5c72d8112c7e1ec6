"""What a table has agreed on, in words."""

import pytest

from noirmail.engine.rulesets import RULESETS, options_of
from noirmail.words.terms import option_pairs, timeout_words


def test_every_option_and_every_choice_of_it_has_its_words() -> None:
    for known in RULESETS.values():
        for option in known.description.options:
            for choice in option.choices:
                ((label, value),) = option_pairs({option.name: choice})
                assert label != option.name
                assert value


def test_the_table_of_es_is_told_from_that_of_it() -> None:
    es = option_pairs(options_of("kvi-classic", {"canvas": False, "old_identity": "dead"}))
    assert ("Canvassing", "no") in es
    assert ("The Killer's old identity", "is dead") in es


@pytest.mark.parametrize(
    ("policy", "ruleset", "players", "words"),
    [
        ("claim", "kvi", 2, "the other side may end the game or wait"),
        ("forfeit", "hitman", 2, "the game is lost at once"),
        ("claim", "spytag", 3, "the others may let a stand-in take over, which cannot win, or wait"),
        ("forfeit", "dragnet", 3, "a stand-in takes over at once, and cannot win"),
        ("forfeit", "dragnet", 4, "a partner chooses how to go on; where there is none, the game is lost at once"),
        ("standin", "buddycops", 3, "the service moves from then on, and does the least harm"),
    ],
)
def test_what_the_clock_does_is_told_for_the_game_at_hand(
    policy: str, ruleset: str, players: int, words: str
) -> None:
    assert timeout_words(policy, ruleset, players) == words
