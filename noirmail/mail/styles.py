"""The look of a mail, put into each element: mail clients drop whatever stands elsewhere."""

import re
from functools import cache

from css_inline import CSSInliner
from markupsafe import Markup

from noirmail.data import data_dir

_STYLE = re.compile(r'style="([^"]*)"')
_BACKGROUND = re.compile(r"background-color:\s*(#[0-9a-f]{6})")
_SNIPPET = '<table><tr><td class="{}"></td></tr></table>'


class Styles(dict[str, Markup]):
    """By the classes of an element, the attributes that give it its look; worked out on first use."""

    def __missing__(self, looks: str) -> Markup:
        made = self[looks] = _attributes(looks)
        return made


def _attributes(looks: str) -> Markup:
    """``style``, and ``bgcolor`` where there is a background, for clients that drop styles.

    Raises KeyError for a class that the style sheet has not.
    """
    for look in looks.split():
        if f".{look} {{" not in _sheet():
            raise KeyError(look)
    found = _STYLE.search(_inliner().inline_fragment(_SNIPPET.format(looks), _sheet()))
    style = found[1] if found else ""
    background = _BACKGROUND.findall(style)
    return Markup(f'style="{style}"' + (f' bgcolor="{background[-1]}"' if background else ""))


@cache
def _sheet() -> str:
    return (data_dir("templates") / "mail" / "style.css").read_text(encoding="utf-8")


@cache
def _inliner() -> CSSInliner:
    return CSSInliner(load_remote_stylesheets=False)
