"""The words that a player commands noirmail with by mail, in every language at once (TRUST R47, R49), as data."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType

from noirmail.engine.lexicon import VERBS
from noirmail.engine.notation import bare

# By language: what people write for each command. Accents and case do not matter when they are read.
COMMANDS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "en": {
            "move": ("move",),
            "show": ("show", "board"),
            "status": ("status", "list"),
            "history": ("history",),
            "help": ("help",),
            "message": ("message", "press"),
            "resign": ("resign",),
            "draw": ("draw",),
            "claim": ("claim",),
            "link": ("link",),
            "pause": ("pause",),
            "absence": ("absence", "vacation"),
            "mail": ("mail",),
            "address": ("address",),
            "quit": ("quit", "stop", "signoff"),
        },
        "it": {
            "move": ("mossa", "muovi"),
            "show": ("mostra", "tabellone"),
            "status": ("stato", "elenco"),
            "history": ("storia", "cronologia"),
            "help": ("aiuto",),
            "message": ("messaggio",),
            "resign": ("abbandono", "abbandona"),
            "draw": ("patta",),
            "claim": ("rivendica",),
            "link": ("collegamento",),
            "pause": ("pausa",),
            "absence": ("assenza",),
            "mail": ("posta",),
            "address": ("indirizzo",),
            "quit": ("basta",),
        },
        "es": {
            "move": ("jugada", "mueve", "mover"),
            "show": ("muestra", "mostrar", "tablero"),
            "status": ("estado", "lista"),
            "history": ("historia", "historial"),
            "help": ("ayuda",),
            "message": ("mensaje",),
            "resign": ("abandono", "abandonar", "rendirse"),
            "draw": ("tablas",),
            "claim": ("reclamar", "reclamo"),
            "link": ("enlace",),
            "pause": ("pausa",),
            "absence": ("ausencia",),
            "mail": ("correo",),
            "address": ("dirección",),
            "quit": ("salir",),
        },
        "ru": {
            "move": ("ход",),
            "show": ("покажи", "показать", "доска"),
            "status": ("статус", "состояние", "список"),
            "history": ("история",),
            "help": ("помощь", "справка"),
            "message": ("сообщение",),
            "resign": ("сдаюсь", "сдаться"),
            "draw": ("ничья",),
            "claim": ("победа",),
            "link": ("ссылка",),
            "pause": ("пауза",),
            "absence": ("отпуск", "отсутствие"),
            "mail": ("почта",),
            "address": ("адрес",),
            "quit": ("стоп", "выход"),
        },
    }
)
# What ends a message of several lines; by language, since fine is the end in one and well in another.
ENDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"en": ("end", "endpress", "endmessage"), "it": ("fine",), "es": ("fin",), "ru": ("конец",)}
)
# An end in whatever language the player reads.
_ENDS_ALWAYS = frozenset({"end", "endpress", "endmessage", "fin", "конец"})
# What an argument may begin with, by command: what people write, and what it is read as.
_YES = ("yes", "sì", "sí", "да")
_NO = ("no", "not", "нет")
_ON = ("on", "attiva", "attiva", "activar", "activa", "вкл", "включить", *_YES)
_OFF = ("off", "disattiva", "desactivar", "desactiva", "выкл", "выключить", *_NO)
ANSWERS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "resign": {"yes": _YES},
        "claim": {"yes": _YES},
        "draw": {"yes": _YES, "no": _NO},
        "pause": {"off": _OFF},
        "absence": {"off": _OFF},
        "mail": {"on": _ON, "off": _OFF},
    }
)
# With these a letter closes; nothing behind them is meant for us.
_COURTESY = re.compile(
    r"(thanks?|thank you|thx|cheers|(best |kind |warm )?regards|(tante |mille )?grazie|(cordiali |distinti )?saluti|"
    r"(muchas )?gracias|(un )?saludos?|спасибо|с уважением)\b"
)
# Lines that programs add, and that begin with words of ours or stand where an answer could.
_DEVICE = re.compile(
    r"(sent (from|via|using|with)|get outlook|inviato (da|con|dal)|(scarica|ottieni) outlook|enviado (desde|con)|"
    r"(obtener|descargar|obten) outlook|отправлено|скачать outlook|получить outlook)\b"
)
_ANNOUNCED = re.compile(
    r"(messaggio (originale|inoltrato)|mensaje (original|reenviado)|сообщение (пересылается|переслано))\b"
)


def _by_word() -> Mapping[str, str]:
    return {
        bare(word): command for row in COMMANDS.values() for command, words in row.items() for word in words
    }  # fmt: skip


_COMMAND_OF = _by_word()
# Every word that a line is a command by, folded; no line of our own mails begins with one (TRUST R46).
FIRST_WORDS = frozenset(_COMMAND_OF)


def command_of(word: str) -> str | None:
    """The command that a word stands for in any language, None for every other word."""
    return _COMMAND_OF.get(bare(word))


def answer_of(command: str, word: str) -> str:
    """How the first word of a command's argument is read: ``sì`` is ``yes``; any other word stays as it is."""
    for answer, words in ANSWERS.get(command, {}).items():
        if bare(word) in map(bare, words):
            return answer
    return word


def ends_message(line: str, languages: Sequence[str]) -> bool:
    """Whether a line ends a message of several lines."""
    word = bare(line).strip(" \t*_.,;:!-")
    return word in _ENDS_ALWAYS or any(word in ENDS.get(language, ()) for language in languages)


def is_courtesy(line: str) -> bool:
    """Whether a line closes a letter, as thanks and regards do."""
    return _COURTESY.match(bare(line).lstrip(" \t*_-")) is not None


def is_added(line: str) -> bool:
    """Whether a mail program wrote the line: what device it is, or that the original message follows."""
    words = bare(line).lstrip(" \t*_-–—")
    return bool(_DEVICE.match(words) or _ANNOUNCED.match(words))


def nearest(word: str, languages: Iterable[str]) -> list[str]:
    """The command words and verbs of these languages that look most like a word: at most three, closest first."""
    known = {
        bare(said): said
        for language in languages
        for table in (VERBS, COMMANDS)
        for words in table.get(language, {}).values()
        for said in words
    }
    return [known[found] for found in get_close_matches(bare(word[:40]), list(known), n=3, cutoff=0.7)]
