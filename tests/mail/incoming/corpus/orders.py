"""Commands and actions in the words of four languages; more of them than may be, and fewer."""

from collections.abc import Iterator

from tests.mail.incoming.corpus.recipe import Recipe, fields, mail, part, reply

# Name, text, what must be read.
TEXTS: list[tuple[str, str, list[str]]] = [
    ("en-show", "show", ["command: show"]),
    ("en-status", "Status, please!", ["command: status please"]),
    ("en-history", "*HISTORY*", ["command: history"]),
    ("en-help", "help kill", ["command: help kill"]),
    ("en-link", "link.", ["command: link"]),
    ("en-pause", "pause 3 days", ["command: pause 3 days"]),
    ("en-absence", "absence 2026-12-20 2027-01-06", ["command: absence 2026-12-20 2027-01-06"]),
    ("en-mail-off", "mail off", ["command: mail off"]),
    ("en-address", "address alice@new.example.test", ["command: address alice@new.example.test"]),
    ("en-resign", "resign", ["command: resign"]),
    ("en-resign-confirmed", "Resign YES k7q2.", ["command: resign yes k7q2"]),
    ("en-draw", "draw", ["command: draw"]),
    ("en-claim", "claim", ["command: claim"]),
    ("en-move", "move kill Neil", ["kill N"]),
    ("en-move-as-shift", "move row 3 to the right", ["shift r3 right"]),
    ("en-numbered", "kill Neil #3", ["kill N #3"]),
    ("it-mostra", "mostra", ["command: show"]),
    ("it-stato", "Stato", ["command: status"]),
    ("it-storia", "storia", ["command: history"]),
    ("it-aiuto", "aiuto muovi", ["command: help move"]),
    ("it-abbandono", "abbandono sì k7q2", ["command: resign yes k7q2"]),
    ("it-patta", "patta", ["command: draw"]),
    ("it-pausa", "pausa 3 giorni", ["command: pause 3 giorni"]),
    ("it-posta", "posta no", ["command: mail off"]),
    ("it-mossa", "mossa: uccidi Neil", ["kill N"]),
    ("it-muovi", "Muovi la riga 3 a destra", ["shift r3 right"]),
    ("it-scagiona", "travestimento Alyss", ["disguise A"]),
    ("es-muestra", "muestra", ["command: show"]),
    ("es-estado", "ESTADO", ["command: status"]),
    ("es-historial", "historial", ["command: history"]),
    ("es-ayuda", "¡ayuda!", ["command: help"]),
    ("es-rendirse", "rendirse sí k7q2", ["command: resign yes k7q2"]),
    ("es-tablas", "tablas", ["command: draw"]),
    ("es-enlace", "enlace", ["command: link"]),
    ("es-jugada", "jugada: mata a Neil", ["kill N"]),
    ("es-mueve", "mueve la columna 2 hacia arriba", ["shift c2 up"]),
    ("es-camuflarse", "camuflarse de Alyss", ["disguise A"]),
    ("ru-show", "покажи", ["command: show"]),
    ("ru-status", "Статус", ["command: status"]),
    ("ru-history", "история", ["command: history"]),
    ("ru-help", "помощь", ["command: help"]),
    ("ru-resign", "сдаюсь да k7q2", ["command: resign yes k7q2"]),
    ("ru-draw", "ничья", ["command: draw"]),
    ("ru-pause", "пауза 3 дня", ["command: pause 3 дня"]),
    ("ru-link", "ссылка", ["command: link"]),
    ("ru-move", "ход: убить Нила", ["kill N"]),
    ("ru-shift", "сдвинуть ряд 3 вправо", ["shift r3 right"]),
    ("ru-disguise", "маскировка Элисс", ["disguise A"]),
    ("message-line", "message hello, Bob", ["command: message hello, Bob"]),
    ("message-it", "messaggio: a dopo!", ["command: message a dopo!"]),
    ("message-ru", "сообщение Удачи!", ["command: message Удачи!"]),
    ("message-block", "message\nHi,\n\nkill Simon\nend\nkill Neil", ["command: message Hi,\n\nkill Simon", "kill N"]),
    ("message-block-es", "mensaje\nHola\nfin", ["command: message Hola"]),
    ("message-block-it", "messaggio\nva tutto bene\nfine", ["command: message va tutto bene"]),
    ("message-open", "message\nHello Bob\n\nSent from my iPhone", ["command: message Hello Bob"]),
    ("message-open-with-a-move", "message\nHello Bob\nkill Neil", ["command: message", "kill N"]),
    ("message-and-move", "kill Neil\nmessage your turn", ["kill N", "command: message your turn"]),
    ("same-twice", "kill Neil\nKill N!", ["kill N"]),
    ("same-in-two-languages", "kill Neil\nuccidi Neil", ["kill N"]),
    ("two-moves", "kill Neil\nkill Simon", ["kill N", "conflict: kill Simon"]),
    ("two-kinds", "kill Neil\nc2 up", ["kill N", "conflict: c2 up"]),
    ("impossible", "kill Zachary", ["refused: kill Zachary"]),
    ("ambiguous", "kill Neil or Simon", []),
    ("stop", "kill Neil\nstop\nkill Simon", ["kill N"]),
    ("quit-first", "quit\nkill Neil", []),
    ("thanks", "kill Neil\nThanks,\nkill Simon", ["kill N"]),
    ("thanks-first", "Thanks for your patience!\nkill Neil", ["kill N"]),
    ("noise", "What a game.\nI would kill for a coffee.\nShall we pause?", []),
    ("name-as-signature", "kill Neil\n\nSimon", ["kill N"]),
    ("name-alone", "Neil", []),
    ("corporate", "kill Neil\n\nMail: alice@example.test\nLink: https://example.test\nAddress: Quay 1", ["kill N"]),
    ("smart-dash", "kill — Neil", ["kill N"]),
    ("quotes", "“kill Neil”", ["kill N"]),
    ("bullet", "• kill Neil", ["kill N"]),
    ("nothing", "", []),
]  # fmt: skip
SUBJECTS: list[tuple[str, str, str, list[str]]] = [
    ("command", "status", "", ["command: status"]),
    ("move", "kill Neil", "\n\n", ["kill N"]),
    ("device", "draw", "Sent from my iPhone\n", ["command: draw"]),
    ("not-alone", "status", "See you.\n", []),
    ("body-wins", "draw", "kill Neil\n", ["kill N"]),
    ("reply", "Re: status", "", []),
    ("two-words", "noir status", "", []),
]


def recipes() -> Iterator[Recipe]:
    """All of them."""
    for name, text, lines in TEXTS:
        yield reply(f"order-{name}", f"{text}\n", *lines)
    for name, subject, text, lines in SUBJECTS:
        full = f"order-subject-{name}"
        yield Recipe(full, mail(fields(full, Subject=subject), part("plain", text)), {"lines": lines})
