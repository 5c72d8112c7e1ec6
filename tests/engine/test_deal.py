"""The deal can be checked by anybody; the examples are RECORD's."""

from hashlib import sha256

import pytest

from noirmail.engine.cards import LETTERS, NAMES
from noirmail.engine.deal import Deal, Dealt, check_deal, commitment_of, deal_of
from noirmail.engine.errors import EngineError
from noirmail.engine.play import start

SEED = bytes(range(32))


def test_a_seed_without_words_gives_the_deal_of_the_example() -> None:
    expected = Deal("AFQUZPEKVSCWYTGIDMJROBLNH", "HFEZYACNDLRPQWUTMOIJVGBKS", 1)

    assert deal_of(SEED, [], 3, lot=True) == Dealt(expected, (1, 0, 2))


def test_the_same_seed_with_words_gives_the_other_deal_of_the_example() -> None:
    expected = Deal("MNQRGBJTUEFYWSLCIVOAPZKHD", "NRKBJUOGVHWPFMZYQCIESTDLA", 1)

    assert deal_of(SEED, ["rain", "", "дождь"], 3, lot=True) == Dealt(expected, (0, 1, 2))


def test_the_commitment_is_that_of_the_example() -> None:
    assert commitment_of(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_empty_words_are_no_words() -> None:
    assert deal_of(SEED, ["", "", ""], 3, lot=True) == deal_of(SEED, [], 3, lot=True)


def test_words_count_in_their_composed_form() -> None:
    assert deal_of(SEED, ["e\u0301te\u0301", ""], 2, lot=False) == deal_of(SEED, ["\u00e9t\u00e9", ""], 2, lot=False)


def test_who_gave_which_word_matters() -> None:
    assert deal_of(SEED, ["rain", ""], 2, lot=False) != deal_of(SEED, ["", "rain"], 2, lot=False)


def test_without_a_lot_nothing_else_changes() -> None:
    assert deal_of(SEED, [], 3, lot=False) == Dealt(deal_of(SEED, [], 3, lot=True).deal, None)


def test_first_is_drawn_evenly() -> None:
    drawn = [deal_of(sha256(bytes([n])).digest(), [], 3, lot=False).deal.first for n in range(150)]

    assert all(30 <= drawn.count(seat) <= 70 for seat in range(3))


@pytest.mark.parametrize(
    ("deal", "member"),
    [
        (Deal(LETTERS[:-1] + "A", LETTERS, 0), "deal.board"),
        (Deal(LETTERS, LETTERS[:-1], 0), "deal.deck"),
        (Deal(LETTERS.lower(), LETTERS, 0), "deal.board"),
        (Deal(LETTERS, LETTERS, 2), "deal.first"),
        (Deal(LETTERS, LETTERS, -1), "deal.first"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_by_the_member_that_is_wrong(deal: Deal, member: str) -> None:
    assert (check_deal(deal, 2) or "").startswith(f"{member}: ")
    with pytest.raises(EngineError, match=member):
        start("kvi", {}, 2, deal)


def test_there_are_25_suspects_one_for_each_letter_without_x() -> None:
    assert LETTERS == "ABCDEFGHIJKLMNOPQRSTUVWYZ"
    assert all(name.startswith(letter) for letter, name in NAMES.items())
