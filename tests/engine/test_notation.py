"""Reading what people write (RECORD, "Actions")."""

import pytest

from noirmail.engine import notation
from noirmail.engine.errors import AmbiguousAction, IllegalAction, InvalidAction, NotYourDecision
from noirmail.engine.notation import LONGEST, possible, read_action
from noirmail.engine.redact import view_of
from noirmail.engine.state import State
from noirmail.engine.view import View
from tests.engine.build import changed, game


def view(state: State) -> View:
    return view_of(state, state.to_act[0])


KILLER = view(game("kvi", "MATPVW", "kill G", "identity T"))
INSPECTOR = view(game("kvi", "MATPVW", "kill G", "identity T", "kill H"))
OPENING = view(game("kvi", "MATPVW"))
CHOICE = view(game("kvi", "MATPVW", "kill G"))
SPY = view(game("spytag", "MGT", players=3))
COLLAPSE = view(changed(game("kvi", "MATPVW", "kill G", "identity T"), dead="GAFKPUBZ"))
DRAGNET = view(game("dragnet", "MABGCDTEFHIJKL", players=3))


@pytest.mark.parametrize(
    ("said", "meant", "view"),
    [
        ("kill N", "kill N", KILLER),
        ("Kill Neil", "kill N", KILLER),
        ("KILL NEIL!", "kill N", KILLER),
        ("kill nei", "kill N", KILLER),
        ("*kill*  neil.", "kill N", KILLER),
        ("ＫＩＬＬ\u3000Ｎ", "kill N", KILLER),
        ("I kill Neil", "kill N", KILLER),
        ("\ufeffkill\u200b Neil\u200e", "kill N", KILLER),
        ("kill — Neil", "kill N", KILLER),
        ("please kill Neil", "kill N", KILLER),
        ("murder n", "kill N", KILLER),
        ("shift row 3 right", "shift r3 right", KILLER),
        ("r3 right", "shift r3 right", KILLER),
        ("Row 3 to the right", "shift r3 right", KILLER),
        ("move column 2 up by 1", "shift c2 up", KILLER),
        ("c2 down.", "shift c2 down", KILLER),
        ("shift r3 right 2", "shift r3 right 2", SPY),
        ("shift row 3 right by two spaces", "shift r3 right 2", SPY),
        ("r3 right twice", "shift r3 right 2", SPY),
        ("shift r3 right", "shift r3 right", SPY),
        ("canvass Ryan", "canvas R", SPY),
        ("neil", "kill N", OPENING),
        ("n", "kill N", OPENING),
        ("Trevor", "identity T", CHOICE),
        ("choose trevor", "identity T", CHOICE),
        ("solve M A", "solve M A", INSPECTOR),
        ("solve: Marion, Alyss", "solve M A", INSPECTOR),
        ("solve marion and alyss", "solve M A", INSPECTOR),
        ("exonerate V", "exonerate V", INSPECTOR),
        ("clear vladimir", "exonerate V", INSPECTOR),
        ("collapse rows A F K P Z", "collapse rows A F K P Z", COLLAPSE),
        ("collapse rows: Zachary, Alyss, Franklin, Kristoph, Phoebe", "collapse rows A F K P Z", COLLAPSE),
        ("collapse z a f k p", "collapse rows A F K P Z", COLLAPSE),
        ("shift Alyss, row right", "shift A row right", DRAGNET),
        ("question B H", "question B H", DRAGNET),
        ("rethink Barrin Alyss", "rethink B A", DRAGNET),
        ("solve diagonal 1", "solve d1", DRAGNET),
        ("solve column 4", "solve c4", DRAGNET),
    ],
)
def test_what_people_write_is_read(said: str, meant: str, view: View) -> None:
    assert read_action(said, view).text == meant


@pytest.mark.parametrize(
    "said", ["", "   ", "***", "hello", "no", "marion?", "kill n or s", "kill 3", "N", "0", "\u200e"]
)
def test_what_cannot_be_read_is_refused_with_what_is_possible(said: str) -> None:
    with pytest.raises(InvalidAction, match="Possible now: "):
        read_action(said, KILLER)


