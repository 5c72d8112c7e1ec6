"""Texts from outside: any script, no tricks, and a clear refusal that names the field."""

import pytest

from noirmail.service.errors import BadInput
from noirmail.service.limits import (
    clean_action,
    clean_key,
    clean_name,
    clean_per_turn,
    clean_title,
    clean_word,
)

NAMES = [
    "Ada",
    "Łukasz Żółć",
    "Ольга",
    "王小明",
    "محمد",
    "ณัฐ",
    "नेहा",
    "O'Brien-Smith",
    "👩‍🚀".replace("\u200d", ""),
    "x2",
    "?",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_be_in_any_script(name) -> None:
    assert clean_name(name) == name


def test_a_persian_name_keeps_the_joiner_inside_it() -> None:
    assert clean_name("می\u200cنا") == "می\u200cنا"


def test_a_name_is_trimmed_and_composed() -> None:
    assert clean_name(" \u00a0Zoe\u0308 ") == "Zoë"


def test_forty_characters_fit_and_forty_one_do_not() -> None:
    assert clean_name("é" * 40) == "é" * 40
    with pytest.raises(BadInput):
        clean_name("é" * 41)


BAD = [
    *("", "   ", "a\nb", "a\tb", "a\0b", "a\x7fb", "\u202eAda", "A\u2066da", "A\u200eda", "A\u200bda", "\ufeffAda"),
    *("A\u2028B", "\ud800", "\ue000", "\uffff", "\u0301a", "\u3164", "A\u200d", "\u200cA", "A \u200d B", "A\u00ad"),
]


@pytest.mark.parametrize("name", BAD)
def test_a_name_that_deceives_or_is_empty_is_refused(name) -> None:
    with pytest.raises(BadInput) as refused:
        clean_name(name, "seats.1.name")
    assert refused.value.field == "seats.1.name"


def test_a_megabyte_is_refused_before_it_is_looked_at() -> None:
    with pytest.raises(BadInput):
        clean_name("\u0301" * 1_000_000)


@pytest.mark.parametrize(("clean", "most"), [(clean_title, 60), (clean_word, 200), (clean_action, 200)])
def test_each_text_has_its_own_limit(clean, most) -> None:
    assert clean("x" * most) == "x" * most
    with pytest.raises(BadInput):
        clean("x" * (most + 1))


def test_a_title_and_a_word_may_be_empty_but_an_action_may_not() -> None:
    assert clean_title("") == clean_word(" ") == ""
    with pytest.raises(BadInput):
        clean_action(" ")


def test_a_word_is_composed_as_the_deal_composes_it() -> None:
    assert clean_word("дожд\u0438\u0306") == "дождй"


def test_a_key_is_kept_as_it_is() -> None:
    assert clean_key("") == ""
    assert clean_key(" K-1\té\n") == " K-1\té\n"


@pytest.mark.parametrize("key", ["k" * 81, "a\0b", "\ud800"])
def test_a_key_that_cannot_be_stored_is_refused(key) -> None:
    with pytest.raises(BadInput):
        clean_key(key)


@pytest.mark.parametrize("seconds", [299, 30 * 86400 + 1, -1])
def test_a_turn_lasts_from_five_minutes_to_thirty_days(seconds) -> None:
    assert (clean_per_turn(300), clean_per_turn(30 * 86400)) == (300, 2592000)
    with pytest.raises(BadInput):
        clean_per_turn(seconds)
