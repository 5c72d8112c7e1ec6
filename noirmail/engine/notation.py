"""Reading what people write: an action out of a reply, a text field, a command line, in the light of a View.

The canonical words stand in ``actions``, the words that people use for them in ``lexicon``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from unicodedata import category, combining, normalize

from noirmail.engine.actions import Action, action_of
from noirmail.engine.cards import LETTERS, NAMES
from noirmail.engine.errors import AmbiguousAction, EngineError, IllegalAction, InvalidAction, NotYourDecision
from noirmail.engine.lexicon import (
    CASES,
    CYRILLIC,
    FILLERS,
    LINE_LOOKALIKES,
    LOOKALIKES,
    ONCE,
    PARTICLES,
    PLACES,
    VERBS,
)
from noirmail.engine.reasons import kinds_of, why_not
from noirmail.engine.view import View

LONGEST = 200
# How many legal actions a refusal lists before it stops.
_SHOWN = 12

_LINES = frozenset({*(f"{line}{number}" for line in "rc" for number in range(1, 6)), "d1", "d2"})
_KINDS = frozenset(VERBS["en"]) - PLACES
_WAYS = frozenset({"left", "right", "up", "down"})
# A small letter before a longer word may be a suspect or a particle: mata a marion, risolvi marion e alyss.
_PARTICLE = re.compile(rf"(?<!\S)([{PARTICLES}])(?=\s+[^\W\d_]{{2}})")
_PERHAPS = "\ue000"
# The Romance article that has lost its vowel: l'identità.
_ELISION = re.compile(r"\b(?:l|d|un|all|dell)['’](?=\w)", re.IGNORECASE)
_MARKS = str.maketrans(dict.fromkeys("*_`~\"'“”‘’«»„.,;:!?¡¿()[]{}<>=-–—‐‑‒―−>\xa0/\\|#+&", " "))


def read_action(text: str, view: View) -> Action:
    """The one legal action that the text says; canonical texts always say themselves.

    Raises NotYourDecision, InvalidAction (cannot be read), AmbiguousAction (several readings), or IllegalAction
    (can be read, but is not possible now); each says what can be done. Uses nothing but the View.
    """
    if view.viewer is None or view.viewer not in view.decisions:
        raise NotYourDecision("The game is over." if view.result else "It is not for you to act now.")
    if len(text) > LONGEST:
        raise InvalidAction(f"That is longer than {LONGEST} characters. {possible(view)}")
    words = _fold(text)
    if not words:
        raise InvalidAction(f"There is no action in that. {possible(view)}")
    readings = {action.text: action for action in _readings(words, view)}
    if len(readings) > 1:
        exact = readings.get(" ".join(text.split()))
        if exact is None:
            raise AmbiguousAction(f"That can be read as {_either(readings)}.")
        return exact
    if readings:
        return next(iter(readings.values()))
    raise _refusal(words, view)


def possible(view: View) -> str:
    """A sentence that says what the viewer can do now."""
    texts = [action.text for action in view.legal]
    listed = dict.fromkeys(action.kind for action in view.legal)
    shown = texts if len(texts) <= _SHOWN else [_pattern(kind, texts) for kind in listed]
    return f"Possible now: {', '.join([*shown, *view.forms])}."


def _pattern(kind: str, texts: Iterable[str]) -> str:
    example = next((text for text in texts if text.split(" ")[0] == kind), kind)
    return example if example == kind else f"{kind} (such as {example})"


def _either(readings: Iterable[str]) -> str:
    texts = sorted(readings)
    if len(texts) > _SHOWN:
        return f"{', '.join(texts[:_SHOWN])} and {len(texts) - _SHOWN} more"
    return " or ".join(texts)


def reads_as_action(text: str, view: View | None = None) -> bool:
    """Whether a whole line says an action, possible now or not, so that whoever wrote it wants it or an answer.

    It does where it names the kind and what it is aimed at, or a line and a way to shift it. Where less is said
    (``neil``, ``disguise``), only a View in which just that is possible makes an action of it.
    """
    if len(text) > LONGEST:
        return False
    words = _fold(text)
    # What may be a particle is no aim: solve a line.
    if any(_is_aimed(meant) for meant in _meant([word for word in words if _PERHAPS not in word])):
        return True
    if view is None or not words or not all(map(_is_whole, words)):
        return False
    try:
        read_action(text, view)
    except EngineError:
        return False
    return True


def names_suspects_alone(text: str) -> bool:
    """Whether the text has nothing but suspects in it, and so may be a signature as well as a choice."""
    words = _fold(text)
    return bool(words) and all(len(meant) == 1 and meant in LETTERS for word in words for meant in _meanings(word))


def is_word_of_actions(word: str) -> bool:
    """Whether a word can be part of an action, or be passed over in one."""
    return bool(_meanings(bare(word))) or bare(word) in _FILLERS


def same_action(text: str, other: str) -> bool:
    """Whether two texts can mean the same action; one of them may leave out its verb."""
    readings, others = (set(_meant(_fold(one))) for one in (text, other))
    if readings & others:
        return True
    return bool({_aims(one) for one in readings} & others) or bool({_aims(one) for one in others} & readings)


def _is_aimed(meant: tuple[str, ...]) -> bool:
    """Whether words say what to do and to whom or to which line, or how to shift a line; and nothing besides."""
    if not meant:
        return False
    if meant[0] in _LINES:
        return meant[1:2] != () and meant[1] in _WAYS and meant[2:] in {(), ("2",)}
    named = [word for word in meant[1:] if word in _LINES or word in LETTERS]
    return meant[0] in _KINDS and bool(named) and _KINDS.isdisjoint(meant[1:])


def _aims(meant: tuple[str, ...]) -> tuple[str, ...]:
    return meant[1:] if meant and meant[0] in _KINDS else meant


def _is_whole(word: str) -> bool:
    """Whether a word is no mere beginning of a name."""
    return len(word.rstrip(_PERHAPS)) == 1 or word in _LINES or word in ONCE or word in _WORDS or word in _SUSPECTS


def _fold(text: str) -> list[str]:
    """The words of a text: one case, one width, no marks, no accents."""
    marked = _PARTICLE.sub(rf"\1{_PERHAPS}", _ELISION.sub(" ", text))
    return _joined(bare(marked).translate(_MARKS).split())


def bare(text: str) -> str:
    """One case and one width, without accents and without the invisible characters that mail programs put in."""
    if text.isascii():
        return text.casefold()
    flat = normalize("NFKD", text).casefold()
    return "".join(one for one in flat if not combining(one) and category(one) != "Cf")


def _joined(words: list[str]) -> list[str]:
    """``row 3`` and ``r 3`` become ``r3``; words that say nothing go."""
    joined: list[str] = []
    # "I kill Marion": the suspect I has a verb before it.
    if len(words) > 1 and words[0] == "i" and words[1] in _WORDS:
        words = words[1:]
    for word in map(_latin_line, words):
        before = joined[-1] if joined else ""
        axis = before if before in {"r", "c", "d"} else _AXES.get(before, "")
        if axis and f"{axis}{word}" in _LINES:
            joined[-1] = f"{axis}{word}"
        elif word not in _FILLERS or word.upper() in LETTERS or word in _BEGUN:
            joined.append(word)
    return joined


def _latin_line(word: str) -> str:
    """``с2`` typed in Cyrillic is ``c2``."""
    line = LINE_LOOKALIKES.get(word[:1], "") + word[1:]
    return line if line in _LINES else word


def _words_for() -> Mapping[str, tuple[str, ...]]:
    """Canonical words by what people write."""
    found: dict[str, list[str]] = {}
    for row in VERBS.values():
        for canonical, said in row.items():
            for word in said:
                found.setdefault(bare(word), []).append(canonical)
    return {word: tuple(dict.fromkeys(canonical)) for word, canonical in found.items()}


def _suspects() -> Mapping[str, str]:
    """Letters by all that a suspect is called; in Russian the end of a name depends on what is done to it."""
    found = {name.casefold(): letter for letter, name in NAMES.items()}
    for letter, names in CYRILLIC.items():
        for name in map(bare, names):
            stem = name.rstrip("аеиоуя")
            found |= {stem + ending: letter for ending in CASES} | {name: letter}
    return found


_WORDS = _words_for()
_FILLERS = frozenset(map(bare, FILLERS))
_AXES = {word: meant[0][0] for word, meant in _WORDS.items() if meant[0] in {"row", "column", "diagonal"}}
_SUSPECTS = _suspects()


def _beginnings() -> Mapping[str, str]:
    """Letters by two or more letters that a suspect's name can begin with: those of all who are called so."""
    found: dict[str, set[str]] = {}
    for name, letter in _SUSPECTS.items():
        for length in range(2, len(name) + 1):
            found.setdefault(name[:length], set()).add(letter)
    return {begun: "".join(sorted(letters)) for begun, letters in found.items()}


