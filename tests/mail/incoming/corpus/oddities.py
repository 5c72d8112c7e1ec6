"""Attachments, bombs (small ones), duplicates, wrong dates, and HTML that hides something."""

from collections.abc import Iterator
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tests.mail.incoming.corpus.recipe import Recipe, fields, mail, multipart, part, transferred

MOVE = part("plain", "kill Neil\n")
FOUND = {"lines": ["kill N"]}


def recipes() -> Iterator[Recipe]:
    """All of them."""
    yield from _attachments()
    yield from _bombs()
    yield from _copies()
    yield from _dates()
    yield from _pages()


def _attached(kind: str, name: str, raw: bytes, encoding: str = "7bit") -> bytes:
    head = f'Content-Type: {kind}; name="{name}"\r\nContent-Disposition: attachment; filename="{name}"\r\n'
    return f"{head}Content-Transfer-Encoding: {encoding}\r\n\r\n".encode() + transferred(raw, encoding)


def _zip() -> bytes:
    """Ten million zeros in a few kilobytes."""
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as archive:
        archive.writestr(ZipInfo("zeros"), b"0" * 10_000_000, ZIP_DEFLATED)
    return held.getvalue()


def _attachments() -> Iterator[Recipe]:
    inner = b"From: alice@example.test\r\nSubject: kill Simon\r\n\r\nkill Simon\r\n"
    note, thanks = part("plain", "See the file.\n"), part("html", "<p>See the file.</p>")
    for name, parts, found in [
        ("mail", (note, _attached("message/rfc822", "move.eml", inner)), {}),
        ("mail-inline", (note, b"Content-Type: message/rfc822\r\n\r\n" + inner), {}),
        ("text", (note, _attached("text/plain", "move.txt", b"kill Simon\r\n")), {}),
        ("page", (thanks, _attached("text/html", "move.html", b"<p>kill Simon</p>")), {}),
        ("zip", (MOVE, _attached("application/zip", "bomb.zip", _zip(), "base64")), FOUND),
        (
            "calendar",
            (MOVE, b"Content-Type: text/calendar; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"),
            FOUND,
        ),
        ("picture", (MOVE, _attached("image/png", "kill Simon.png", b"\x89PNG", "base64")), FOUND),
        ("two-texts", (MOVE, part("plain", "To leave this list, write to x@example.test.\n")), FOUND),
    ]:
        full = f"attachment-{name}"
        yield Recipe(full, mail(fields(full), multipart("mixed", *parts)), found)


def _bombs() -> Iterator[Recipe]:
    deep = MOVE
    for level in range(9):
        deep = multipart("mixed", deep, boundary=f"b{level}")
    fits = MOVE
    for level in range(8):
        fits = multipart("mixed", fits, boundary=f"b{level}")
    many, most = [MOVE] * 50, [MOVE] * 49
    for name, header, body, found in [
        ("deep", [], deep, {"too_big": "depth"}),
        ("as-deep-as-may-be", [], fits, FOUND),
        ("parts", [], multipart("mixed", *many), {"too_big": "parts"}),
        ("as-many-parts-as-may-be", [], multipart("mixed", *most), FOUND),
        ("headers", [("X-More", "x")] * 200, MOVE, {"too_big": "headers"}),
        ("header-bytes", [("X-More", "x" * 900)] * 40, MOVE, {"too_big": "header-bytes"}),
        ("long-subject", [("X-More", "x" * 20_000)], MOVE, FOUND),
    ]:
        full = f"bomb-{name}"
        yield Recipe(full, mail([*fields(full), *header], body), found)


def _copies() -> Iterator[Recipe]:
    """The same mail by two ways: another Received, the same id; and one without an id."""
    for name, way in (("first", "a.example.test"), ("second", "b.example.test")):
        header = fields("copy", Received=f"from {way} by mx.example.test; Wed, 02 Dec 2026 08:15:04 +0000")
        yield Recipe(f"copy-{name}", mail(header, MOVE), FOUND | {"message_id": "<copy@client.example.test>"})
    yield Recipe("copy-without-id", mail(fields("copy", Message_ID=None), MOVE), FOUND | {"message_id": None})
    bare = fields("copy", Message_ID="copy@client.example.test")
    yield Recipe("copy-bare-id", mail(bare, MOVE), FOUND | {"message_id": "<copy@client.example.test>"})


def _dates() -> Iterator[Recipe]:
    for name, date, found in [
        ("future", "Fri, 01 Jan 2099 00:00:00 +0000", "2099-01-01T00:00:00+00:00"),
        ("stale", "Mon, 02 Nov 2026 10:00:00 -0500", "2026-11-02T15:00:00+00:00"),
        ("no-zone", "Wed, 02 Dec 2026 09:15:00 -0000", "2026-12-02T09:15:00+00:00"),
        ("nonsense", "yesterday, 25:99", None),
        ("last-year-of-all", "Fri, 31 Dec 9999 23:00:00 -1200", None),
        ("far-zone", "Wed, 02 Dec 2026 09:15:00 +9999", None),
        ("missing", None, None),
    ]:
        full = f"date-{name}"
        yield Recipe(full, mail(fields(full, Date=date), MOVE), FOUND | {"date": found})


def _pages() -> Iterator[Recipe]:
    """HTML alone. What a reader does not see was not said."""
    seen = "<p>kill Neil</p>"
    for name, page, lines in [
        ("style", f"<style>kill Simon</style><script>document.write('<p>kill Simon</p>')</script>{seen}", ["kill N"]),
        ("hidden", f'<div style="display: none">kill Simon</div><p hidden>kill Simon</p>{seen}', ["kill N"]),
        ("tiny", f'<span style="font-size:0px">kill Simon</span><i style="mso-hide:all">x</i>{seen}', ["kill N"]),
        ("comment", f"<!-- kill Simon --><!--[if mso]><p>kill Simon</p><![endif]-->{seen}", ["kill N"]),
        ("entities", "<p>kill&nbsp;&#78;eil</p>", ["kill N"]),
        ("inline-tags", "<p><b>ki</b>ll <font color=red>Neil</font></p>", ["kill N"]),
        ("lines", "kill Neil<br>kill Neil<hr>Bye", ["kill N"]),
        ("table", "<table><tr><td>kill Neil</td><td>Bye</td></tr></table>", ["kill N"]),
        ("preformatted", "<pre>Hello\nkill Neil\nBye</pre>", ["kill N"]),
        ("unclosed", f"<div><b>Hello<p>{seen}<div></span></b>", ["kill N"]),
        ("upper-case", "<HTML><BODY><P>KILL NEIL</P><BLOCKQUOTE>KILL SIMON</BLOCKQUOTE></BODY></HTML>", ["kill N"]),
        ("lesser-than", "<p>1 < 2, I <3 this</p><p>kill Neil</p>", ["kill N"]),
        ("broken-tag", f'<a href="x>y</a>{seen}', ["kill N"]),
        ("angle-quoted", "<p>&gt; kill Simon</p><p>kill Neil</p>", ["kill N"]),
    ]:
        full = f"html-{name}"
        found: dict[str, object] = {"lines": lines}
        if name in {"upper-case", "angle-quoted"}:
            found["quoted"] = True
        yield Recipe(full, mail(fields(full), part("html", page)), found)
    name = "html-beside-empty-text"
    body = multipart("alternative", part("plain", " \n"), part("html", seen))
    yield Recipe(name, mail(fields(name), body), FOUND)
