"""Pages as somebody without a browser reads them: their text, links and forms."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

_VOID = frozenset({"input", "meta", "link", "br", "hr", "base"})
_UNREAD = frozenset({"script", "style", "title"})


@dataclass
class Form:
    """A form: where it goes, what it carries without anybody's doing, and what can be chosen."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    boxes: list[str] = field(default_factory=list)

    def send(self, client: FlaskClient, **values: str) -> TestResponse:
        """Send it with these values beside what it carries."""
        return client.post(self.action, data={**self.fields, **values})


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.cells: list[str] = []
        self._open: list[str] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        if tag not in _VOID:
            self._open.append(tag)
        if tag == "a":
            self.links.append(known.get("href", ""))
        elif tag == "form":
            self.forms.append(Form(known["action"]))
        elif tag == "td":
            self.cells.append("")
        elif tag == "select":
            self._select = known["name"]
            self.forms[-1].choices[self._select] = []
        elif tag in ("input", "option"):
            self._field(tag, known)

    def _field(self, tag: str, known: dict[str, str]) -> None:
        form, value = self.forms[-1], known.get("value", "")
        name, kind = known.get("name", self._select), known.get("type", tag)
        if kind in ("radio", "option"):
            form.choices.setdefault(name, []).append(value)
        if kind == "checkbox":
            form.boxes.append(name)
        if kind in ("hidden", "text", "email") or "checked" in known or "selected" in known:
            form.fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if _UNREAD.intersection(self._open) or not data.strip():
            return
        self.words.append(" ".join(data.split()))
        if "td" in self._open:
            self.cells[-1] = f"{self.cells[-1]} {data.strip()}".strip()


def _read(page: TestResponse) -> _Reader:
    reader = _Reader()
    reader.feed(page.get_data(as_text=True))
    return reader


def words(page: TestResponse) -> str:
    """All that the page says, in its order."""
    return " ".join(_read(page).words)


def links(page: TestResponse) -> list[str]:
    """Where the page leads."""
    return _read(page).links


def forms(page: TestResponse) -> list[Form]:
    """The page's forms."""
    return _read(page).forms


def form(page: TestResponse, ending: str) -> Form:
    """The form whose address ends so."""
    return next(found for found in forms(page) if found.action.endswith(ending))


def cells(page: TestResponse) -> list[str]:
    """What stands in each place of the board, row by row."""
    return [cell for cell in _read(page).cells if cell]
