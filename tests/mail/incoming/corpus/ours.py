"""The mail that the corpus answers: Alice's turn as the Killer, as the product writes it."""

import re
from functools import cache

from noirmail.engine.redact import view_of
from noirmail.engine.view import View
from noirmail.mail.rendering import Rendered, render
from tests.engine.build import game
from tests.mail.letters import turn


def position() -> View:
    """Alice is Marion and moves; Neil is one of her neighbours."""
    return view_of(game("kvi", "MATPVW", "kill G", "identity T"), 0)


@cache
def rendered() -> Rendered:
    """The mail's two texts."""
    return render(turn(position(), ("Alice", "Bob")))


def plain() -> str:
    """The text part, without the newline at its end."""
    return rendered().text.rstrip("\n")


def quoted(mark: str = "> ") -> str:
    """The text part, each line quoted."""
    return "\n".join((mark + line).rstrip() for line in plain().split("\n"))


def page(*, styled: bool = False) -> str:
    """What stands in the body of the HTML part; many clients keep nothing of its style."""
    found = re.search(r"<body[^>]*>(.*)</body>", rendered().html, re.DOTALL)
    assert found
    return found[1] if styled else re.sub(r' (?:style|bgcolor)="[^"]*"', "", found[1])
