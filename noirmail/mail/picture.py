"""The board as a picture, for who wants one: drawn from what the mail's table is made from, and sent with the mail.

Letters and words stand in every place, so that it needs no colour; it has a background of its own, for dark mails.
"""

from base64 import b64encode
from io import BytesIO
from typing import TYPE_CHECKING, Final

from noirmail.mail.letter import Letter
from noirmail.mail.rendering import content_id, here_of, render
from noirmail.mail.situation import Situation, Square

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

_PAPER, _INK, _SOFT, _ACCENT = "#fffdf7", "#211d19", "#5d554b", "#8b1a1a"
_GROUND: Final = {"living": "#f4eee2", "marked": "#f2dca0", "dead": "#3b3631"}
_LIGHT: Final = "#f4eee2"
_WIDE, _HIGH, _GAP, _AXIS = 116, 84, 4, 32


def board_png(here: Situation) -> bytes:
    """The board of a position as a PNG; the same position gives the same bytes."""
    # Only who wants pictures waits for the library.
    from PIL import Image, ImageDraw

    rows, columns = len(here.rows), len(here.columns)
    size = (_AXIS + columns * (_WIDE + _GAP) + _GAP, _AXIS + rows * (_HIGH + _GAP) + _GAP)
    image = Image.new("RGB", size, _PAPER)
    draw = ImageDraw.Draw(image)
    for at, column in enumerate(here.columns):
        _centred(draw, _AXIS + at * (_WIDE + _GAP) + _GAP + _WIDE // 2, _AXIS // 2, column, 16, _SOFT)
    for down, (name, squares) in enumerate(here.rows):
        top = _AXIS + down * (_HIGH + _GAP) + _GAP
        _centred(draw, _AXIS // 2, top + _HIGH // 2, name, 16, _SOFT)
        for across, square in enumerate(squares):
            _draw(draw, _AXIS + across * (_WIDE + _GAP) + _GAP, top, square)
    out = BytesIO()
    image.quantize(32).save(out, "PNG")
    return out.getvalue()


def picture_of(letter: Letter) -> bytes | None:
    """The picture that goes with a letter; None where it wants none, or shows no board."""
    here = here_of(letter) if letter.picture else None
    return None if here is None else board_png(here)


def as_page(letter: Letter) -> str:
    """The HTML part as a page that holds its picture itself, to be looked at outside a mail."""
    html, png = render(letter).html, picture_of(letter)
    if png is None:
        return html
    return html.replace(f"cid:{content_id(letter)}", f"data:image/png;base64,{b64encode(png).decode()}")


def _draw(draw: "ImageDraw", left: int, top: int, square: Square) -> None:
    looks = square.look.split()
    ground = _GROUND[looks[0]]
    ink = _LIGHT if looks[0] == "dead" else _ACCENT if "own" in looks else _INK
    border, width = (_ACCENT, 4) if "own" in looks else (_SOFT, 1)
    draw.rectangle((left, top, left + _WIDE, top + _HIGH), fill=ground, outline=border, width=width)
    middle = left + _WIDE // 2
    _centred(draw, middle, top + 24, square.letter, 28, ink)
    _centred(draw, middle, top + 50, square.name, 15, ink, struck=square.struck)
    _centred(draw, middle, top + 69, square.mark, 13, ink)


def _centred(draw: "ImageDraw", x: int, y: int, text: str, size: int, ink: str, *, struck: bool = False) -> None:
    from PIL import ImageFont

    font = ImageFont.load_default(size)
    while text and draw.textlength(text, font) > _WIDE - 8:
        text = text[:-2].rstrip("….") + "…" if len(text) > 2 else ""
    draw.text((x, y), text, fill=ink, font=font, anchor="mm")
    if struck:
        half = draw.textlength(text, font) / 2
        draw.line((x - half, y + 1, x + half, y + 1), fill=ink, width=1)
