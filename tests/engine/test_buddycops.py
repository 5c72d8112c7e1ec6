"""Buddy Cops (RULES §7)."""

from noirmail.engine.events import Drew, IdentityChosen, Passed, ReturnedToDeck
from noirmail.engine.redact import view_of
from noirmail.engine.state import State
from noirmail.engine.view import Outcome
from tests.engine.build import after, answers, changed, discards, game, texts

OPENING = ("identity M", "kill H", "1: identity L", "2: identity N")


def opening(*actions: str) -> State:
    """Killer M with A and B; Profiler's cards L, P, V; Undercover's N, W, Z; C, H and D on the deck."""
    return game("buddycops", "MABLPVNWZCHD", *actions, players=3)


def cops(*actions: str) -> State:
    """After the opening: Profiler L, Undercover N, H dead; the Killer's turn."""
    return opening(*OPENING, *actions)


def own(state: State, seat: int) -> tuple[str | None, str, str, str | None]:
    found = view_of(state, seat).own
    assert found is not None
    return found.identity, found.disguises, found.hand, found.partner


def test_the_killer_chooses_one_of_three_and_kills() -> None:
    assert texts(opening()) == ["identity A", "identity B", "identity M"]
    chosen = opening("identity M")

    assert (own(chosen, 0), chosen.to_act, chosen.continues) == (("M", "AB", "", None), (0,), True)
    assert texts(chosen) == [f"kill {one}" for one in "GHILNQRS"]


def test_the_cops_choose_independently_among_their_living() -> None:
    state = opening("identity M", "kill N")

    assert (state.to_act, state.decisions) == ((1, 2), {1: 2, 2: 2})
    assert [action.text for action in view_of(state, 2).legal] == ["identity W", "identity Z"]
    assert after(state, "2: identity W").decisions == {1: 2}


def test_until_both_have_chosen_each_keeps_the_cards_and_sees_no_partner() -> None:
    state = opening("identity M", "kill H", "2: identity N")

    assert (own(state, 1), own(state, 2)) == ((None, "", "LPV", None), ("N", "", "WZ", None))


def test_then_the_undercovers_cards_pass_to_the_profiler_whose_identity_is_seen() -> None:
    assert (own(cops(), 1), own(cops(), 2)) == (("L", "", "PVWZ", None), ("N", "", "", "L"))
    for viewer, seen in ((0, None), (1, "WZ"), (2, "WZ"), (None, None)):
        assert Passed(2, 1, 2, seen) in view_of(cops(), viewer).log[-1].events


def test_the_order_in_which_passed_cards_were_drawn_is_not_told() -> None:
    state = game("buddycops", "MABLPVNZW", *OPENING, players=3)

    assert Passed(2, 1, 2, "WZ") in view_of(state, 1).log[-1].events


def test_turns_go_killer_profiler_killer_undercover() -> None:
    state, order = cops(), list[int]()
    for _ in range(5):
        order += state.to_act
        state = after(state, next(text for text in texts(state) if text.startswith("shift r")))

    assert order == [0, 1, 0, 2, 0]


def test_the_undercover_shifts_fast_and_the_others_do_not() -> None:
    for state, number in ((cops(), 20), (cops("disguise M"), 20), (cops("disguise M", "accuse L", "disguise M"), 40)):
        assert len(texts(state, "shift")) == number


def test_any_living_card_of_the_killers_becomes_the_identity() -> None:
    assert texts(changed(cops(), dead="HB"), "disguise") == ["disguise A", "disguise M"]
    assert own(cops("disguise A"), 0) == ("A", "BM", "", None)


def test_the_thirteenth_kill_wins() -> None:
    assert after(changed(cops(), dead="HACDEFIJKOUY"), "kill G").result == Outcome((0,), "kill-limit")


def test_the_cops_answer_as_one_when_an_exonerated_suspect_is_killed() -> None:
    beside, apart = changed(cops(), marked="Q"), changed(cops(), marked="S", identities=("M", "L", "A"))

    assert (answers(after(beside, "kill Q")), discards(after(beside, "kill Q"))) == ({1: True}, "Q")
    assert answers(after(apart, "kill S")) == {1: False}


def test_a_right_accusation_wins_for_both_cops() -> None:
    assert cops("shift r5 left", "accuse M").result == Outcome((1, 2), "accused")


def test_an_accused_disguise_is_discarded_and_the_game_goes_on() -> None:
    state = after(changed(cops("shift r5 left"), disguises=("AG", "", "")), "accuse G")

    assert (discards(state), state.disguises[0], state.result, state.to_act) == ("G", "A", None, (0,))


def test_the_killer_answers_for_identity_and_disguises_alike() -> None:
    state = changed(cops("shift r5 left"), disguises=("AU", "", ""))

    assert answers(after(state, "exonerate Z")) == {0: True}
    assert answers(after(state, "exonerate P")) == {0: False}


def test_an_exoneration_draws_nothing_and_a_dead_suspects_card_goes() -> None:
    living, dead = cops("kill G", "exonerate P"), after(changed(cops("kill G"), dead="HGP"), "exonerate P")

    assert (living.marked, living.hands[1], living.deck) == ("P", "VWZ", cops().deck)
    assert (dead.marked, discards(dead), answers(dead)) == ("", "P", {0: False})


