"""Forty automatic answers in four languages, and other mails that no person wrote."""

from collections.abc import Iterator

from tests.mail.incoming.corpus import ours
from tests.mail.incoming.corpus.recipe import REPLY_TO, Recipe, encoded, fields, mail, multipart, part

SUBJECTS = {
    "en": ("Automatic reply: Noir K7QF2M9A", "Out of Office: Noir K7QF2M9A"),
    "it": ("Risposta automatica: Noir K7QF2M9A", "Fuori sede: Noir K7QF2M9A"),
    "es": ("Respuesta automática: Noir K7QF2M9A", "Fuera de la oficina: Noir K7QF2M9A"),
    "ru": ("Автоматический ответ: Noir K7QF2M9A", "Нет на работе: Noir K7QF2M9A"),
}
TEXTS = {
    "en": "I am away until 12 December and read no mail.\nIf it cannot wait, call the office.\n\nAlice\n",
    "it": "Sono assente fino al 12 dicembre e non leggo la posta.\nIn caso di urgenza chiamate l'ufficio.\n\nAlice\n",
    "es": "Estoy fuera hasta el 12 de diciembre y no leo el correo.\nSi es urgente, llame a la oficina.\n\nAlice\n",
    "ru": "Меня не будет до 12 декабря, почту я не читаю.\nЕсли дело срочное, звоните в контору.\n\nАлиса\n",
}
# Name, how the subject looks (0, 1, None: as in a reply), the fields that give it away, what is found.
SIGNS: list[tuple[str, int | None, dict[str, str], str | None]] = [
    ("vacation", 0, {"Auto_Submitted": "auto-replied (vacation)", "Precedence": "bulk"}, "auto-submitted"),
    ("exchange", 0, {"Auto_Submitted": "auto-generated", "X_Auto_Response_Suppress": "All"}, "auto-submitted"),
    ("precedence", 1, {"Precedence": "auto_reply"}, "precedence"),
    ("junk", None, {"Precedence": "junk"}, "precedence"),
    ("autoreply", 1, {"X_Autoreply": "yes"}, "autoreply"),
    ("autorespond", 0, {"X_Autorespond": "Noir K7QF2M9A"}, "autoreply"),
    ("apple", None, {"X_Apple_Action": "vacation"}, "vacation"),
    ("null-path", 0, {"Return_Path": "<>"}, "null-return-path"),
    ("no-reply", 1, {"From": "Alice's office <no-reply@example.test>"}, "robot"),
    ("phrase-only", 0, {}, None),
]


def recipes() -> Iterator[Recipe]:
    """All of them."""
    for language in TEXTS:
        yield from _answers(language)
    yield from _others()


def _answers(language: str) -> Iterator[Recipe]:
    for name, which, signs, automatic in SIGNS:
        full = f"robot-{name}-{language}"
        subject = SUBJECTS[language][which] if which is not None else "Re: Noir K7QF2M9A"
        body = part("plain", f"{TEXTS[language]}\n{ours.quoted()}\n")
        raw = mail(fields(full, **{"Subject": encoded(subject)} | signs), body)
        expected: dict[str, object] = {"automatic": automatic, "suppress": which is not None, "quoted": True}
        if name == "no-reply":
            expected["sender"] = "no-reply@example.test"
        yield Recipe(full, raw, expected)


def _others() -> Iterator[Recipe]:
    """Mails that would be obeyed, were they not automatic; and two that only look so."""
    move = part("plain", "kill Neil\n")
    obeyed = {"lines": ["kill N"]}
    for name, signs, found in [
        ("list", {"List_Id": "<talk.example.test>"}, {"automatic": "list"}),
        ("hops", {}, {"automatic": "hops"}),
        ("ours", {"From": "noirmail <noir@example.test>"}, {"automatic": "own", "sender": "noir@example.test"}),
        ("our-domain", {"From": "x@in.example.test"}, {"automatic": "own", "sender": "x@in.example.test"}),
        ("loop", {"X_Loop": f"<{REPLY_TO}>"}, {"automatic": "own"}),
        ("daemon", {"From": "Mail Delivery <MAILER-DAEMON>"}, {"automatic": "robot", "sender_problem": "unreadable"}),
        (
            "postmaster",
            {"From": "postmaster@example.test"},
            {"automatic": "robot", "sender": "postmaster@example.test"},
        ),
        ("notified", {"Auto_Submitted": "auto-notified"}, {"automatic": "auto-submitted"}),
        ("person", {"Auto_Submitted": "No"}, {}),
        ("suppress-wish", {"X_Auto_Response_Suppress": "All"}, {}),
    ]:
        header = fields(f"robot-{name}", **signs)
        header += [("Received", "from a by b; Wed, 02 Dec 2026 08:15:04 +0000")] * (25 if name == "hops" else 0)
        yield Recipe(f"robot-{name}", mail(header, move), obeyed | found)
    yield _receipt()


def _receipt() -> Recipe:
    """A read receipt."""
    machine = (
        b"Content-Type: message/disposition-notification\r\n\r\nFinal-Recipient: rfc822;alice@example.test\r\n"
        b"Disposition: manual-action/MDN-sent-manually; displayed\r\n"
    )
    body = multipart(
        "report", part("plain", "Your message was read."), machine, extra="; report-type=disposition-notification"
    )
    return Recipe("robot-receipt", mail(fields("robot-receipt"), body), {"automatic": "report"})
