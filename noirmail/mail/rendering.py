"""Mails as text and as HTML, out of their templates."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from noirmail.data import data_dir
from noirmail.i18n import gettext, ngettext, speaking
from noirmail.mail.gathered import items
from noirmail.mail.headlines import headline
from noirmail.mail.kinds import (
    Answer,
    GameOver,
    GameStart,
    Happened,
    OfNoGame,
    Reminder,
    TimeRanOut,
    YourTurn,
)
from noirmail.mail.letter import Letter
from noirmail.mail.plain import MARKER, fold, guarded
from noirmail.mail.sayings import answering, facts, happened_sentences, late_sentences
from noirmail.mail.situation import Situation, seats_in_words, situation
from noirmail.mail.styles import Styles
from noirmail.words.names import ruleset_name
from noirmail.words.results import result_sentence
from noirmail.words.table import Table
from noirmail.words.terms import option_pairs
from noirmail.words.times import instant, length

# Behind the preheader, so that a list of mails shows nothing of what follows: spaces that no client closes up.
_HUSH = Markup("\n".join(["&#847;&#8204;&#160;" * 20] * 3))
# A look in so many words; one that depends on a value is found when the mail is made.
_LOOK = re.compile(r'\{\{ css\["([a-z -]+)"\] \}\}')
_GAPS = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A mail's texts. ``subject`` is one line; ``text`` ends with a newline."""

    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What surrounds what a mail says. ``code`` and ``names`` are empty where it is about no game that runs.

    ``answers``: whether and how it can be answered.
    """

    marker: str
    language: str
    headline: str
    hush: Markup
    code: str
    names: tuple[str, ...]
    footer: tuple[str, ...]
    answers: str
    unsubscribe: str | None
    unsubscribe_kind: str | None
    mails: str | None
    block: str | None


def render(letter: Letter) -> Rendered:
    """The texts of a letter, in its language; raises jinja2's UndefinedError for a template that asks too much."""
    with speaking(letter.language):
        known = {"frame": _frame(letter), "mail": letter.context, "here": _here(letter), **_sayings(letter)}
        subject = " ".join(_template(letter.kind, "subject.txt").render(known).split())
        text = _template(letter.kind, "body.txt").render(known)
        html = _template(letter.kind, "body.html").render(known, subject=subject)
    return Rendered(subject, _GAPS.sub("\n\n", text).strip("\n") + "\n", html)


def _frame(letter: Letter) -> Frame:
    table = None if isinstance(letter.context, OfNoGame) else letter.context.table
    return Frame(
        marker=MARKER,
        language=letter.language,
        headline=headline(letter.context),
        hush=_HUSH,
        code=table.game.code if table else "",
        names=table.names if table else (),
        footer=_footer(table),
        answers=answering(letter.reply_to is not None),
        unsubscribe=letter.unsubscribe,
        unsubscribe_kind=letter.unsubscribe_kind,
        mails=letter.mails,
        block=letter.block,
    )


def _footer(table: Table | None) -> tuple[str, ...]:
    if table is None:
        return (gettext("noirmail: the deduction game NOIR, played slowly, by mail."),)
    game = f"{gettext('Game %(code)s', code=table.game.code)}, {ruleset_name(table.game.ruleset)}"
    lines = [f"{game}: {table.game.title}" if table.game.title else game]
    if table.view is not None:
        lines.append(gettext("At the table: %(players)s", players=seats_in_words(table)))
    options = option_pairs(table.game.options)
    if options:
        lines.append("; ".join(f"{label}: {value}" for label, value in options))
    return tuple(lines)


def content_id(letter: Letter) -> str:
    """The name of a letter's picture, by which its HTML part shows it."""
    return f"board.{letter.message_id.strip('<>')}"


def here_of(letter: Letter) -> Situation | None:
    """The position that a letter tells, in its language; None where it tells none."""
    with speaking(letter.language):
        return _here(letter)


def _here(letter: Letter) -> Situation | None:
    here = _position(letter)
    return replace(here, picture=content_id(letter)) if here and letter.picture else here


def _position(letter: Letter) -> Situation | None:
    match letter.context:
        case YourTurn() | Reminder() as about:
            return situation(about.table, about.links, about.decision)
        case Answer() as about if about.board:
            return situation(about.table, about.links, about.decision)
        case GameStart() | TimeRanOut() | Happened() as about:
            return situation(about.table, about.links)
        case GameOver() as about:
            return situation(about.table, about.links, whole=True)
        case _:
            return None


def _sayings(letter: Letter) -> dict[str, Callable[..., object]]:
    """What templates say times, players and rule sets with."""
    zone = letter.zone
    return {
        "instant": lambda at: instant(at, zone),
        "length": length,
        "ruleset_name": ruleset_name,
        "players": seats_in_words,
        "result": _result,
        "facts": facts,
        "late": partial(late_sentences, zone=zone),
        "items": partial(items, zone=zone),
        "happened": partial(happened_sentences, zone=zone, answerable=letter.reply_to is not None),
    }


def _result(table: Table) -> str:
    view = table.view
    if view is None or view.result is None:
        return ""
    return result_sentence(view.result, table.names, view.roles, view.ruleset, table.viewer)


def _template(kind: str, part: str) -> Template:
    return (_html() if part.endswith(".html") else _plain()).get_template(f"{kind}/{part}")


@cache
def _plain() -> Environment:
    """For plain text, which is never escaped."""
    environment = _environment(Styles(), autoescape=False)
    environment.filters["fold"] = fold
    return environment


@cache
def _html() -> Environment:
    styles = Styles()
    environment = _environment(styles, autoescape=True)
    environment.globals["css"] = styles
    environment.filters["guarded"] = guarded
    return environment


class _Styled(FileSystemLoader):
    """Puts the looks that a template names in so many words into its text, once: most of a mail never changes."""

    def __init__(self, styles: Styles) -> None:
        super().__init__(data_dir("templates") / "mail")
        self._styles = styles

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, name, is_fresh = super().get_source(environment, template)
        return _LOOK.sub(lambda found: self._styles[found[1]], source), name, is_fresh


def _environment(styles: Styles, *, autoescape: bool) -> Environment:
    made = Environment(
        loader=_Styled(styles),
        autoescape=autoescape,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    return made
