"""Where a mail leads: the addresses that its maker hands in, each with its token in the path."""

from collections.abc import Callable
from dataclasses import dataclass

from noirmail.engine.actions import Action


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of one seat. ``action`` gives the preview of an action as the answer to a decision,
    ``form`` the page where an action of that kind is put together.
    """

    seat: str
    action: Callable[[int, Action], str]
    form: Callable[[int, str], str]
