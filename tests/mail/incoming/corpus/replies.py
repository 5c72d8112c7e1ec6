"""The 28 replies of TRUST 0.3, as plain text and as HTML alone; and some more clients."""

from collections.abc import Iterator
from dataclasses import replace

from tests.mail.incoming.corpus import ours
from tests.mail.incoming.corpus.clients import CLIENTS, GMAIL, WHO, Client
from tests.mail.incoming.corpus.recipe import Recipe, fields, mail, multipart, part

MOVES = {"en": "kill Neil", "it": "uccidi Neil", "es": "mata a Neil", "ru": "убить Neil"}
FOUND = {"lines": ["kill N"], "quoted": True}
BY_CLIENT = [
    *(("gmail", language) for language in ("en", "it", "es", "ru")),
    ("gmail-wrapped", "en"),
    ("mailru", "ru"),
    ("yandex", "ru"),
    *(("thunderbird", language) for language in ("it", "es", "ru")),
    *(("outlook", language) for language in ("en", "it", "es", "ru")),
    *(("outlook-desktop", language) for language in ("en", "it", "es", "ru")),
    ("bare-head", "it"),
    ("bare-head", "ru"),
    *(("iphone", language) for language in ("en", "it", "ru")),
]
POLITE = {
    "en": ("Hi Bob,", "", "kill Neil", "", "Good luck!", "Alice"),
    "it": ("Ciao Bob,", "", "uccidi Neil", "", "A presto,", "Alice"),
    "es": ("Hola Bob:", "", "mata a Neil", "", "Un abrazo,", "Alice"),
    "ru": ("Привет, Боб!", "", "убить Neil", "", "С уважением,", "Алиса"),
}


def recipes() -> Iterator[Recipe]:
    """All of them."""
    for name, language in BY_CLIENT:
        yield from _both(f"{name}-{language}", CLIENTS[name], (MOVES[language],), language)
    yield from _postings()
    for language in ("it", "es", "ru"):
        yield from _both(f"polite-{language}", CLIENTS["gmail"], POLITE[language], language)
    yield from _other_programs()


def _both(name: str, client: Client, said: tuple[str, ...], language: str) -> Iterator[Recipe]:
    yield _plain(name, client.text(said, language), client)
    yield _html(name, client.html(said, language), client)


def _plain(name: str, text: str, client: Client = CLIENTS["gmail"]) -> Recipe:
    name = f"reply-{name}-plain"
    body = part("plain", text, client.charset, client.encoding)
    return Recipe(name, mail(fields(name, X_Mailer=client.agent), body), FOUND)


def _html(name: str, html: str, client: Client = CLIENTS["gmail"]) -> Recipe:
    name = f"reply-{name}-html"
    body = part("html", html, client.charset, client.encoding)
    return Recipe(name, mail(fields(name, X_Mailer=client.agent), body), FOUND)


def _postings() -> Iterator[Recipe]:
    """Below the quote, within it, with a signature that looks like a move, behind a rule, with a greeting."""
    said, quoted, page = GMAIL["en"], ours.quoted(), ours.page()
    quote = f'<blockquote class="gmail_quote">{page}</blockquote>'
    frame = f'<div class="gmail_quote"><div class="gmail_attr">{WHO.split()[0]} wrote:</div>'
    yield _plain("bottom-posting", f"{said}\n{quoted}\n\nkill Neil\n")
    yield _html("bottom-posting", f"{frame}{quote}<div><br></div><div>kill Neil</div></div>")
    half = quoted.split("\n")
    middle = len(half) - 12
    inline = "\n".join([said, *half[:middle], "", "kill Neil", "", *half[middle:]])
    yield _plain("inline-posting", inline)
    yield _html("inline-posting", f"{frame}{quote}<div>kill Neil</div>{quote}</div>")
    signed = ("kill Neil", "", "-- ", "kill Simon", "Alice, status: at sea")
    text, html = _both("signature-like-a-move", CLIENTS["gmail"], signed, "en")
    # Reading stops at the signature, before it comes to the quote; the quotes of a page go first.
    yield from (replace(text, expected=FOUND | {"quoted": False}), html)
    yield from _both("dash-rule", CLIENTS["gmail"], ("See below.", "-----------", "kill Neil"), "en")
    yield from _both("greeting", CLIENTS["gmail"], POLITE["en"], "en")


def _other_programs() -> Iterator[Recipe]:
    move, page = "<div>kill Neil</div>", ours.page()
    pages = {
        "yahoo": f'{move}<div id="ydp1yahoo_quoted_1"></div><div id="yahoo_quoted_123" class="yahoo_quoted"><div>On '
        f"Tuesday, noirmail wrote:</div><div>{page}</div></div>",
        "proton": f'{move}<div class="protonmail_quote">noirmail wrote:<br><blockquote>{page}</blockquote></div>',
        "zimbra": f'{move}<hr id="zwchr" data-marker="__DIVIDER__"><div><b>From: </b>noirmail</div><div>{page}</div>',
        "outlook-app": f'{move}<div id="mail-editor-reference-message-container"><div><b>From:</b> noirmail</div>'
        f"{page}</div>",
        "roundcube": f'<p>kill Neil</p><p id="reply-intro">On 2026-12-01 13:00, noirmail wrote:</p><blockquote '
        f'type="cite"><div id="replybody1">{page}</div></blockquote>',
        "samsung": f"{move}<div><br></div><div>-------- Mensaje original --------</div><div>De: noirmail</div>{page}",
        "quoted-twice": f'{move}<div class="x_gmail_quote">wrote:<blockquote>Old: {move}<blockquote>{page}'
        "</blockquote></blockquote></div>",
    }
    for name, html in pages.items():
        yield _html(name, html)
    name = "reply-alternative"
    both = CLIENTS["gmail"]
    parts = [part("plain", both.text(("kill Neil",), "en")), part("html", both.html(("kill Neil",), "en"))]
    yield Recipe(name, mail(fields(name), multipart("alternative", *parts)), FOUND)
    yield _plain(
        "quoted-twice", f"kill Neil\n\n> Alice wrote:\n>> kill Simon\n{ours.quoted('>> ')}\n>>> kill Simon\n"
    )
    yield _plain(
        "device-lines", f"kill Neil\n\nGet Outlook for Android\n{'_' * 32}\nFrom: noirmail\n\n{ours.plain()}"
    )
    yield _plain("marker-as-heading", f"kill Neil\n\nNOIR-REPLY-ABOVE\n\n{ours.plain()}")