@pytest.mark.parametrize(
    ("said", "why", "view"),
    [
        ("kill Zachary", "Zachary .Z. is not adjacent to your identity", KILLER),
        ("kill Geneva", "Geneva .G. is dead", KILLER),
        ("kill", "kill must name a suspect", KILLER),
        ("accuse Neil", "accuse is not possible now", KILLER),
        ("disguise Vladimir", "Vladimir .V. is not among the cards you can choose from", KILLER),
        ("shift r3 right 2", "by one space only", KILLER),
        ("shift r3 up", "A row is shifted left or right", KILLER),
        ("shift", "must name a line", KILLER),
        ("collapse rows A F K P U", "A collapse needs a dead suspect in every row", KILLER),
        ("collapse columns A F K P U", "F is not a dead suspect of column 2", COLLAPSE),
        ("collapse rows A F", "from each of the 5 rows", COLLAPSE),
        ("exonerate Neil", "Neil .N. is not among the cards", INSPECTOR),
        ("solve M M", "two different suspects", INSPECTOR),
        ("solve G M", "Geneva .G. is dead", INSPECTOR),
        ("question B G", "Geneva .G. carries no evidence card", DRAGNET),
        ("question A H", "Horatio .H. is not adjacent to Alyss", DRAGNET),
        ("rethink A A", "The card that is placed cannot be the suspicion", DRAGNET),
        ("shift B right", "row left, row right", DRAGNET),
        ("capture G up", "capture G up says more than capture G", SPY),
    ],
)
def test_what_is_not_possible_is_refused_with_the_reason(said: str, why: str, view: View) -> None:
    with pytest.raises(IllegalAction, match=why):
        read_action(said, view)


def test_a_text_that_fits_two_actions_is_ambiguous_and_both_are_named() -> None:
    state = changed(game("kvi", "MATPVW", "kill G", "identity T"), dead="AGLRZ")

    with pytest.raises(AmbiguousAction, match="collapse columns A G L R Z or collapse rows A G L R Z"):
        read_action("collapse A G L R Z", view(changed(state, board="ABCDEFGHIJKNLMOPQSRTUVWYZ")))


def test_an_undone_shift_is_refused_with_the_reason() -> None:
    state = game("kvi", "MATPVW", "kill G", "identity T", "shift r3 right")

    with pytest.raises(IllegalAction, match="shifting it back at once"):
        read_action("r3 left", view(state))


def test_a_text_over_the_limit_is_refused() -> None:
    with pytest.raises(InvalidAction, match="longer than 200"):
        read_action("kill N" + " " * LONGEST, KILLER)


def test_who_owes_nothing_cannot_act() -> None:
    state = game("kvi", "MATPVW", "kill G", "identity T")

    for viewer in (1, None):
        with pytest.raises(NotYourDecision):
            read_action("kill N", view_of(state, viewer))


def test_a_verb_may_be_left_out_only_where_nothing_else_can_be_meant() -> None:
    with pytest.raises(InvalidAction):
        read_action("Neil", KILLER)


def test_long_lists_of_what_is_possible_are_shortened_by_kind() -> None:
    assert possible(INSPECTOR).endswith("solve IDENTITY DISGUISE.")
    assert "kill (such as kill H)" in possible(KILLER)
    assert possible(CHOICE) == "Possible now: identity P, identity T, identity V, identity W."


def test_another_language_is_a_row_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {**notation.VERBS, "it": {"kill": ("uccidi",), "right": ("destra",), "row": ("riga",)}}
    monkeypatch.setattr(notation, "VERBS", rows)
    monkeypatch.setattr(notation, "_WORDS", notation._words_for())
    monkeypatch.setattr(notation, "_AXES", {"riga": "r"})

    assert read_action("uccidi Neil", KILLER).text == "kill N"
    assert read_action("riga 3 destra", KILLER).text == "shift r3 right"