def test_deputizing_replaces_the_undercovers_identity_unseen() -> None:
    state = cops("kill G", "deputize W")

    assert (own(state, 2), own(state, 1)[2], state.deck[-1]) == (("W", "", "", "L"), "PVZ", "N")
    assert view_of(state, 0).log[-1].action == "deputize"


def test_who_sees_what_when_one_is_deputized() -> None:
    events = {viewer: view_of(cops("kill G", "deputize W"), viewer).log[-1].events for viewer in range(3)}

    assert IdentityChosen(2, "W", False) in events[1]
    assert IdentityChosen(2, "W", False) in events[2]
    assert IdentityChosen(2, None, None) in events[0]
    assert [ReturnedToDeck((2,), "N") in events[viewer] for viewer in range(3)] == [False, False, True]


def test_only_living_suspects_can_be_deputized() -> None:
    assert texts(changed(cops("kill G"), dead="HGW"), "deputize") == ["deputize P", "deputize V", "deputize Z"]


def test_the_undercover_draws_and_then_lays_down_one_of_two() -> None:
    drawn = cops("kill G", "accuse L", "kill I", "disguise")

    assert (own(drawn, 2), drawn.continues, drawn.to_act) == (("N", "", "C", "L"), True, (2,))
    assert texts(drawn) == ["identity C", "identity N"]
    swapped, kept = after(drawn, "identity C"), after(drawn, "identity N")
    assert (own(swapped, 2), own(swapped, 1)[2]) == (("C", "", "", "L"), "NPVWZ")
    assert (own(kept, 2), own(kept, 1)[2]) == (("N", "", "", "L"), "CPVWZ")


def test_a_dead_drawn_suspect_cannot_be_the_undercovers_identity() -> None:
    drawn = after(changed(cops("kill G", "accuse L", "kill I"), deck="H"), "disguise")

    assert texts(drawn) == ["identity N"]


def test_the_undercover_cannot_disguise_without_a_deck() -> None:
    assert "disguise" not in texts(changed(cops("kill G", "accuse L", "kill I"), deck=""))


def test_when_a_cop_dies_the_roles_change_hands() -> None:
    state = cops("kill L")

    assert (state.roles, state.to_act) == (("Killer", "Undercover", "Profiler"), (2,))
    assert (own(state, 1), own(state, 2)) == (("C", "", "", "N"), ("N", "", "PVWZ", None))
    assert discards(state) == "L"


def test_a_killed_cop_turns_over_the_deck_until_a_suspect_lives() -> None:
    state = after(changed(cops(), deck="HCD"), "kill L")

    assert (discards(state), state.identities[1], state.deck) == ("LH", "C", "D")


def test_a_killed_profilers_new_identity_is_that_cops_alone() -> None:
    logs = {viewer: view_of(cops("kill L"), viewer).log[-1].events for viewer in (0, 1, 2)}

    assert [Drew(1, 1, "C") in logs[viewer] for viewer in (0, 1, 2)] == [False, True, False]


def test_a_killed_undercovers_new_identity_is_seen_by_the_other_cop() -> None:
    state = cops("kill N")

    assert (own(state, 1)[3], own(state, 2)[2]) == ("C", "PVWZ")
    assert [Drew(2, 1, "C") in view_of(state, viewer).log[-1].events for viewer in (0, 1, 2)] == [False, True, True]


def test_the_order_of_turns_goes_on_by_role() -> None:
    state = cops("disguise M", "accuse L", "kill N")

    assert (state.roles[1], state.to_act) == ("Undercover", (1,))


def test_the_second_death_of_a_cop_wins() -> None:
    state = changed(cops("kill L", "accuse N"), identities=("M", "G", "N"))

    assert after(state, "kill N").result == Outcome((0,), "cops-killed")
    assert after(state, "kill G").result == Outcome((0,), "cops-killed")


def test_d21_a_first_death_that_is_the_thirteenth_kill_wins_at_once() -> None:
    state = after(changed(cops(), dead="HACDEFIJKOUY"), "kill L")

    assert (state.result, discards(state), state.profiler) == (Outcome((0,), "kill-limit"), "", 1)


def test_a_second_death_that_is_the_thirteenth_kill_is_the_cops_death() -> None:
    state = changed(cops("kill L", "accuse N"), dead="HLACDEFIJKOU")

    assert after(state, "kill N").result == Outcome((0,), "cops-killed")


def test_without_a_living_suspect_in_the_deck_the_killer_wins() -> None:
    for deck, gone in (("H", "LH"), ("", "L")):
        state = after(changed(cops(), deck=deck), "kill L")
        assert (state.result, discards(state)) == (Outcome((0,), "no-identity-left"), gone)


def test_d22_a_first_cops_identity_is_laid_down_before_it_is_found_that_none_is_left() -> None:
    assert after(changed(cops(), deck="H"), "kill L").identities == ("M", "", "N")


def test_there_is_no_collapse() -> None:
    assert texts(changed(cops(), dead="AFKPU"), "collapse") == []


def test_d31_the_cops_have_no_way_to_talk() -> None:
    """Nothing that one of them does tells the other a card, but for what the rules let them see."""
    state = cops("kill G", "exonerate P", "kill I", "disguise", "identity C")

    assert {text.split()[0] for text in texts(cops("kill G"))} == {"shift", "accuse", "exonerate", "deputize"}
    assert own(state, 1)[3] is None
    assert IdentityChosen(2, None, None) in view_of(state, 1).log[-1].events
