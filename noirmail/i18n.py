"""The language in which sentences are said, by gettext catalogs under ``locales/``; English without one."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from babel.support import NullTranslations, Translations

LANGUAGES = ("en",)

_language: ContextVar[str] = ContextVar("language", default="en")


@cache
def _catalog(language: str) -> NullTranslations:
    return Translations.load(Path(__file__).parent / "locales", [language], domain="noirmail")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything in ``language`` while the block runs; an unknown language is English."""
    token = _language.set(language if language in LANGUAGES else "en")
    try:
        yield
    finally:
        _language.reset(token)


def language() -> str:
    """The language that is being spoken now."""
    return _language.get()


def gettext(message: str, **values: object) -> str:
    """The message in the language spoken now, with ``%(name)s`` filled in where values are given."""
    said: str = _catalog(_language.get()).ugettext(message)
    return said % values if values else said


def ngettext(singular: str, plural: str, number: int, **values: object) -> str:
    """The form of the message for ``number``, which is filled in as ``%(num)s``."""
    said: str = _catalog(_language.get()).ungettext(singular, plural, number)
    return said % {"num": number, **values}
