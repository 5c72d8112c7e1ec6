"""What the command line says when something is wrong with what it was given."""

import click

from noirmail.config import BadSetting
from noirmail.engine.errors import EngineError
from noirmail.service.errors import ServiceError


class Refusal(click.ClickException):
    """The command cannot be done; the message says why and what can be done next."""

    exit_code = 2


def told(error: Exception) -> str | None:
    """The one line that is said of ``error``; None for what nobody expected, which deserves its traceback."""
    if isinstance(error, click.ClickException):
        text = error.format_message()
    elif isinstance(error, BadSetting | EngineError | ServiceError):
        text = str(error)
    elif isinstance(error, OSError) and error.filename is not None:
        text = f"{error.filename}: {error.strerror}"
    else:
        return None
    return " ".join(text.split())
