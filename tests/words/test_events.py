"""Events in words: one's own, another's, and what everybody may read."""

from dataclasses import fields

import pytest

from noirmail.engine import events as told
from noirmail.engine.redact import view_of
from noirmail.engine.view import LoggedStep
from noirmail.words.events import sentence, step_sentences
from tests.words.positions import NAMES, TABLES, game

ALICE, BOB, CHARLIE = 0, 1, 2
CHOSEN = told.IdentityChosen(BOB, "M")


def said(event: told.Event, viewer: int | None, kind: str = "") -> str:
    return sentence(event, NAMES, viewer, kind=kind)


def by(actor: int, action: str, *events: told.Event, viewer: int | None = None) -> list[str]:
    return step_sentences(LoggedStep(1, actor, action, {}, "", events), NAMES, viewer)


def is_event(known: object) -> bool:
    return isinstance(known, type) and issubclass(known, told.Event) and known is not told.Event


def test_a_secret_choice_is_told_with_its_secret_to_whoever_made_it() -> None:
    assert said(CHOSEN, BOB) == "You took Marion as your identity."


def test_a_secret_choice_is_told_without_its_secret_to_everybody_else() -> None:
    assert said(told.IdentityChosen(BOB, None), ALICE, "identity") == "Bob chose an identity."


def test_with_all_cards_open_a_choice_is_told_in_full_to_everybody() -> None:
    assert said(CHOSEN, None) == "Bob took Marion as identity."


def test_a_disguise_says_to_others_only_that_the_identity_may_have_changed() -> None:
    assert said(told.IdentityChosen(BOB, None), ALICE, "disguise") == "Bob may have changed identity."
    assert said(told.IdentityChosen(BOB, "M", True), BOB, "disguise") == "You kept Marion as your identity."


def test_after_an_escape_nobody_doubts_that_the_identity_is_a_new_one() -> None:
    steps = by(ALICE, "disguise", told.IdentityChosen(ALICE, None), told.Escaped(ALICE, "K"), viewer=BOB)
    assert steps == ["Alice has a new identity.", "Alice had been Kristoph until now."]


@pytest.mark.parametrize(
    ("viewer", "suspects", "words"),
    [
        (BOB, "MN", "You drew Marion and Neil."),
        (ALICE, None, "Bob drew 2 cards."),
        (None, "MN", "Bob drew Marion and Neil."),
    ],
)
def test_a_draw_is_told_by_what_the_reader_may_know(viewer: int | None, suspects: str | None, words: str) -> None:
    assert said(told.Drew(BOB, 2, suspects), viewer) == words


@pytest.mark.parametrize(
    ("viewer", "words"),
    [
        (ALICE, "You passed Marion to Bob."),
        (BOB, "Alice passed you Marion."),
        (None, "Alice passed Marion to Bob."),
    ],
)
def test_cards_that_are_passed_are_known_to_both(viewer: int | None, words: str) -> None:
    assert said(told.Passed(ALICE, BOB, 1, "M"), viewer) == words
    assert said(told.Passed(ALICE, BOB, 1, None), CHARLIE) == "Alice passed a card to Bob."


@pytest.mark.parametrize(
    ("viewer", "words"),
    [(ALICE, "You killed Marion."), (BOB, "Alice killed Marion."), (None, "Alice killed Marion.")],
)
def test_whoever_acted_is_named_in_the_story_of_a_step(viewer: int | None, words: str) -> None:
    assert by(ALICE, "kill M", told.Killed("M"), viewer=viewer) == [words]


def test_a_shift_says_line_and_way() -> None:
    assert by(ALICE, "shift r3 right", told.Shifted("r3", "right", 1)) == ["Alice moved row 3 to the right."]
    assert by(ALICE, "shift c2 up 2", told.Shifted("c2", "up", 2)) == ["Alice moved column 2 up by two spaces."]


def test_a_capture_says_whom_it_caught() -> None:
    assert said(told.Captured(ALICE, "M", BOB), BOB) == "Alice captured Marion. That was you."
    assert said(told.Captured(ALICE, "M", BOB), CHARLIE) == "Alice captured Marion. That was Bob."
    assert said(told.Captured(ALICE, "M", None), ALICE) == "You tried to capture Marion and caught nobody."


def test_hands_that_are_raised_are_no_answers() -> None:
    assert said(told.Answered(BOB, True), ALICE, "solve") == "Bob raised a hand."
    assert said(told.Answered(BOB, True), ALICE, "canvas") == "Bob answered yes."


def test_the_end_names_whoever_won_and_why() -> None:
    ended = told.Ended((ALICE, CHARLIE), "trophies")
    assert said(ended, BOB).startswith("The game is over. Alice and Charlie win. ")
    assert said(ended, ALICE).startswith("The game is over. You win, together with Charlie. ")


def test_every_event_has_words_for_everybody() -> None:
    for event_class in [known for known in vars(told).values() if is_event(known)]:
        event = event_class(**{field.name: SAMPLES[field.name] for field in fields(event_class)})
        for viewer in (0, 1, 2, None):
            assert said(event, viewer).endswith((".", "!"))


SAMPLES = {
    "line": "r3",
    "direction": "left",
    "distance": 2,
    "axis": "rows",
    "suspects": "MN",
    "suspect": "M",
    "seat": 1,
    "kept": None,
    "number": 2,
    "giver": 0,
    "taker": 1,
    "yes": False,
    "right": True,
    "victim": 0,
    "identity": "M",
    "disguise": "N",
    "unmarked": 2,
    "raised": 1,
    "seats": (1,),
    "profiler": 0,
    "undercover": 1,
    "order": (0, 1),
    "winners": (1,),
    "reason": "solved",
}


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_whole_games_read_well_for_everybody(table: tuple[str, int, dict[str, object]]) -> None:
    last = game(table)[-1]
    for viewer in (*range(last.players), None):
        for step in view_of(last, viewer).log:
            for words in step_sentences(step, NAMES, viewer):
                assert words.endswith(".")
                assert "None" not in words
                assert "%(" not in words
