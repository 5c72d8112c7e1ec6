"""Logs: JSON lines on a hosted noirmail, lines for people elsewhere; never a token or a whole mail address in them.

What is masked is the finished line, whoever wrote it, tracebacks included (TRUST R39).
"""

import logging
import re
import sys
from secrets import token_hex
from typing import TextIO

from structlog import configure, get_logger, make_filtering_bound_logger
from structlog.contextvars import merge_contextvars
from structlog.dev import ConsoleRenderer, plain_traceback
from structlog.processors import ExceptionRenderer, JSONRenderer, StackInfoRenderer, TimeStamper
from structlog.stdlib import ExtraAdder, LoggerFactory, ProcessorFormatter, add_log_level, add_logger_name
from structlog.typing import EventDict, Processor, WrappedLogger

from noirmail.config import Settings

# Other people's loggers that say at INFO what nobody needs to keep.
_QUIET = (
    "alembic",
    "sqlalchemy.engine",
    "waitress",
    "celery.beat",
    "celery.worker.strategy",
    "celery.app.trace",
    "mail.log",
)

_MASKS = (
    # Name and password in the address of a database, broker or mail server.
    (re.compile(r"(://)[^/\s@\"']+(?=@)"), r"\1***"),
    # What follows a prefix of the pages that are reached by a token: the token, and a move that is being considered.
    (re.compile(r"(/(?:s|i|j|u|b|sign-in)/)(?!<)[^\s?#\"'\\]+"), r"\1***"),
    (re.compile(r"(?i)(bearer\s+)[^\s\"'\\]+"), r"\1***"),
    # Mail addresses, reply addresses among them: the first letter and the domain stay.
    (re.compile(r"([\w!#$&?^`{|}~-])[\w.!#$&'+?^`{|}~-]*(@|%40)(?=[\w\[])"), r"\1***\2"),
    # Tokens by their form: no word is that long.
    (re.compile(r"(?i)(?<![a-z0-9])[a-z2-7]{30,}(?![a-z0-9])"), "***"),
)


def mask(text: str) -> str:
    """``text`` without tokens, passwords in addresses and the local parts of mail addresses."""
    for pattern, instead in _MASKS:
        text = pattern.sub(instead, text)
    return text


class _Lines(logging.Handler):
    """Writes each line to a stream, or to what is stderr at that time."""

    def __init__(self, stream: TextIO | None) -> None:
        super().__init__()
        self._stream = stream

    def emit(self, record: logging.LogRecord) -> None:
        """Write the line; one that cannot be written must not end what was being done."""
        try:
            stream = self._stream or sys.stderr
            stream.write(f"{self.format(record)}\n")
            stream.flush()
        except Exception:
            self.handleError(record)


def set_up_logs(settings: Settings, stream: TextIO | None = None) -> None:
    """Send what noirmail and its libraries log to ``stream`` (default: stderr); a second call replaces the first."""
    configure(
        processors=[*_COMMON, ProcessorFormatter.wrap_for_formatter],
        wrapper_class=make_filtering_bound_logger(logging.getLevelName(settings.log_level)),
        logger_factory=LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = _Lines(stream)
    handler.setFormatter(_formatter(as_json=settings.mode != "embedded"))
    handler.set_name("noirmail")
    root = logging.getLogger()
    for old in [known for known in root.handlers if known.get_name() == "noirmail"]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(settings.log_level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


def report(error: BaseException) -> str:
    """Log ``error`` with its traceback; the reference by which the line is found, all that a page may show of it."""
    reference = token_hex(4)
    get_logger("noirmail").error("failed", reference=reference, exc_info=error)
    return reference


def _formatter(*, as_json: bool) -> logging.Formatter:
    last: list[Processor] = [ProcessorFormatter.remove_processors_meta]
    if as_json:
        last += [ExceptionRenderer(), JSONRenderer(ensure_ascii=False)]
    else:
        # The plain traceback shows no values of variables.
        last += [ConsoleRenderer(colors=False, exception_formatter=plain_traceback)]
    return ProcessorFormatter(foreign_pre_chain=[*_COMMON, ExtraAdder()], processors=[*last, _mask_line])


def _mask_line(_logger: WrappedLogger, _name: str, line: EventDict | str) -> str:
    return mask(str(line))


_COMMON: list[Processor] = [
    merge_contextvars,
    add_log_level,
    add_logger_name,
    StackInfoRenderer(),
    TimeStamper(fmt="iso", utc=True),
]
