"""Charsets and transfer encodings, right, wrong and broken (TRUST R60)."""

from base64 import b64encode
from collections.abc import Iterator

from tests.mail.incoming.corpus.recipe import Recipe, encoded, fields, mail, multipart, part

RU = "Здравствуйте!\n\nубить Нила\n"
# Name, type and encoding as declared, bytes of the body, what must be read.
BODIES: list[tuple[str, str, str, bytes, list[str]]] = [
    ("koi8-r", "text/plain; charset=koi8-r", "8bit", RU.encode("koi8-r"), ["kill N"]),
    ("windows-1251", "text/plain; charset=windows-1251", "8bit", RU.encode("cp1251"), ["kill N"]),
    ("iso-8859-5", 'text/plain; charset="ISO-8859-5"', "8bit", RU.encode("iso-8859-5"), ["kill N"]),
    ("1251-called-utf-8", "text/plain; charset=utf-8", "8bit", RU.encode("cp1251"), ["kill N"]),
    ("koi8-called-utf-8", "text/plain; charset=utf-8", "8bit", RU.encode("koi8-r"), ["kill N"]),
    ("koi8-undeclared", "text/plain", "8bit", RU.encode("koi8-r"), ["kill N"]),
    ("1251-called-ascii", "text/plain; charset=us-ascii", "8bit", RU.encode("cp1251"), ["kill N"]),
    (
        "1252-called-utf-8",
        "text/plain; charset=utf-8",
        "8bit",
        "¡Olé, señor!\nmata a Neil".encode("cp1252"),
        ["kill N"],
    ),
    (
        "latin-1",
        "text/plain; charset=iso-8859-1",
        "8bit",
        "columna 2 arriba\nEspaña".encode("latin-1"),
        ["shift c2 up"],
    ),
    ("unknown", "text/plain; charset=foo", "8bit", "giù la c2? no:\nc2 giù".encode(), ["shift c2 down"]),
    ("no-text-codec", "text/plain; charset=zip", "8bit", RU.encode(), ["kill N"]),
    ("punycode", "text/plain; charset=punycode", "8bit", b"kill Neil", ["kill N"]),
    ("charset-with-nul", "text/plain; charset=\x00utf\x00", "8bit", b"kill Neil", ["kill N"]),
    ("rfc2231", "text/plain; charset*=us-ascii'en'koi8-r", "8bit", RU.encode("koi8-r"), ["kill N"]),
    ("utf-16", "text/plain; charset=utf-16", "base64", b64encode(RU.encode("utf-16")), ["kill N"]),
    ("byte-order-mark", "text/plain; charset=utf-8", "8bit", "\ufeffkill Neil".encode(), ["kill N"]),
    ("nuls", "text/plain", "8bit", b"k\x00ill\x00 Neil\x00", ["kill N"]),
    ("controls", "text/plain", "8bit", b"kill\x07 Neil\x1b[0m", []),
    ("invisible", "text/plain; charset=utf-8", "8bit", "\u200bkill\u200b Ne\u00adil\u200e".encode(), ["kill N"]),
    ("full-width", "text/plain; charset=utf-8", "8bit", "ＫＩＬＬ\u3000Ｎｅｉｌ！".encode(), ["kill N"]),
    ("no-break-space", "text/plain; charset=utf-8", "8bit", "kill\u00a0Neil".encode(), ["kill N"]),
    ("cut-utf-8", "text/plain; charset=utf-8", "8bit", "убить Нила\n\nПока, Алиса".encode()[:-1], ["kill N"]),
    ("base64-cut", "text/plain; charset=utf-8", "base64", b64encode(b"kill Neil\nkisses, Alice")[:-3], ["kill N"]),
    ("base64-broken", "text/plain", "base64", b"a2lsb*CBOZWls!!\n\n=", ["kill N"]),
    ("qp-broken", "text/plain", "quoted-printable", b"kill Neil=\r\n\r\n=ZZ=4", ["kill N"]),
    ("unknown-encoding", "text/plain", "x-rot13", b"kill Neil", ["kill N"]),
    ("html-1251", "text/html; charset=windows-1251", "8bit", "<p>убить Нила</p>".encode("cp1251"), ["kill N"]),
    (
        "flowed",
        "text/plain; format=flowed",
        "7bit",
        b"> Some old \r\n> text\r\n\r\nkill \r\nNeil\r\n-- \r\nAlice",
        ["kill N"],
    ),
    ("delsp", "text/plain; format=flowed; delsp=yes", "7bit", b"ki \r\nll  \r\nNeil\r\n", ["kill N"]),
    ("stuffed", "text/plain; format=flowed", "7bit", b" kill Neil\r\n >From here\r\n", ["kill N"]),
    ("bare-newlines", "text/plain", "7bit", b"kill Neil\nBye\n", ["kill N"]),
    ("bare-returns", "text/plain", "7bit", b"kill Neil\rBye\r", ["kill N"]),
]


def recipes() -> Iterator[Recipe]:
    """All of them."""
    for name, kind, encoding, body, lines in BODIES:
        full = f"charset-{name}"
        content = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n".encode() + body
        expected: dict[str, object] = {"lines": lines}
        if name in {"flowed", "stuffed"}:
            expected["quoted"] = True
        yield Recipe(full, mail(fields(full), content), expected)
    yield from _headers()
    yield from _multiparts()


def _headers() -> Iterator[Recipe]:
    """Subjects, read since the body is empty."""
    for name, subject, shown in [
        ("koi8-words", encoded("ничья", "koi8-r"), "ничья"),
        ("split-words", "=?utf-8?b?0L3QuNGH?= =?utf-8?b?0YzRjw==?=", "ничья"),
        ("raw-utf-8", "ничья", "ничья"),
        ("broken-words", "=?utf-8?b?!!!?= please draw", None),
        ("unknown-words", "=?foo?q?draw?=", "draw"),
    ]:
        full = f"charset-subject-{name}"
        found = {"lines": ["command: draw"], "subject": shown} if shown else {}
        yield Recipe(full, mail(fields(full, Subject=subject), part("plain", "\n")), found)


def _multiparts() -> Iterator[Recipe]:
    move = part("plain", "kill Neil\n")
    for name, body in [
        ("no-end", multipart("mixed", move).removesuffix(b"--=_noir--\r\n")),
        ("no-boundary", b"Content-Type: multipart/mixed\r\n\r\nkill Neil\r\n"),
        ("boundary-not-there", b"Content-Type: multipart/mixed; boundary=x\r\n\r\nkill Neil\r\n"),
        ("no-type", b"\r\nkill Neil\r\n"),
        ("wrong-type", b"Content-Type: text\r\n\r\nkill Neil\r\n"),
        ("preamble", multipart("mixed", move).replace(b"\r\n\r\n--", b"\r\n\r\nkill Simon\r\n--", 1)),
        ("epilogue", multipart("mixed", move) + b"kill Simon\r\n"),
        ("digest", multipart("digest", b"\r\nSubject: x\r\n\r\nkill Simon", move)),
        (
            "related-in-alternative",
            multipart("alternative", move, multipart("related", part("html", "no"), boundary="b")),
        ),
    ]:
        full = f"charset-multipart-{name}"
        yield Recipe(full, mail(fields(full), body), {"lines": ["kill N"]})
