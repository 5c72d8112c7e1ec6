"""Actions in the words of each language that players answer in."""

import pytest

from noirmail.engine.cards import NAMES
from noirmail.engine.errors import IllegalAction
from noirmail.engine.lexicon import CYRILLIC, LOOKALIKES, VERBS
from noirmail.engine.notation import bare, names_suspects_alone, read_action, reads_as_action, same_action
from noirmail.engine.redact import view_of
from noirmail.engine.rulesets import RULESETS
from noirmail.engine.state import State
from noirmail.engine.view import View
from tests.engine.build import changed, game


def view(state: State) -> View:
    return view_of(state, state.to_act[0])


KILLER = view(game("kvi", "MATPVW", "kill G", "identity T"))
INSPECTOR = view(game("kvi", "MATPVW", "kill G", "identity T", "kill H"))
OPENING = view(game("kvi", "MATPVW"))
SPY = view(game("spytag", "MGT", players=3))
COLLAPSE = view(changed(game("kvi", "MATPVW", "kill G", "identity T"), dead="GAFKPUBZ"))
DRAGNET = view(game("dragnet", "MABGCDTEFHIJKL", players=3))


@pytest.mark.parametrize(
    ("said", "meant", "view"),
    [
        ("uccidi Neil", "kill N", KILLER),
        ("Uccido il Neil!", "kill N", KILLER),
        ("sposta la riga 3 a destra", "shift r3 right", KILLER),
        ("muovi colonna 2 verso l'alto", "shift c2 up", KILLER),
        ("riga 3 destra", "shift r3 right", KILLER),
        ("c2 giù", "shift c2 down", KILLER),
        ("c2 giu", "shift c2 down", KILLER),
        ("travestimento Alyss", "disguise A", KILLER),
        ("scagiona Vladimir", "exonerate V", INSPECTOR),
        ("risolvi Marion e Alyss", "solve M A", INSPECTOR),
        ("sposta riga 3 a destra di due", "shift r3 right 2", SPY),
        ("sonda Ryan", "canvas R", SPY),
        ("collassa righe A F K P Z", "collapse rows A F K P Z", COLLAPSE),
        ("interroga B H", "question B H", DRAGNET),
        ("risolvi diagonale 1", "solve d1", DRAGNET),
        ("mata a Neil", "kill N", KILLER),
        ("Mato a Neil.", "kill N", KILLER),
        ("mueve la fila 3 a la derecha", "shift r3 right", KILLER),
        ("columna 2 arriba", "shift c2 up", KILLER),
        ("disfrázate de Alyss", "disguise A", KILLER),
        ("exonera a Vladimir", "exonerate V", INSPECTOR),
        ("resuelve: Marion y Alyss", "solve M A", INSPECTOR),
        ("captura G", "capture G", SPY),
        ("colapsa las filas A F K P Z", "collapse rows A F K P Z", COLLAPSE),
        ("mueve a Alyss, fila derecha", "shift A row right", DRAGNET),
        ("убить Neil", "kill N", KILLER),
        ("Убей Нила", "kill N", KILLER),
        ("сдвинуть ряд 3 вправо", "shift r3 right", KILLER),
        ("столбец 2 вверх", "shift c2 up", KILLER),
        ("с2 вниз", "shift c2 down", KILLER),
        ("маскировка А", "disguise A", KILLER),
        ("оправдать Владимира", "exonerate V", INSPECTOR),
        ("раскрыть Марион и Алисс", "solve M A", INSPECTOR),
        ("поймать Женеву", "capture G", SPY),
        ("сомкнуть ряды A F K P Z", "collapse rows A F K P Z", COLLAPSE),
        ("допросить Б Г", "question B G", view(changed(game("dragnet", "MABGCDTEFHIJKL", players=3), marked="G"))),
    ],
)
def test_what_people_write_in_their_language_is_read(said: str, meant: str, view: View) -> None:
    assert read_action(said, view).text == meant


