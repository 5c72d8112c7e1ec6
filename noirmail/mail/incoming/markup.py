"""HTML as the plain text that its writer typed: quotes, style and what is hidden left out (TRUST R61).

The standard library's HTML parser is quadratic on hostile input and raises on some of it, so the few rules that are
needed stand here. Every step goes forward only.
"""

import re
from dataclasses import dataclass, field
from html import unescape

_TAG = re.compile(r"""<(/?)([a-zA-Z][^\s/>]*+)((?>[^>"']+|"[^"]*"|'[^']*')*+)>""")
_ATTRIBUTE = re.compile(r"""([^\s=/"'>]++)(?:\s*+=\s*+("[^"]*"|'[^']*'|[^\s>]++))?""")
_SPACES = re.compile(r"[ \t\r\f\v\xa0]+")
_BLANK_LINES = re.compile(r"\n{3,}")

_EMPTY = frozenset(
    {
        *("area", "base", "br", "col", "embed", "hr", "img", "input"),
        *("link", "meta", "param", "source", "track", "wbr"),
    }
)
_RAW = frozenset({"script", "style", "title", "textarea", "noscript", "template"})
_BLOCKS = frozenset(
    {
        *("address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset", "footer"),
        *("form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre"),
        *("section", "table", "tbody", "td", "th", "tr", "ul"),
    }
)
# Where clients put what they quote.
_QUOTES = frozenset(
    {
        *("gmail_attr", "yahoo_quoted", "moz-cite-prefix", "protonmail_quote", "tutanota_quote", "zmail_extra"),
        *("ms-outlook-mobile-reference-message", "mail-editor-reference-message-container", "reply-intro"),
        *("mailru-blockquote", "outlookmessageheader"),
    }
)
_STARTS_OF_QUOTES = ("yahoo_quoted",)
# Gmail's frame of a quote, in which answers between and below the quoted lines stand, too.
_FRAMES = frozenset({"gmail_quote", "gmail_extra"})
# From here on all is quoted.
_LAST = frozenset({"divrplyfwdmsg", "zwchr", "olk_src_body_section"})
_OUTLOOK_RULE = re.compile(r"border:none;border-top:solid")
_HIDDEN = re.compile(r"display:none|visibility:hidden|mso-hide:all|font-size:0(?![.\d])|max-height:0(?![.\d])")


@dataclass(slots=True)
class _Element:
    """An open element. ``way``: keep its text, drop it, or drop it until a quote in it has ended."""

    tag: str
    way: str


@dataclass(slots=True)
class _Reading:
    """How far a page has been read."""

    text: list[str] = field(default_factory=list)
    open: list[_Element] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    dropping: list[_Element] = field(default_factory=list)
    quoted: bool = False
    over: bool = False

    def say(self, words: str) -> None:
        """Text, unless it is in something that is dropped."""
        if not self.dropping:
            self.text.append(words)


def text_of_html(page: str) -> tuple[str, bool]:
    """The text of a page in lines, and whether something quoted was left out. Never raises."""
    reading, at = _Reading(), 0
    while at < len(page) and not reading.over:
        begin = page.find("<", at)
        if begin < 0:
            begin = len(page)
        if begin > at:
            _say_text(reading, page[at:begin])
        at = _markup(reading, page, begin)
    lines = (_SPACES.sub(" ", line).strip() for line in "".join(reading.text).split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip("\n"), reading.quoted


def _say_text(reading: _Reading, source: str) -> None:
    if not reading.counts.get("pre"):
        source = source.replace("\n", " ")
    reading.say(unescape(source))


def _markup(reading: _Reading, page: str, begin: int) -> int:
    """Read what begins with ``<``; where it ends. What never ends goes on to the end of the page."""
    if page.startswith("<!--", begin):
        return _behind(page, "-->", begin)
    if page.startswith(("<!", "<?"), begin):
        return _behind(page, ">", begin)
    tag = _TAG.match(page, begin)
    if tag is None:
        return _no_tag(reading, page, begin)
    name = tag[2].lower()
    if tag[1]:
        _close(reading, name)
        return tag.end()
    _open(reading, name, tag[3])
    if name in _RAW and not tag[3].endswith("/"):
        return _behind_element(reading, page, name, tag.end())
    return tag.end()


def _no_tag(reading: _Reading, page: str, begin: int) -> int:
    """A ``<`` that begins no tag is text; a tag with quotation marks gone wrong ends where it first can."""
    if begin < len(page) and not re.match(r"</?[a-zA-Z]", page[begin : begin + 3]):
        reading.say("<")
        return begin + 1
    return _behind(page, ">", begin)


def _behind(page: str, mark: str, begin: int) -> int:
    found = page.find(mark, begin)
    return len(page) if found < 0 else found + len(mark)


def _behind_element(reading: _Reading, page: str, name: str, begin: int) -> int:
    """Behind an element whose content is no text of the page."""
    end = re.compile(rf"</{name}", re.IGNORECASE).search(page, begin)
    _close(reading, name)
    return _behind(page, ">", end.start()) if end else len(page)


def _open(reading: _Reading, name: str, attributes: str) -> None:
    if name in _BLOCKS or name == "br":
        reading.say("\n")
    known = _attributes(attributes)
    if not reading.dropping and _begins_the_rest(known):
        reading.quoted = reading.over = True
    if name in _EMPTY or attributes.endswith("/"):
        return
    element = _Element(name, _way(name, known))
    reading.open.append(element)
    reading.counts[name] = reading.counts.get(name, 0) + 1
    if element.way:
        reading.quoted |= element.way != "hidden"
        reading.dropping.append(element)


def _close(reading: _Reading, name: str) -> None:
    """End an element and those in it that were left open; an end without a beginning is nothing."""
    if not reading.counts.get(name):
        return
    ended = ""
    while ended != name:
        element = reading.open.pop()
        ended = element.tag
        reading.counts[ended] -= 1
        if element.way and reading.dropping[-1] is element:
            reading.dropping.pop()
    # What follows a quote within Gmail's frame is an answer.
    while name == "blockquote" and reading.dropping and reading.dropping[-1].way == "frame":
        reading.dropping.pop().way = ""
    if name in _BLOCKS:
        reading.say("\n")


def _attributes(source: str) -> dict[str, str]:
    return {
        found[1].lower(): unescape((found[2] or "").strip("\"'")).lower() for found in _ATTRIBUTE.finditer(source)
    }


def _names(attributes: dict[str, str]) -> set[str]:
    """The classes and ids, without what clients put before those of a mail that they show."""
    words = f"{attributes.get('class', '')} {attributes.get('id', '')}".split()
    return {word.removeprefix("x_") for word in words}


def _style(attributes: dict[str, str]) -> str:
    return re.sub(r"\s", "", attributes.get("style", ""))


def _begins_the_rest(attributes: dict[str, str]) -> bool:
    return not _LAST.isdisjoint(_names(attributes)) or bool(_OUTLOOK_RULE.search(_style(attributes)))


def _way(name: str, attributes: dict[str, str]) -> str:
    """'' to keep the text of an element; quote or hidden to drop it; frame to drop it until a quote has ended."""
    names = _names(attributes)
    if name == "blockquote" or not _QUOTES.isdisjoint(names):
        return "quote"
    if any(word.startswith(_STARTS_OF_QUOTES) for word in names):
        return "quote"
    if not _FRAMES.isdisjoint(names):
        return "frame"
    if name in {"head", *_RAW} or "hidden" in attributes or _HIDDEN.search(_style(attributes)):
        return "hidden"
    return ""