_BEGUN = _beginnings()


def _meanings(word: str) -> tuple[str, ...]:
    """The canonical words that a word can stand for: letters, lines, verbs; '' where it may be left out."""
    if word[1:] == _PERHAPS:
        return (word[0].upper(), "")
    if len(word) == 1 and word.upper() in LETTERS:
        return (word.upper(),)
    if word in LOOKALIKES:
        return (LOOKALIKES[word],)
    if word in _LINES:
        return (word,)
    if word in ONCE:
        return ("",)
    if word in _SUSPECTS:
        return (_SUSPECTS[word],)
    left_out = ("",) if word in _FILLERS else ()
    return (*_WORDS.get(word, ()), *_BEGUN.get(word, ""), *left_out)


def _readings(words: list[str], view: View) -> Iterator[Action]:
    """The legal actions that the words can mean."""
    for meant in _meant(words):
        yield from (action for action in view.legal if _says(meant, action, view))
        yield from _guessed(meant, view)


def _meant(words: list[str]) -> Iterator[tuple[str, ...]]:
    """Every way to read the words; a mail's worth of ambiguous words is cut short."""
    choices = [_meanings(word) for word in words]
    combinations = 1
    for choice in choices:
        combinations *= len(choice)
    if 0 < combinations <= 256:
        for meant in product(*choices):
            yield tuple(word for word in meant if word)


