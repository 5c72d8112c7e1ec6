"""How long and of what kind a text from outside may be; whatever does not fit is refused by its field's name."""

from typing import Final
from unicodedata import category, normalize

from noirmail.i18n import gettext as _
from noirmail.service.errors import BadInput

NAME: Final = 40
TITLE: Final = 60
WORD: Final = 200
KEY: Final = 80
ACTION: Final = 200
MESSAGE: Final = 1000

# A turn's length in seconds: five minutes for a try-out, thirty days at the most.
PER_TURN_LEAST: Final = 300
PER_TURN_MOST: Final = 30 * 24 * 3600

# Letters that look like nothing: a name of them would be an empty place on the page.
_BLANKS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# Persian, Sinhala, Malayalam names are spelled with these, inside a word.
_JOINERS: Final = frozenset("\u200c\u200d")
# Controls, direction and format marks, line separators, halves of pairs, and what is no character at all.
_REFUSED: Final = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"})


def clean_name(text: str, field: str = "name") -> str:
    """A person's name in any script, up to 40 characters, NFC, without spaces around; raises BadInput."""
    name = _one_line(text, field, NAME)
    if not name:
        raise BadInput(_("A name is needed."), field)
    if category(name[0])[0] == "M":
        raise BadInput(_("A name must begin with a letter, a digit or a sign."), field)
    return name


def clean_title(text: str, field: str = "title") -> str:
    """A game's title up to 60 characters, or nothing; raises BadInput."""
    return _one_line(text, field, TITLE)


def clean_word(text: str, field: str = "word") -> str:
    """A player's word for the shuffle up to 200 characters, or nothing; NFC, as the deal has it; raises BadInput."""
    return _one_line(text, field, WORD)


def clean_action(text: str, field: str = "action") -> str:
    """What somebody typed as an action, up to 200 characters and not empty; raises BadInput."""
    action = _one_line(text, field, ACTION)
    if not action:
        raise BadInput(_("An action is needed."), field)
    return action


def clean_message(text: str, field: str = "message") -> str:
    """What somebody says at the table, up to 1000 characters and not empty, in one or more lines; raises BadInput."""
    # Before anything else looks at it: normalising takes time that grows with the text.
    if len(text) > 4 * MESSAGE:
        raise BadInput(_("At most %(most)s characters fit here.", most=MESSAGE), field)
    lines = normalize("NFC", text).replace("\t", " ").splitlines()
    message = "\n".join("".join(filter(_is_shown, line)).rstrip() for line in lines)
    if not message.strip():
        raise BadInput(_("A message is needed."), field)
    if len(message) > MESSAGE:
        raise BadInput(_("At most %(most)s characters fit here.", most=MESSAGE), field)
    return message.strip()


def clean_key(text: str, field: str = "key") -> str:
    """A key by which a repeated request is known again: up to 80 characters, kept as they are; raises BadInput."""
    if len(text) > KEY:
        raise BadInput(_("At most %(most)s characters fit here.", most=KEY), field)
    # These two no database takes: NUL, and half of a character.
    if any(letter == "\0" or category(letter) == "Cs" for letter in text):
        raise BadInput(_("A key cannot have NUL, nor half of a character."), field)
    return text


def clean_per_turn(seconds: int, field: str = "per_turn") -> int:
    """A turn's length in seconds, from five minutes to thirty days; raises BadInput."""
    if not PER_TURN_LEAST <= seconds <= PER_TURN_MOST:
        raise BadInput(_("A turn has at least 5 minutes and at most 30 days."), field)
    return seconds


def _one_line(text: str, field: str, most: int) -> str:
    too_long = BadInput(_("At most %(most)s characters fit here.", most=most), field)
    # Before anything else looks at it: normalising takes time that grows with the text.
    if len(text) > 4 * most:
        raise too_long
    line = "".join(" " if category(letter) == "Zs" else letter for letter in normalize("NFC", text)).strip(" ")
    if len(line) > most:
        raise too_long
    if not all(_fits(line, at) for at in range(len(line))):
        raise BadInput(_("Control, direction and invisible characters cannot stand here."), field)
    return line


def _is_shown(letter: str) -> bool:
    return category(letter) not in _REFUSED


def _fits(line: str, at: int) -> bool:
    letter = line[at]
    if letter in _JOINERS:
        around = line[at - 1 : at] + line[at + 1 : at + 2]
        return len(around) == 2 and all(category(other)[0] in "LM" for other in around)
    return letter not in _BLANKS and category(letter) not in _REFUSED
