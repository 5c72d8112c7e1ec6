"""The look of a mail, inside each element: mail clients drop whatever stands elsewhere."""

import re
from functools import cache

from css_inline import CSSInliner
from markupsafe import Markup

from noirmail.data import data_dir

_STYLE = re.compile(r'style="([^"]*)"')
_BACKGROUND = re.compile(r"background-color:\s*(#[0-9a-f]{6})")
_SNIPPET = '<table><tr><td class="{}"></td></tr></table>'


@cache
def css(looks: str) -> Markup:
    """The ``style`` attribute of an element with these classes of ``style.css``, worked out once.

    Where the background is set, ``bgcolor`` says it again for clients that drop styles. KeyError for a class that
    the style sheet has not.
    """
    for look in looks.split():
        if f".{look} {{" not in _sheet():
            raise KeyError(look)
    inlined = _inliner().inline_fragment(_SNIPPET.format(looks), _sheet())
    found = _STYLE.search(inlined)
    style = found[1] if found else ""
    background = _BACKGROUND.findall(style)
    return Markup(f'style="{style}"' + (f' bgcolor="{background[-1]}"' if background else ""))


@cache
def _sheet() -> str:
    return (data_dir("templates") / "mail" / "style.css").read_text(encoding="utf-8")


@cache
def _inliner() -> CSSInliner:
    return CSSInliner(load_remote_stylesheets=False)
