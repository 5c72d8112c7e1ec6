"""How mail programs put an answer and what it answers together, as text and as HTML.

Each client is a pair of functions; both take the answer's lines and the language of the client.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from tests.mail.incoming.corpus import ours

WHO = "noirmail <noir@example.test>"
Said = Sequence[str]
Put = Callable[[Said, str], str]


@dataclass(frozen=True)
class Client:
    """A mail program: its answers as plain text and as HTML, and its usual encodings."""

    agent: str
    text: Put
    html: Put
    charset: str = "utf-8"
    encoding: str = "quoted-printable"


GMAIL = {
    "en": f"On Tue, Dec 1, 2026 at 1:00 PM {WHO} wrote:",
    "it": f"Il giorno mar 1 dic 2026 alle ore 13:00 {WHO} ha scritto:",
    "es": "El mar, 1 dic 2026 a las 13:00, noirmail (<noir@example.test>) escribió:",
    "ru": f"вт, 1 дек. 2026 г. в 15:00, {WHO}:",
}
THUNDERBIRD = {
    "it": "Il 01/12/26 13:00, noirmail ha scritto:",
    "es": "El 1/12/26 a las 13:00, noirmail escribió:",
    "ru": "01.12.2026 15:00, noirmail пишет:",
    "en": "On 12/1/26 13:00, noirmail wrote:",
}
HEADS: Mapping[str, Sequence[tuple[str, str]]] = {
    "en": (("From", WHO), ("Sent", "Tuesday, December 1, 2026 1:00 PM"), ("To", "Alice <alice@example.test>")),
    "it": (("Da", WHO), ("Inviato", "martedì 1 dicembre 2026 13:00"), ("A", "Alice <alice@example.test>")),
    "es": (("De", WHO), ("Enviado", "martes, 1 de diciembre de 2026 13:00"), ("Para", "Alice <alice@example.test>")),
    "ru": (("От", WHO), ("Отправлено", "1 декабря 2026 г. 15:00"), ("Кому", "Alice <alice@example.test>")),
}
SUBJECTS = {"en": "Subject", "it": "Oggetto", "es": "Asunto", "ru": "Тема"}
ORIGINAL = {
    "en": "-----Original Message-----",
    "it": "-----Messaggio originale-----",
    "es": "-----Mensaje original-----",
    "ru": "-----Исходное сообщение-----",
}
IPHONE = {
    "en": ("Sent from my iPhone", f"On 1 Dec 2026, at 13:00, {WHO} wrote:"),
    "it": ("Inviato da iPhone", f"Il giorno 1 dic 2026, alle ore 13:00, {WHO} ha scritto:"),
    "es": ("Enviado desde mi iPhone", f"El 1 dic 2026, a la(s) 13:00, {WHO} escribió:"),
    "ru": ("Отправлено с iPhone", f"1 дек. 2026 г., в 15:00, {WHO} написал(а):"),
}


def head_of(language: str) -> list[tuple[str, str]]:
    """The header block that Outlook puts before what it quotes."""
    return [*HEADS[language], (SUBJECTS[language], "Noir K7QF2M9A: Alice – Bob")]


def _lines(said: Said) -> str:
    return "\n".join(said)


def _divs(said: Said) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in said)


def _block(language: str) -> str:
    return "\n".join(f"{name}: {value}" for name, value in head_of(language))


def _html_block(language: str) -> str:
    return "<br>".join(f"<b>{name}:</b> {escape(value)}" for name, value in head_of(language))


def _quoting(announced: Mapping[str, str]) -> Put:
    return lambda said, language: f"{_lines(said)}\n\n{announced[language]}\n{ours.quoted()}\n"


def gmail_html(said: Said, language: str) -> str:
    """As the web client writes it."""
    who = escape(GMAIL[language]).replace(
        "noir@example.test", '<a href="mailto:noir@example.test">noir@example.test</a>'
    )
    return (
        f'<div dir="ltr">{_divs(said)}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{who}<br></div><blockquote class="gmail_quote" style="margin:0px 0px '
        f'0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">{ours.page(styled=True)}</blockquote>'
        "</div>"
    )


def gmail_wrapped(said: Said, language: str) -> str:
    """The announcement folded in the middle of the address."""
    announced = GMAIL[language].replace(" <", " <\n", 1)
    return f"{_lines(said)}\n\n{announced}\n\n{ours.quoted()}\n"


def mailru_html(said: Said, language: str) -> str:
    """As mail.ru's web client writes it."""
    return (
        f'<HTML><BODY>{_divs(said)}<div>&nbsp;</div><blockquote style="border-left:1px solid #0857A6;margin:10px;'
        f'padding:0 0 0 10px;"><div>Вторник, 1 декабря 2026, 15:00 +03:00 от {escape(WHO)}:</div><div>&nbsp;</div>'
        f'<div id=""><div class="js-helper js-readmsg-msg"><div>{ours.page()}</div></div></div></blockquote></BODY>'
        "</HTML>"
    )


