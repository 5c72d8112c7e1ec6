"""Pages as text: one environment for the templates, which see a page's own dataclass and nothing else."""

from dataclasses import dataclass
from functools import cache

from flask import Response, current_app
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from noirmail.data import data_dir
from noirmail.i18n import gettext, language, ngettext
from noirmail.web.assets import asset
from noirmail.web.members import shown_name
from noirmail.web.security import form_token


@dataclass(frozen=True, slots=True)
class Frame:
    """What surrounds a page. ``title`` holds no secret and no token. ``member``: the name of who is signed in.

    ``token``: what the forms of an account carry. ``own``: the page lies under a seat's token and links to no
    account. ``script``: the page brings the small script for the keyboard. ``mailbox``: this server has
    a mailbox of its own.
    """

    title: str
    language: str
    member: str | None
    token: str | None
    own: bool
    script: bool
    mailbox: bool


def page(
    template: str,
    model: object,
    *,
    title: str,
    status: int = 200,
    own: bool = False,
    script: bool = False,
) -> Response:
    """The page as an answer; ``model`` is all that the template knows.

    ``own``: the page lies under a token or tells a fault, and asks for no account.
    """
    member, token = (None, None) if own else (shown_name(), form_token())
    frame = Frame(title, language(), member, token, own, script, has_mailbox())
    text = environment().get_template(f"pages/{template}").render(page=model, frame=frame)
    return Response(text, status=status, mimetype="text/html")


def has_mailbox() -> bool:
    """Whether this server keeps the mails itself and shows them (never on a hosted one)."""
    mode = current_app.extensions["noirmail"].settings.mode
    return str(mode) in ("embedded", "test")


@cache
def environment() -> Environment:
    """The templates: escaped, and strict about every name."""
    made = Environment(
        loader=FileSystemLoader(data_dir("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.globals["asset"] = asset
    return made
