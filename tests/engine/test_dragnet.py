"""Dragnet (RULES §6)."""

from noirmail.engine.events import IdentityChosen, TurnSkipped
from noirmail.engine.redact import view_of
from noirmail.engine.state import State
from noirmail.engine.view import Outcome
from tests.engine.build import after, answers, board, changed, discards, game, texts


def three(*actions: str, first: int = 0) -> State:
    """Suspicions M, G and T; hands A B, C D and E F; H, I and J lie open; K and L on the deck."""
    return game("dragnet", "MABGCDTEFHIJKL", *actions, players=3, first=first)


def four(*actions: str) -> State:
    """Suspicions M, G, T and R; hands A B, C D, E F and H I; J, K and L lie open."""
    return game("dragnet", "MABGCDTEFRHIJKL", *actions, players=4)


def last_card(*actions: str) -> State:
    """Three play; seat 0 has just drawn the last card."""
    return after(changed(three(), deck="K"), "shift A row right", *actions)


def own(state: State, seat: int) -> tuple[str | None, str, str | None]:
    found = view_of(state, seat).own
    assert found is not None
    return found.identity, found.hand, found.partner


def test_three_cards_are_laid_open_at_the_start() -> None:
    assert (three().marked, three().identities, three().hands) == ("HIJ", ("M", "G", "T"), ("AB", "CD", "EF"))


def test_a_targeted_shift_marks_moves_the_suspects_line_and_draws() -> None:
    state = three("shift B column down")

    assert [row[1] for row in board(state)] == list("VBGLQ")
    assert (state.marked, state.hands[0], state.to_act) == ("HIJB", "AK", (1,))


def test_d18_nothing_is_banned_after_a_shift() -> None:
    assert board(three("shift A row right", "shift C row left")) == board(three())


def test_a_rethink_places_a_card_and_lays_down_one_of_the_two_others() -> None:
    assert texts(three(), "rethink") == ["rethink A B", "rethink A M", "rethink B A", "rethink B M"]
    assert own(three("rethink A B"), 0) == ("B", "KM", None)
    assert own(three("rethink A M"), 0) == ("M", "BK", None)


def test_the_new_suspicion_is_not_told() -> None:
    step = view_of(three("rethink A B"), 1).log[-1]

    assert step.action == "rethink A"
    assert IdentityChosen(0, None, None) in step.events


def test_a_question_takes_up_an_adjacent_card_and_asks_every_opponent() -> None:
    assert texts(three(), "question") == ["question B H"]
    state = three("question B H")

    assert (state.marked, state.hands[0], len(state.deck)) == ("IJB", "AH", len(three().deck))
    assert (answers(state), discards(state)) == ({1: True, 2: False}, "")


def test_among_four_the_partner_is_not_questioned() -> None:
    state = after(changed(four(), marked="JKLH", hands=("AB", "CD", "EF", "IN")), "question B H")

    assert answers(state) == {1: True, 3: False}


def test_a_line_with_as_many_hands_as_unmarked_suspects_wins() -> None:
    state = after(changed(three(), marked="HIJF"), "solve r2")

    assert answers(state) == {0: False, 1: True, 2: False}
    assert state.result == Outcome((0,), "solved")


def test_among_four_the_solvers_team_wins() -> None:
    assert after(changed(four(), marked="HIJF"), "solve r2").result == Outcome((0, 2), "solved")


def test_the_solver_raises_a_hand_as_well() -> None:
    assert answers(three("solve d1")) == {0: True, 1: True, 2: False}


def test_rows_columns_and_both_diagonals_can_be_solved() -> None:
    lines = [f"r{n}" for n in range(1, 6)] + [f"c{n}" for n in range(1, 6)] + ["d1", "d2"]

    assert texts(three(), "solve") == sorted(f"solve {line}" for line in lines)
    assert answers(three("solve d2")) == {0: True, 1: False, 2: False}


def test_d19_a_line_of_marked_suspects_without_a_suspicion_counts() -> None:
    assert after(changed(three(), marked="ABCDE"), "solve r1").result == Outcome((0,), "solved")


def test_after_a_failed_solve_each_raised_hand_chooses_anew_in_any_order() -> None:
    state = three("solve d1")

    assert (state.to_act, state.decisions) == ((0, 1), {0: 1, 1: 1})
    assert texts(state) == ["suspicion A", "suspicion B", "suspicion M"]
    second_first = after(state, "1: suspicion D")
    assert (second_first.to_act, second_first.decisions) == ((0,), {0: 1})
    assert after(second_first, "0: suspicion M").to_act == (1,)
    assert after(state, "suspicion B", "suspicion G").to_act == (1,)


def test_the_choice_may_be_the_old_suspicion_and_is_not_told() -> None:
    state = three("solve d1", "1: suspicion D")

    assert own(state, 1) == ("D", "CG", None)
    assert view_of(state, 0).log[-1].action == "suspicion"


def test_a_failed_solve_without_hands_goes_straight_on() -> None:
    assert three("solve r5").to_act == (1,)


def test_the_solver_skips_the_next_turn() -> None:
    state = three("solve r5", "shift C row left", "shift E row left")

    assert state.to_act == (1,)
    assert TurnSkipped(0) in state.steps[-1].events
    assert after(state, "shift D row left", "shift F row left").to_act == (0,)


def test_among_four_the_other_team_then_has_two_turns_in_a_row() -> None:
    state = four("solve r5", "shift C row left", "shift E row left", "shift H row left")

    assert [step.seat for step in state.steps[-3:]] == [1, 2, 3]
    assert state.to_act == (1,)


def test_d30_the_partner_sees_a_new_suspicion_as_soon_as_it_is_laid_down() -> None:
    state = four("rethink A B")

    assert own(state, 2) == ("T", "EF", "B")
    assert IdentityChosen(0, "B", False) in view_of(state, 2).log[-1].events
    assert view_of(state, 2).log[-1].action == "rethink A"


def test_the_last_card_gives_each_player_a_final_solve_ending_with_who_drew_it() -> None:
    state = last_card()

    assert texts(state)[0] == "decline"
    assert {text.split()[0] for text in texts(state)} == {"decline", "solve"}
    assert [after(state, *["decline"] * n).to_act for n in range(3)] == [(1,), (2,), (0,)]


def test_if_nobody_solves_nobody_wins() -> None:
    assert last_card("decline", "decline", "decline").result == Outcome((), "deck-exhausted")


def test_d20_a_pending_skip_does_not_cost_the_final_solve() -> None:
    failed = three("solve r5", "shift C row left")

    state = after(changed(failed, deck="Z"), "shift E row left")

    assert (failed.skipping, state.to_act) == ((0,), (0,))


def test_after_a_failed_final_solve_the_raised_hands_choose_anew() -> None:
    state = last_card("solve c3")

    assert (state.to_act, texts(state)) == ((0,), ["suspicion B", "suspicion K", "suspicion M"])
    assert after(state, "suspicion M").to_act == (2,)


def test_d22_but_not_after_the_last_one_which_ends_the_game() -> None:
    state = last_card("decline", "decline", "solve c3")

    assert answers(state) == {0: True, 1: False, 2: False}
    assert (state.result, state.to_act) == (Outcome((), "deck-exhausted"), ())


def test_a_final_solve_can_win() -> None:
    assert after(changed(last_card(), marked="HIJF"), "solve r2").result == Outcome((1,), "solved")


def test_nobody_dies_and_the_board_stays() -> None:
    assert (last_card("decline").dead, len(board(last_card("decline")))) == ("", 5)
