"""What a move would do, told by the rule set: what it costs, whom it asks, and who would win."""

import pytest

from noirmail.engine.actions import action_of
from noirmail.engine.redact import view_of
from noirmail.engine.state import State
from noirmail.words.actions import action_groups, action_words
from tests.engine.build import after, changed, game

OPENING = ("identity A", "kill B", "1: identity F", "2: identity G")


def preview(state: State, action: str) -> str:
    """What the first seat to act reads before it makes the action."""
    return action_words(action_of(action), view_of(state, state.to_act[0]))


def titles(state: State) -> list[str]:
    return [group.title for group in action_groups(view_of(state, state.to_act[0]))]


def hitman(*actions: str) -> State:
    """Hit list Barrin, W, Y, Z; the Killer is Alyss, the Sleuth chooses from Franklin, Geneva, Kristoph."""
    return game("hitman", "BWYZAFGK", "identity F", *actions)


def test_killing_the_target_is_told_to_be_that() -> None:
    assert preview(hitman(), "kill B") == "Kill Barrin, who stands next to you and is the target of the hit list."
    assert preview(hitman(), "kill G") == "Kill Geneva, who stands next to you."


def test_the_sleuth_reads_what_a_wrong_accusation_costs() -> None:
    said = preview(hitman("shift r5 left"), "accuse K")
    assert said.endswith("If that is wrong, the last face-down card of the hit list goes under the deck.")


def test_without_a_face_down_card_a_wrong_accusation_costs_nothing() -> None:
    said = preview(changed(hitman("shift r5 left"), hit_list=""), "accuse K")
    assert "hit list" not in said


@pytest.mark.parametrize(
    ("old_identity", "words"), [("exonerated", "who is exonerated then"), ("dead", "who is dead then, and counts")]
)
def test_a_disguise_of_the_first_edition_says_what_becomes_of_the_old_identity(old_identity: str, words: str) -> None:
    state = game("kvi-classic", "ABFKP", "kill G", "identity F", old_identity=old_identity)
    assert words in preview(state, "disguise")


def test_in_teams_a_canvass_asks_the_opponents_and_a_partner_is_no_prey() -> None:
    three, four = (game("spytag", "ABFG", players=players) for players in (3, 4))
    assert preview(three, "canvas G").startswith("Ask the others whether they are")
    assert preview(four, "canvas G").startswith("Ask your opponents whether they are")
    assert "your partner" in preview(four, "capture F")
    assert "your partner" not in preview(four, "capture G")


def test_a_marking_move_says_that_a_card_is_drawn() -> None:
    state = game("dragnet", "ABCDEFGHIJKL", players=3)
    assert preview(state, "shift B row left").endswith("Then you draw a card.")
    assert preview(state, "rethink B C").endswith("Then you draw a card.")


def test_keeping_the_suspicion_is_told_to_be_that() -> None:
    state = game("dragnet", "ABCDEFGHIJKL", players=3)
    assert "keep Alyss as your suspicion" in preview(state, "rethink B A")


def test_in_teams_a_solve_wins_for_the_team() -> None:
    assert "your team wins" in preview(game("dragnet", "ABCDEFGHIJKLMNO", players=4), "solve r1")
    assert "you win" in preview(game("dragnet", "ABCDEFGHIJKL", players=3), "solve r1")


def test_a_solve_costs_a_turn_but_not_in_the_final_round() -> None:
    state = game("dragnet", "ABCDEFGHIJKL", players=3)
    assert preview(state, "solve r1").endswith("otherwise you skip your next turn.")
    final = after(changed(state, deck=state.deck[:1]), "shift B row left")
    assert "skip" not in preview(final, "solve r1")
    assert titles(final) == ["Solve a line: the last time that you can", "Decline the final solve"]


def test_who_raised_a_hand_reads_why_a_suspicion_is_asked_for() -> None:
    state = game("dragnet", "ABCDEFGHIJKL", "solve r1", players=3)
    assert titles(state) == ["You raised a hand: choose your suspicion anew, or keep it"]


def test_a_cop_reads_what_becomes_of_an_accused_disguise() -> None:
    state = game("buddycops", "AYZFCDGHI", *OPENING, "shift r5 left", players=3)
    assert preview(state, "accuse G").endswith("a disguise of the Killer is discarded.")


def test_the_undercover_reads_who_gets_the_other_card() -> None:
    state = game("buddycops", "AYZFCDGHIM", *OPENING, "shift r5 left", "shift r4 left", "shift r3 left", players=3)
    assert preview(state, "disguise").endswith("The Profiler gets the other.")
    assert preview(after(state, "disguise"), "identity M").endswith("The Profiler gets the other card.")
