"""The look of the HTML part: readable in every light, and for who does not see it (TRUST R17 to R20)."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from noirmail.engine.redact import view_of
from noirmail.mail.letter import Letter
from noirmail.mail.rendering import render
from tests.mail.letters import before_the_start, of_position, stopped, turn
from tests.words.positions import game

_INK = re.compile(r"(?<![-\w])color:\s*#([0-9a-f]{6})")
_GROUND = re.compile(r"background-color:\s*#([0-9a-f]{6})")
_VOID = {"meta", "br", "img", "hr"}


def shown() -> list[Letter]:
    """A letter of each kind, and a turn of each kind of board."""
    over = of_position(stopped(game(("kvi", 2, {}))[40], "resigned"))
    running = (*of_position(game(("kvi", 2, {}))[40]), *of_position(game(("dragnet", 4, {}))[5]))
    of_each_kind = {letter.kind: letter for letter in (*before_the_start(), *running, *over)}
    return [*of_each_kind.values(), running[0]]


class Colours(HTMLParser):
    """Every pair of ink and ground that stands on the page, as each element has it or inherits it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.stack: list[tuple[str, str, str]] = [("", "000000", "ffffff")]
        self.pairs: set[tuple[str, str]] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        style = given.get("style") or ""
        ink, ground = _INK.findall(style), _GROUND.findall(style)
        if ground and tag in {"td", "th", "table", "body"}:
            assert given.get("bgcolor") == f"#{ground[-1]}"
        if tag not in _VOID:
            _tag, before_ink, before_ground = self.stack[-1]
            self.stack.append((tag, ink[-1] if ink else before_ink, ground[-1] if ground else before_ground))

    def handle_endtag(self, tag: str) -> None:
        while len(self.stack) > 1 and self.stack.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.pairs.add(self.stack[-1][1:])


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def inverted(colour: str) -> str:
    return f"{0xFFFFFF - int(colour, 16):06x}"


def test_contrast_is_enough_as_sent_and_inverted() -> None:
    pairs = set().union(*(Colours(render(letter).html).pairs for letter in shown()))
    assert len(pairs) >= 8
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)
        assert contrast(inverted(ink), inverted(ground)) >= 4.5, (ink, ground)


def test_every_cell_says_without_colour_what_its_colour_says() -> None:
    view = view_of(game(("kvi", 2, {}))[40], 0)
    html = render(turn(view)).html
    cells = re.findall(r'<td align="center" height="58"[^>]*>(.*?)</td>', html)
    told = [re.sub(r"<[^>]+>", " ", cell).split() for cell in cells]
    board = [cell for row in view.board for cell in row]
    assert [words[0].strip("[]") for words in told] == [str(cell) for cell in board]
    assert [" ".join(words).count("dead") for words in told] == [int(not cell.living) for cell in board]
    assert [" ".join(words).count("card") for words in told] == [int(cell.marked) for cell in board]


def test_the_board_is_a_table_with_a_caption_and_headed_rows_and_columns() -> None:
    html = render(turn(view_of(game(("kvi", 2, {}))[6], 0))).html
    (board,) = [table for table in re.findall(r"<table.*?</table>", html, re.DOTALL) if "<caption" in table]
    assert board.count('scope="col"') == 5
    assert board.count('scope="row"') == 5
    layout = [table for table in re.findall(r"<table[^>]*>", html) if "border-spacing" not in table]
    assert all('role="presentation"' in table for table in layout)


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 1200])
def test_axe_finds_nothing_serious_and_no_mail_is_wider_than_its_window(page, tmp_path: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for letter in shown():
        path = tmp_path / "mail.html"
        path.write_text(render(letter).html)
        page.goto(path.as_uri())
        found = Axe().run(page).response["violations"]
        assert [one["id"] for one in found if one["impact"] in {"serious", "critical"}] == [], letter.kind
        assert page.evaluate("document.documentElement.scrollWidth") <= width
