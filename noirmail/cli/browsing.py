"""A browser of the plainest kind: addresses, links and forms; keeps cookies, knows no scripts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPException
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

_PATIENCE_SECONDS = 30


class CannotGo(RuntimeError):
    """A page could not be had, or has not what was looked for; the message says which, without any token."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a page, its address complete. ``under``: the summary that it stands below, empty without one."""

    address: str
    text: str
    under: str


@dataclass(slots=True)
class Form:
    """A form of a page as it stands before anybody touches it. ``choices``: what radio buttons and lists offer."""

    address: str
    method: str
    values: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Page:
    """An answer of the server, taken apart."""

    address: str
    status: int
    source: str
    links: tuple[Link, ...]
    forms: tuple[Form, ...]

    def link(self, part: str) -> Link:
        """The first link whose path has ``part`` in it; raises CannotGo."""
        for link in self.links:
            if part in urlsplit(link.address).path:
                return link
        raise CannotGo(f"a page without any link to {part}")

    def form(self, *names: str) -> Form:
        """The first form that is sent by POST and has fields of all these names; raises CannotGo."""
        for form in self.forms:
            if form.method == "post" and all(name in form.values or name in form.choices for name in names):
                return form
        raise CannotGo(f"a page without a form with {', '.join(names)}")


class Browser:
    """Opens pages and sends forms for one person; never asks a proxy."""

    def __init__(self, home: str) -> None:
        self.home = home.rstrip("/")
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))

    def open(self, address: str) -> Page:
        """The page at ``address``, which may be a path; raises CannotGo."""
        return self._page(Request(urljoin(f"{self.home}/", address)))

    def send(self, form: Form, values: Mapping[str, str] | None = None) -> Page:
        """What answers the form with these values put in; raises CannotGo."""
        body = urlencode(form.values | dict(values or {})).encode()
        return self._page(Request(form.address, data=body, method="POST"))

    def _page(self, request: Request) -> Page:
        try:
            with self._opener.open(request, timeout=_PATIENCE_SECONDS) as answer:
                page = read_page(answer.url, answer.status, answer.read().decode())
        except HTTPError as error:
            page = read_page(error.url, error.code, error.read().decode(errors="replace"))
        except (OSError, HTTPException) as error:
            raise CannotGo(f"no answer from {self.home}: {error}") from error
        if page.status >= 400:
            raise CannotGo(f"the server answered {page.status} to a {request.get_method()}")
        return page


def read_page(address: str, status: int, source: str) -> Page:
    """A page taken apart into its links and forms."""
    reader = _Reader(address)
    reader.feed(source)
    return Page(address, status, source, tuple(reader.links), tuple(reader.forms))


class _Reader(HTMLParser):
    """Collects links and forms."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.links: list[Link] = []
        self.forms: list[Form] = []
        self._address = address
        self._open_link: str | None = None
        self._text: list[str] = []
        self._list_name: str | None = None
        self._under = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in given:
            self._open_link, self._text = urljoin(self._address, given["href"]), []
        elif tag == "summary":
            self._text = []
        elif tag == "form":
            action = urljoin(self._address, given.get("action", ""))
            self.forms.append(Form(action, given.get("method", "get").lower()))
        elif self.forms and tag == "input":
            self._input(self.forms[-1], given)
        elif self.forms and tag in ("select", "textarea") and "name" in given:
            self._list_name = given["name"]
            self.forms[-1].values.setdefault(self._list_name, "")
        elif self.forms and tag == "option" and self._list_name:
            self._option(self.forms[-1], self._list_name, given)

    def handle_data(self, data: str) -> None:
        self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._open_link is not None:
            self.links.append(Link(self._open_link, self._read_text(), self._under))
            self._open_link = None
        elif tag == "summary":
            self._under = self._read_text()
        elif tag in ("select", "textarea"):
            self._list_name = None

    def _read_text(self) -> str:
        return " ".join("".join(self._text).split())

    @staticmethod
    def _input(form: Form, given: Mapping[str, str]) -> None:
        name, kind = given.get("name"), given.get("type", "text")
        if name is None or kind in ("submit", "button", "reset"):
            return
        if kind in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(given.get("value", "on"))
            if "checked" in given:
                form.values[name] = given.get("value", "on")
        else:
            form.values[name] = given.get("value", "")

    @staticmethod
    def _option(form: Form, name: str, given: Mapping[str, str]) -> None:
        options = form.choices.setdefault(name, [])
        options.append(given.get("value", ""))
        if "selected" in given or len(options) == 1:
            form.values[name] = given.get("value", "")