@pytest.mark.parametrize("language", VERBS)
def test_a_language_has_words_for_every_kind_of_action_and_every_place(language: str) -> None:
    assert VERBS[language].keys() == VERBS["en"].keys()


def test_every_kind_of_every_rule_set_is_in_the_table() -> None:
    seen = {action.kind for one in (KILLER, INSPECTOR, SPY, COLLAPSE, DRAGNET) for action in one.legal}

    assert seen <= VERBS["en"].keys()
    assert len(RULESETS) == 6


def test_no_word_of_one_language_does_another_thing_in_another() -> None:
    """A word that stands for two kinds would make every action with it ambiguous."""
    meant: dict[str, set[str]] = {}
    for row in VERBS.values():
        for canonical, said in row.items():
            for word in said:
                meant.setdefault(bare(word), set()).add(canonical)

    assert {word: kinds for word, kinds in meant.items() if len(kinds) > 1} == {}


@pytest.mark.parametrize("letter", NAMES)
def test_every_suspect_has_a_name_in_cyrillic(letter: str) -> None:
    opening = OPENING if f"kill {letter}" in [action.text for action in OPENING.legal] else None

    for name in CYRILLIC[letter]:
        assert reads_as_action(f"убить {name}", opening)
        assert same_action(f"kill {letter}", f"убить {name}")


def test_a_cyrillic_letter_that_could_be_either_of_two_suspects_is_none() -> None:
    assert not set("внрсухи") & LOOKALIKES.keys()


@pytest.mark.parametrize(
    "said", ["kill marion", "kill geneva", "accusa Neil", "c2 up", "riga 3 destra", "solve d1", "убить Марион"]
)
def test_a_line_that_says_kind_and_aim_is_an_action_whoever_reads_it(said: str) -> None:
    assert reads_as_action(said)
    assert reads_as_action(said, KILLER)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "hello",
        "kill",
        "take",
        "clear!",
        "up",
        "left or right",
        "r1 left r1 right r2 left",
        "solve a line",
        "Neil",
        "n",
        "Simon,",
        "no",
        "sì",
        "kill neil today",
    ],
)
def test_a_line_that_says_less_or_more_is_no_action(said: str) -> None:
    assert not reads_as_action(said)
    assert not reads_as_action(said, KILLER)


def test_a_line_that_says_less_is_an_action_where_just_that_is_possible() -> None:
    classic = view(game("kvi-classic", "MTNPWB", "kill G", "identity T"))

    assert reads_as_action("Neil", OPENING)
    assert reads_as_action("n", OPENING)
    assert reads_as_action("disguise", classic)
    assert not reads_as_action("nei", OPENING)
    assert not reads_as_action("sí", OPENING)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("kill N", "Uccidi Neil!", True),
        ("r3 right", "shift row 3 right", True),
        ("Trevor", "identity T", True),
        ("kill N", "kill S", False),
        ("kill N", "accuse N", False),
        ("r3 right", "r3 left", False),
    ],
)
def test_two_texts_can_say_the_same_action(one: str, other: str, same: bool) -> None:
    assert same_action(one, other) is same
    assert same_action(other, one) is same


def test_a_name_alone_may_be_a_signature() -> None:
    assert names_suspects_alone("Simon")
    assert names_suspects_alone("M, a")
    assert not names_suspects_alone("kill Simon")
    assert not names_suspects_alone("c2 up")


def test_a_particle_is_passed_over_and_a_suspect_is_not() -> None:
    assert read_action("mata a Neil", KILLER).text == "kill N"
    with pytest.raises(IllegalAction, match="kill must name a suspect"):
        read_action("kill A, Neil", KILLER)


def test_politeness_is_passed_over_in_every_language() -> None:
    for said in ("please kill Neil", "per favore uccidi Neil", "por favor mata a Neil", "пожалуйста, убей Нила"):
        assert read_action(said, KILLER).text == "kill N"
