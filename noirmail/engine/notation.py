"""Reading what people write: an action out of a reply, a text field, a command line, in the light of a View.

The canonical words stand in ``actions``; here are the other ways to say them. A language is a row of ``VERBS``.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from types import MappingProxyType
from unicodedata import category, combining, normalize

from noirmail.engine.actions import Action, action_of
from noirmail.engine.cards import LETTERS, NAMES
from noirmail.engine.errors import AmbiguousAction, IllegalAction, InvalidAction, NotYourDecision
from noirmail.engine.reasons import kinds_of, why_not
from noirmail.engine.view import View

LONGEST = 200
# How many legal actions a refusal lists before it stops.
_SHOWN = 12

# By language: what people write for each canonical word. Words of all languages are read at
# once; a word may stand in several rows, and at several canonical words.
VERBS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "en": {
            "identity": ("identity", "choose", "become", "take"),
            "shift": ("shift", "move", "slide"),
            "collapse": ("collapse",),
            "kill": ("kill", "murder"),
            "disguise": ("disguise",),
            "escape": ("escape", "flee"),
            "accuse": ("accuse",),
            "exonerate": ("exonerate", "clear"),
            "reveal": ("reveal", "show"),
            "solve": ("solve",),
            "deputize": ("deputize", "deputise"),
            "capture": ("capture", "catch"),
            "canvas": ("canvas", "canvass"),
            "rethink": ("rethink",),
            "question": ("question",),
            "suspicion": ("suspicion", "suspect"),
            "decline": ("decline", "pass"),
            "rows": ("rows",),
            "columns": ("columns", "cols"),
            "row": ("row",),
            "column": ("column", "col"),
            "left": ("left",),
            "right": ("right",),
            "up": ("up",),
            "down": ("down",),
            "2": ("2", "two", "twice"),
        },
    }
)
# Words that may stand anywhere and say nothing.
FILLERS = frozenset({"the", "to", "and", "by", "space", "spaces", "please", "i", "my", "as", "with", "is", "line"})
# Of these, "1" is what a distance of one may be called.
_ONE = frozenset({"1", "one", "once"})
_LINES = frozenset({*(f"{line}{number}" for line in "rc" for number in range(1, 6)), "d1", "d2"})
_MARKS = str.maketrans(dict.fromkeys("*_`~\"'“”‘’«»„.,;:!?()[]{}<>=-–—‐‑‒―−>\xa0/\\|#+&", " "))


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


def _fold(text: str) -> list[str]:
    """The words of a text: one case, one width, no marks, no accents."""
    return _joined(_bare(text).translate(_MARKS).split())


def _bare(text: str) -> str:
    """One case and one width, without accents and without the invisible characters that mail programs put in."""
    flat = normalize("NFKD", text).casefold()
    return "".join(one for one in flat if not combining(one) and category(one) != "Cf")


def _joined(words: list[str]) -> list[str]:
    """``row 3`` and ``r 3`` become ``r3``; words that say nothing go."""
    joined: list[str] = []
    # "I kill Marion": the suspect I has a verb before it.
    if len(words) > 1 and words[0] == "i" and words[1] in _WORDS:
        words = words[1:]
    for word in words:
        before = joined[-1] if joined else ""
        axis = before if before in {"r", "c", "d"} else _AXES.get(before, "")
        if axis and f"{axis}{word}" in _LINES:
            joined[-1] = f"{axis}{word}"
        elif word not in FILLERS or word.upper() in LETTERS:
            joined.append(word)
    return joined


def _words_for() -> Mapping[str, tuple[str, ...]]:
    """Canonical words by what people write."""
    found: dict[str, list[str]] = {}
    for row in VERBS.values():
        for canonical, said in row.items():
            for word in said:
                found.setdefault(_bare(word), []).append(canonical)
    return {word: tuple(dict.fromkeys(canonical)) for word, canonical in found.items()}


_WORDS = _words_for()
_AXES = {word: meant[0][0] for word, meant in _WORDS.items() if meant[0] in {"row", "column"}} | {"diagonal": "d"}
_FOLDED_NAMES = {name.casefold(): letter for letter, name in NAMES.items()}


def _meanings(word: str) -> tuple[str, ...]:
    """The canonical words that a word can stand for: letters, lines, verbs; '' where it may be left out."""
    if len(word) == 1 and word.upper() in LETTERS:
        return (word.upper(),)
    if word in _LINES:
        return (word,)
    if word in _ONE:
        return ("",)
    if word in _FOLDED_NAMES:
        return (_FOLDED_NAMES[word],)
    begun = tuple(letter for name, letter in _FOLDED_NAMES.items() if len(word) > 1 and name.startswith(word))
    return (*_WORDS.get(word, ()), *begun)


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
