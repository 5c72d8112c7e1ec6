"""What is told where more than two sit at the table, roles change, or cards bring a new identity."""

import pytest

from noirmail.engine import events as told
from noirmail.engine.redact import view_of
from noirmail.engine.state import State
from noirmail.engine.view import LoggedStep
from noirmail.words.events import step_sentences
from noirmail.words.standing import opened_sentences, own_sentences
from tests.engine.build import game

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def story(state: State, viewer: int | None, ply: int = -1) -> str:
    """What a viewer reads of one ply."""
    step = view_of(state, viewer).log[ply]
    return " ".join(step_sentences(step, NAMES[: state.players], viewer))


@pytest.fixture
def captured() -> State:
    """Spy Tag in teams: Ada captures Barrin, who was Ben; Ben draws Marion."""
    return game("spytag", "ABFGM", "capture B", players=4)


@pytest.mark.parametrize(
    ("viewer", "words"),
    [
        (0, "You captured Barrin. That was Ben. Ben drew a new identity."),
        (1, "Ada captured Barrin. That was you. You drew Marion, who you are now."),
        (2, "Ada captured Barrin. That was Ben. Ben drew a new identity."),
        (3, "Ada captured Barrin. That was Ben. Ben drew Marion as new identity."),
        (None, "Ada captured Barrin. That was Ben. Ben drew a new identity."),
    ],
)
def test_what_a_captured_spy_draws_is_told_to_be_the_new_identity(
    captured: State, viewer: int | None, words: str
) -> None:
    assert story(captured, viewer) == words


# Ada hides as Alyss and kills Barrin; Ben becomes Franklin, Cleo Geneva.
OPENING = ("identity A", "kill B", "1: identity F", "2: identity G")


@pytest.mark.parametrize(
    ("viewer", "words"),
    [
        (0, "Ben drew a new identity."),
        (1, "You drew Marion, who you are now."),
        (2, "Ben drew a new identity."),
    ],
)
def test_what_a_killed_cop_draws_is_told_to_be_the_new_identity(viewer: int, words: str) -> None:
    state = game("buddycops", "AYZFCDGHIM", *OPENING, "kill F", players=3)

    assert story(state, viewer).endswith(words)
    assert "The cops change roles" in story(state, viewer)


@pytest.mark.parametrize(
    ("viewer", "words"),
    [
        (0, "Ben deputized Cleo, who has a new identity. A card went unseen under the deck."),
        (1, "You made Cleo Clive. A card went unseen under the deck."),
        (2, "Ben made you Clive. The card of Geneva went under the deck."),
        (None, "Ben deputized Cleo, who has a new identity. A card went unseen under the deck."),
    ],
)
def test_who_deputized_whom_is_told_and_who_that_is_to_the_cops(viewer: int | None, words: str) -> None:
    state = game("buddycops", "AYZFCDGHIM", *OPENING, "shift r5 left", "deputize C", players=3)

    assert story(state, viewer) == words


def test_the_cops_answer_as_one() -> None:
    step = LoggedStep(9, 0, "kill M", {1: True}, "M", (told.Canvassed("M"), told.Answered(1, True)))

    assert step_sentences(step, NAMES[:3], 1)[-1] == "The cops answered yes."
    assert step_sentences(step, NAMES[:2], 1)[-1] == "You answered yes."


def test_a_solve_is_told_before_its_hands() -> None:
    state = game("dragnet", "ABCDEFGHIJKL", "solve r1", players=3)

    assert story(state, 1) == (
        "Ada solved row 1: 5 suspects without a card, 2 raised hands. That was wrong. "
        "Ada raised a hand. You raised a hand. Cleo raised no hand."
    )


def test_that_a_right_solve_won_is_told_after_its_hands() -> None:
    events = (told.Answered(0, True), told.LineSolved(0, "r1", 1, 1, True), told.Ended((0,), "solved"))
    said = step_sentences(LoggedStep(5, 0, "solve r1", {0: True}, "", events), NAMES[:3], None)

    assert [line.split(" ")[1] for line in said] == ["solved", "raised", "game"]


def test_the_undercover_reads_who_the_profiler_is() -> None:
    state = game("buddycops", "AYZFCDGHIM", *OPENING, players=3)

    assert own_sentences(view_of(state, 2)) == [
        "You play the Undercover, and you are Geneva.",
        "The Profiler is Franklin.",
    ]


def test_who_must_take_a_new_identity_reads_that_there_is_none_now() -> None:
    state = game("hitman", "BWYZAFGK", "identity F", "kill F")

    assert own_sentences(view_of(state, 1)) == [
        "You play the Sleuth, and have no identity now.",
        "Your cards: Geneva and Kristoph.",
    ]


def test_who_canvassed_is_told() -> None:
    state = game("spytag", "ABFG", "canvas G", players=3)

    assert story(state, 0).startswith("You canvassed the neighbours of Geneva. Ben answered")
    assert story(state, 1).startswith("Ada canvassed the neighbours of Geneva. You answered")


def test_whose_last_identity_was_captured_held_no_card_any_more() -> None:
    state = game("spytag", "ABF", "capture B", "canvas B", "canvas A", "capture F", players=3)

    assert opened_sentences(view_of(state, 0, opened=True), NAMES)[-1] == "Cleo held no card any more."