def yandex_html(said: Said, language: str) -> str:
    """As Yandex' web client writes it: the announcement stands before the quote."""
    return (
        f'<div>{_divs(said)}</div><div>\xa0</div><div>01.12.2026, 15:00, "noirmail" &lt;noir@example.test&gt;:</div>'
        f"<blockquote><div>{ours.page()}</div></blockquote><div>\xa0</div><div>\xa0</div><div>-- <br>Отправлено из "
        "мобильного приложения Яндекс Почты</div>"
    )


def thunderbird_html(said: Said, language: str) -> str:
    """As Thunderbird writes it."""
    return (
        f'<!DOCTYPE html>\n<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head>'
        f'<body>\n{"<br>".join(map(escape, said))}<br><br>\n<div class="moz-cite-prefix">{THUNDERBIRD[language]}<br>'
        f'</div>\n<blockquote type="cite" cite="mid:x@example.test">{ours.page()}</blockquote>\n</body></html>'
    )


def outlook_text(said: Said, language: str) -> str:
    """Outlook: a rule, the header block, and the mail as it was."""
    return f"{_lines(said)}\n\n{'_' * 32}\n{_block(language)}\n\n{ours.plain()}\n"


def outlook_html(said: Said, language: str) -> str:
    """Outlook on the web."""
    return (
        f'<html><head><style type="text/css" style="display:none;"> P {{margin-top:0;}} </style></head>'
        '<body dir="ltr">'
        f'<div class="elementToProof">{_divs(said)}</div><div id="appendonsend"></div>'
        f'<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">'
        f'<font face="Calibri, sans-serif">{_html_block(language)}</font><div>&nbsp;</div></div>'
        f"<div>{ours.page(styled=True)}</div></body></html>"
    )


def desktop_text(said: Said, language: str) -> str:
    """Outlook for desktops, answering in plain text."""
    return f"{_lines(said)}\n\n{ORIGINAL[language]}\n{_block(language)}\n\n{ours.plain()}\n"


def desktop_html(said: Said, language: str) -> str:
    """Outlook for desktops, which writes with Word."""
    paragraphs = "".join(f"<p class=MsoNormal>{escape(line) or '<o:p>&nbsp;</o:p>'}</p>" for line in said)
    return (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if !mso]><style>v\\:* {behavior:url();}'
        "</style><![endif]--><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-GB>"
        f"<div class=WordSection1>{paragraphs}<p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;"
        f"border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>{ORIGINAL[language]}<br>"
        f"{_html_block(language)}</p></div></div><p class=MsoNormal><o:p>&nbsp;</o:p></p>{ours.page()}</div>"
        "</body></html>"
    )


def bare_text(said: Said, language: str) -> str:
    """A mobile client: the header block with nothing before it."""
    return f"{_lines(said)}\n\n{_block(language)}\n\n{ours.plain()}\n"


def bare_html(said: Said, language: str) -> str:
    """The same as HTML: no element says what is quoted."""
    return f"<html><body>{_divs(said)}<br>{_html_block(language)}<br><br>{ours.page()}</body></html>"


def iphone_text(said: Said, language: str) -> str:
    """Apple's mail on a telephone."""
    device, announced = IPHONE[language]
    quoted = "\n".join(f"> {line}".rstrip() for line in ours.plain().split("\n"))
    return f"{_lines(said)}\n\n{device}\n\n> {announced}\n> \n{quoted}\n"


def iphone_html(said: Said, language: str) -> str:
    """The same as HTML."""
    device, announced = map(escape, IPHONE[language])
    return (
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">'
        f'{"<div><br></div>".join(map(escape, said))}<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">{device}'
        f'</div><div dir="ltr"><br><blockquote type="cite">{announced}<br><br></blockquote></div><blockquote '
        f'type="cite"><div dir="ltr">\ufeff{ours.page()}</div></blockquote></body></html>'
    )


CLIENTS: Mapping[str, Client] = {
    "gmail": Client("Gmail", _quoting(GMAIL), gmail_html),
    "gmail-wrapped": Client("Gmail", gmail_wrapped, gmail_html),
    "mailru": Client(
        "Mail.Ru Mailer 1.0",
        _quoting({"ru": f"Вторник, 1 декабря 2026, 15:00 +03:00 от {WHO}:"}),
        mailru_html,
        encoding="base64",
    ),
    "yandex": Client(
        "Yamail [ http://yandex.example.test ] 5.0",
        _quoting({"ru": '01.12.2026, 15:00, "noirmail" <noir@example.test>:'}),
        yandex_html,
        encoding="base64",
    ),
    "thunderbird": Client("Mozilla Thunderbird", _quoting(THUNDERBIRD), thunderbird_html, encoding="8bit"),
    "outlook": Client("Microsoft Outlook 16.0", outlook_text, outlook_html),
    "outlook-desktop": Client("Microsoft Outlook 16.0", desktop_text, desktop_html, encoding="base64"),
    "bare-head": Client("Mail", bare_text, bare_html),
    "iphone": Client("iPhone Mail (23B85)", iphone_text, iphone_html),
}
