"""A letter's bytes: MIME parts and headers by the standard library, checked before they go out (TRUST R26)."""

from binascii import b2a_qp
from email.charset import Charset
from email.header import Header
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.parser import BytesHeaderParser
from email.policy import Compat32
from email.utils import format_datetime, formataddr
from unicodedata import category

from noirmail.mail.letter import Letter
from noirmail.mail.picture import picture_of
from noirmail.mail.rendering import content_id, render
from noirmail.words.times import zone_of

SENDER_NAME = "noirmail"
# Every header that a mail may have, each once.
HEADERS = frozenset(
    {
        *("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Reply-To", "MIME-Version"),
        *("Content-Type", "Content-Language", "Auto-Submitted", "X-Auto-Response-Suppress"),
        *("List-Id", "List-Help", "List-Unsubscribe", "List-Unsubscribe-Post"),
    }
)


class _Folding(Compat32):
    """Folds what needs it; a plain value that fits a line is that line, for which nothing has to be worked out."""

    def fold_binary(self, name: str, value: str) -> bytes:
        """A header as it goes out."""
        if type(value) is str and value.isascii() and value.isprintable() and len(name) + len(value) < _FOLDED:
            return f"{name}: {value}\r\n".encode("ascii")
        return super().fold_binary(name, value)


# No address of ours is folded; lists of references are.
_FOLDED = 198
_POLICY = _Folding(linesep="\r\n", max_line_length=_FOLDED + 2)
# RFC 5322 ends lines at 998.
_LONGEST_LINE = 990
_UTF8 = Charset("utf-8")
_PARSER = BytesHeaderParser()


class BadHeaders(ValueError):
    """The bytes have a header that the letter has not: somebody's text got out of its place."""


def compose(letter: Letter) -> bytes:
    """The whole mail, with CRLF: text first, HTML second, both UTF-8. The same letter gives the same bytes.

    Raises BadHeaders where the bytes, read again, have another set of headers than was meant.
    """
    rendered = render(letter)
    mail = MIMEMultipart("alternative", boundary=letter.boundary, policy=_POLICY)
    for name, value in _headers(letter, rendered.subject):
        mail[name] = value
    mail.attach(_part("plain", rendered.text))
    # As ASCII throughout, which HTML can say of every letter, it needs no encoding, which is smaller and faster.
    html = _part("html", rendered.html.encode("ascii", "xmlcharrefreplace").decode("ascii"))
    png = picture_of(letter)
    mail.attach(html if png is None else _with_picture(letter, html, png))
    raw = mail.as_bytes(policy=_POLICY)
    _check(raw, mail.keys())
    return raw


def _headers(letter: Letter, subject: str) -> list[tuple[str, str]]:
    headers: list[tuple[str, str]] = [
        ("From", formataddr((SENDER_NAME, letter.sender))),
        ("To", letter.to),
        ("Subject", _text(subject)),
        ("Date", format_datetime(letter.date.astimezone(zone_of(letter.zone)))),
        ("Message-ID", letter.message_id),
        ("Content-Language", letter.language),
        ("Auto-Submitted", letter.auto_submitted),
        ("X-Auto-Response-Suppress", "All"),
    ]
    if letter.references:
        headers += [("In-Reply-To", letter.references[-1]), ("References", " ".join(letter.references))]
    if letter.reply_to:
        headers.append(("Reply-To", letter.reply_to))
    if letter.list_id:
        headers += [("List-Id", f"<{letter.list_id}>"), ("List-Help", f"<{letter.help_url}>")]
    if letter.unsubscribe:
        headers.append(("List-Unsubscribe", f"<{letter.unsubscribe}>"))
        headers.append(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"))
    return headers


def _text(text: str) -> str:
    """Free text as a header: one line, without encoded words of its own (cpython#121650)."""
    line = "".join(" " if category(letter) in {"Cc", "Zl", "Zp", "Cs"} else letter for letter in text)
    line = " ".join(line.replace("=?", "= ?").split())
    # Encoded words have 75 characters at most (RFC 2047).
    return line if line.isascii() else Header(line, _UTF8, 75, "Subject").encode(linesep="\r\n")


def _part(kind: str, text: str) -> MIMENonMultipart:
    part = MIMENonMultipart("text", kind, charset="utf-8", policy=_POLICY)
    if text.isascii() and max(map(len, text.split("\n"))) <= _LONGEST_LINE:
        part["Content-Transfer-Encoding"] = "7bit"
        part.set_payload(text)
    else:
        part["Content-Transfer-Encoding"] = "quoted-printable"
        part.set_payload(b2a_qp(text.encode()).decode("ascii"))
    return part


def _with_picture(letter: Letter, html: MIMENonMultipart, png: bytes) -> MIMEMultipart:
    """The HTML and the picture that it shows, together (TRUST R18)."""
    related = MIMEMultipart("related", boundary=f"{letter.boundary}-r", policy=_POLICY)
    image = MIMEImage(png, "png", policy=_POLICY)
    image["Content-ID"] = f"<{content_id(letter)}>"
    image["Content-Disposition"] = 'inline; filename="board.png"'
    related.attach(html)
    related.attach(image)
    return related


def _check(raw: bytes, meant: list[str]) -> None:
    """Compare the names of the headers, as a reader finds them, with those that were meant and those allowed."""
    found = _PARSER.parsebytes(raw.partition(b"\r\n\r\n")[0]).keys()
    if found != meant or not HEADERS.issuperset(found) or len(set(found)) != len(found):
        raise BadHeaders("a mail was not sent: its headers are not those that were meant")
