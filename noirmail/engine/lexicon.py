"""The words of actions in the languages that people answer in, as data.

By language: what people write for each canonical word. Words of all languages are read at once; a word may stand
in several rows, and at several canonical words. Accents and case do not matter when they are read.
"""

from collections.abc import Mapping
from types import MappingProxyType

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
            "diagonal": ("diagonal",),
            "left": ("left",),
            "right": ("right",),
            "up": ("up",),
            "down": ("down",),
            "2": ("2", "two", "twice"),
        },
        "it": {
            "identity": ("identità", "scegli", "scelgo", "scegliere", "divento", "assumi"),
            "shift": ("sposta", "sposto", "spostare", "muovi", "muovo", "muovere", "scorri"),
            "collapse": ("collassa", "collasso", "collassare", "comprimi"),
            "kill": ("uccidi", "uccido", "uccidere", "ammazza", "assassina"),
            "disguise": ("travestimento", "travestiti", "travestirsi", "camuffati"),
            "escape": ("fuggi", "fuggo", "fuggire", "fuga", "scappa"),
            "accuse": ("accusa", "accuso", "accusare"),
            "exonerate": ("scagiona", "scagiono", "scagionare", "discolpa"),
            "reveal": ("rivela", "rivelo", "rivelare", "mostra"),
            "solve": ("risolvi", "risolvo", "risolvere"),
            "deputize": ("nomina", "nomino", "nominare"),
            "capture": ("cattura", "catturo", "catturare"),
            "canvas": ("sonda", "sondo", "sondare"),
            "rethink": ("ripensa", "ripenso", "ripensare"),
            "question": ("interroga", "interrogo", "interrogare"),
            "suspicion": ("sospetto", "sospetta", "sospettare"),
            "decline": ("rinuncia", "rinuncio", "passo"),
            "rows": ("righe", "file"),
            "columns": ("colonne",),
            "row": ("riga", "fila"),
            "column": ("colonna",),
            "diagonal": ("diagonale",),
            "left": ("sinistra",),
            "right": ("destra",),
            "up": ("su", "alto"),
            "down": ("giù", "basso"),
            "2": ("due",),
        },
        "es": {
            "identity": ("identidad", "elige", "elijo", "elegir"),
            "shift": ("mueve", "muevo", "mover", "desplaza", "desplazar", "rota", "rotar"),
            "collapse": ("colapsa", "colapso", "colapsar"),
            "kill": ("mata", "mato", "matar", "asesina", "asesinar"),
            "disguise": ("disfraz", "disfrázate", "disfrazarse", "camúflate", "camuflarse"),
            "escape": ("escapa", "escapo", "escapar", "huye", "huyo", "huir"),
            "accuse": ("acusa", "acuso", "acusar", "arresta", "arrestar"),
            "exonerate": ("exonera", "exonero", "exonerar"),
            "reveal": ("revela", "revelo", "revelar", "muestra"),
            "solve": ("resuelve", "resuelvo", "resolver"),
            "deputize": ("nombra", "nombro", "nombrar"),
            "capture": ("captura", "capturo", "capturar", "atrapa"),
            "canvas": ("sondea", "sondeo", "sondear"),
            "rethink": ("repiensa", "repienso", "repensar"),
            "question": ("interroga", "interrogo", "interrogar"),
            "suspicion": ("sospecha", "sospecho", "sospechar"),
            "decline": ("rechaza", "rechazo", "rechazar", "paso"),
            "rows": ("filas",),
            "columns": ("columnas",),
            "row": ("fila",),
            "column": ("columna",),
            "diagonal": ("diagonal",),
            "left": ("izquierda",),
            "right": ("derecha",),
            "up": ("arriba",),
            "down": ("abajo",),
            "2": ("dos",),
        },
        "ru": {
            "identity": ("личность", "выбрать", "выбери", "выбираю", "стать"),
            "shift": ("сдвинуть", "сдвинь", "сдвигаю", "сдвиг", "двигай"),
            "collapse": ("сомкнуть", "сомкни", "схлопнуть", "обновить", "обнови"),
            "kill": ("убить", "убей", "убиваю"),
            "disguise": ("маскировка", "замаскироваться", "маскируюсь"),
            "escape": ("сбежать", "сбегаю", "побег"),
            "accuse": ("обвинить", "обвини", "обвиняю", "обличить", "обличи"),
            "exonerate": ("оправдать", "оправдай", "оправдываю"),
            "reveal": ("открыть", "открой", "открываю", "показать", "покажи"),
            "solve": ("раскрыть", "разгадать", "решить", "реши"),
            "deputize": ("назначить", "назначь", "назначаю"),
            "capture": ("поймать", "поймай", "схватить", "ловлю"),
            "canvas": ("опросить", "опроси", "опрос"),
            "rethink": ("передумать", "передумай", "передумал"),
            "question": ("допросить", "допроси", "допрос"),
            "suspicion": ("подозрение", "подозревать", "подозреваю"),
            "decline": ("отказаться", "отказываюсь", "пас"),
            "rows": ("ряды", "строки"),
            "columns": ("столбцы", "колонки"),
            "row": ("ряд", "строка", "строку"),
            "column": ("столбец", "колонка", "колонку"),
            "diagonal": ("диагональ",),
            "left": ("влево", "налево"),
            "right": ("вправо", "направо"),
            "up": ("вверх", "наверх"),
            "down": ("вниз",),
            "2": ("два", "две", "дважды"),
        },
    }
)
# Canonical words that are not what is done, but to which line and which way.
PLACES = frozenset({"rows", "columns", "row", "column", "diagonal", "left", "right", "up", "down", "2"})
# Words that may stand anywhere and say nothing.
FILLERS = frozenset(
    {
        *("the", "to", "and", "by", "space", "spaces", "please", "i", "my", "as", "with", "is", "line"),
        *("il", "lo", "la", "gli", "le", "di", "del", "della", "al", "alla", "verso", "con", "come"),
        *("io", "mio", "mia", "per", "favore", "spazi"),
        *("el", "los", "las", "de", "hacia", "como", "mi", "yo", "por", "favor", "espacios"),
        *("на", "в", "и", "с", "я", "как", "клетку", "клетки", "пожалуйста"),
    }
)
# What a distance of one may be called; it is left out.
ONCE = frozenset({"1", "one", "once", "un", "uno", "una", "один", "одну"})
# Single letters that are a preposition or "and" in one of the languages, and a suspect in all.
PARTICLES = "aey"
# Suspects in Cyrillic, as they are called; their cases are made from that.
CYRILLIC: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "A": ("Элисс", "Алисс"),
        "B": ("Баррин",),
        "C": ("Клайв",),
        "D": ("Дейдра", "Дейдре"),
        "E": ("Эрнест",),
        "F": ("Франклин",),
        "G": ("Женева",),
        "H": ("Горацио", "Хорацио"),
        "I": ("Ирма",),
        "J": ("Джулиан",),
        "K": ("Кристоф",),
        "L": ("Линус",),
        "M": ("Марион",),
        "N": ("Нил",),
        "O": ("Офелия",),
        "P": ("Фиби",),
        "Q": ("Квинтон",),
        "R": ("Райан",),
        "S": ("Саймон",),
        "T": ("Тревор",),
        "U": ("Удстад",),
        "V": ("Владимир",),
        "W": ("Вильгельм", "Уилхелм"),
        "Y": ("Ивонна", "Ивонн"),
        "Z": ("Захари", "Закари"),
    }
)
CASES = ("", "а", "у", "ю", "я", "е", "ы", "и", "ом", "ой")
# Cyrillic letters that look like the suspect's letter and sound like it, or look like no suspect's letter at all.
LOOKALIKES: Mapping[str, str] = MappingProxyType(dict(zip("аекмотбгдзлпф", "AEKMOTBGDZLPF", strict=True)))
# And how a line may begin: the board says c2, the keyboard says с2.
LINE_LOOKALIKES: Mapping[str, str] = MappingProxyType({"с": "c", "р": "r"})
