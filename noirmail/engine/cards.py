"""The suspects: one letter each, and the names behind the letters (RULES §1, "Suspects")."""

from types import MappingProxyType

_NAMES = (
    "Alyss",
    "Barrin",
    "Clive",
    "Deidre",
    "Ernest",
    "Franklin",
    "Geneva",
    "Horatio",
    "Irma",
    "Julian",
    "Kristoph",
    "Linus",
    "Marion",
    "Neil",
    "Ophelia",
    "Phoebe",
    "Quinton",
    "Ryan",
    "Simon",
    "Trevor",
    "Udstad",
    "Vladimir",
    "Wilhelm",
    "Yvonne",
    "Zachary",
)

# A to Z without X; proper names, the same in every language.
NAMES = MappingProxyType({name[0]: name for name in _NAMES})
LETTERS = "".join(NAMES)


def in_order(letters: str) -> str:
    """The same letters, alphabetically."""
    return "".join(sorted(letters))


def without(letters: str, gone: str) -> str:
    """``letters`` less those in ``gone``, in their order."""
    return "".join([letter for letter in letters if letter not in gone])
