"""The numbers that all may know: what they count, and with which of them somebody wins."""

from noirmail.engine.redact import view_of
from noirmail.engine.state import State
from noirmail.words.numbers import public_numbers
from noirmail.words.standing import count_sentences
from tests.engine.build import after, changed, game
from tests.words.positions import TABLES, views
from tests.words.positions import game as random_game

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def numbers(state: State) -> dict[str, str]:
    return dict(public_numbers(view_of(state, None), NAMES))


def test_the_dead_are_counted_towards_the_limit() -> None:
    assert numbers(game("kvi", "ABFKPU", "kill B", kills=14))["Dead suspects"] == "1; the Killer wins with 14"
    cops = game("buddycops", "AYZFCDGHI", "identity A", "kill B", players=3)
    assert numbers(cops)["Dead suspects"] == "1; the Killer wins with 13"


def test_target_and_length_of_the_hit_list_are_told() -> None:
    told = numbers(game("hitman", "BWYZAFGK", "identity F"))
    assert (told["Target"], told["Face-down cards of the hit list"]) == ("Barrin", "3")
    assert told["Dead suspects"] == "0"


def test_trophies_are_counted_by_side_against_those_that_win() -> None:
    three = game("spytag", "ABFG", "capture B", players=3)
    four = game("spytag", "ABFGM", "capture B", players=4)
    assert numbers(three)["Trophies"] == "Ada 1, Ben 0, Cleo 0; 2 win"
    assert numbers(four)["Trophies"] == "Ada and Cleo 1, Ben and Dan 0; 3 win"


def test_in_dragnet_nobody_dies_and_hands_are_counted() -> None:
    told = numbers(game("dragnet", "ABCDEFGHIJKL", players=3))
    assert told == {"Cards in the deck": "13", "Cards in hand": "Ada 2, Ben 2, Cleo 2"}


def test_whose_next_turn_is_skipped_is_told_until_it_was() -> None:
    state = game("dragnet", "ABCDEFGHIJKL", "solve r1", players=3)
    assert numbers(state)["Next turn skipped"] == "Ada"
    state = after(state, "0: suspicion A", "1: suspicion D", "1: shift E row left", "2: shift H row left")
    assert "Next turn skipped" not in numbers(state)


def test_in_the_final_round_those_are_told_who_may_still_solve() -> None:
    state = game("dragnet", "ABCDEFGHIJKL", players=3)
    state = after(changed(state, deck=state.deck[:1]), "shift B row left")
    assert numbers(state)["Final solves to come"] == "Ben, Cleo and Ada"
    assert numbers(after(state, "decline"))["Final solves to come"] == "Cleo and Ada"


def test_everybody_reads_the_same_numbers_in_every_game() -> None:
    for table in TABLES:
        for state in random_game(table)[::4]:
            told = [count_sentences(view, NAMES) for view in views(state)]
            assert all(said == told[0] for said in told)
            assert all(sentence.endswith(".") and "None" not in sentence for sentence in told[0])