def _says(meant: tuple[str, ...], action: Action, view: View) -> bool:
    canonical = tuple(action.text.split(" "))
    if meant == canonical:
        return True
    # The lines of a collapse are told by its suspects, so their order and the axis may be left to the board.
    if action.kind == "collapse" and meant[:1] == ("collapse",):
        named = set(meant[1:]) - {action.axis}
        return named == set(action.suspects) and len(meant) - 1 - (action.axis in meant) == len(named)
    return meant == canonical[1:] and _may_lack_verb(action, view)


def _may_lack_verb(action: Action, view: View) -> bool:
    """A line and a direction say enough, and so does a suspect where there is only one kind of action."""
    return (action.kind == "shift" and view.ruleset != "dragnet") or kinds_of(view) == [action.kind]


def _guessed(meant: tuple[str, ...], view: View) -> Iterator[Action]:
    """A solve of two suspects, which is legal but not listed (RULES §2, D8)."""
    if "solve IDENTITY DISGUISE" not in view.forms or len(meant) != 3 or meant[0] != "solve":
        return
    living = {cell.suspect for row in view.board for cell in row if cell.living}
    if meant[1] in living and meant[2] in LETTERS and meant[1] != meant[2]:
        yield action_of(" ".join(meant))


def _refusal(words: list[str], view: View) -> InvalidAction | IllegalAction:
    """Why nothing legal can be read."""
    unknown = [word for word in words if not _meanings(word)]
    if unknown:
        return InvalidAction(f"{unknown[0][:40]!r} cannot be read as part of an action. {possible(view)}")
    meant = next(_meant(words), ())
    if meant and meant[0] in _LINES and "shift" in kinds_of(view):
        meant = ("shift", *meant)
    if not meant or not meant[0].islower() or meant[0] in _LINES:
        return InvalidAction(f"That cannot be read as an action. {possible(view)}")
    return IllegalAction(f"{why_not(view, action_of(' '.join(meant)))} {possible(view)}")
