"""The rules in our own words, a page for each rule set; and what noirmail promises."""

from dataclasses import dataclass

from flask import Blueprint, Response

from noirmail.engine.cards import LETTERS
from noirmail.engine.rules import Description
from noirmail.engine.rulesets import RULESETS
from noirmail.i18n import gettext as _
from noirmail.service.errors import NotFound
from noirmail.web.pages.doors import context
from noirmail.web.pages.opening_form import OptionField, option_fields
from noirmail.web.rendering import page
from noirmail.words.names import ruleset_name, suspect_name
from noirmail.words.roles import RoleCard, role_cards

rules = Blueprint("rules", __name__)


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule set in the list."""

    name: str
    summary: str
    players: str
    link: str


@dataclass(frozen=True, slots=True)
class RulesList:
    """All rule sets."""

    lines: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One rule set. The text is the template's; what a table can choose comes from the rule set itself.

    ``cards``: what each role can do in a turn.
    """

    id: str
    name: str
    players: str
    cards: tuple[RoleCard, ...]
    options: tuple[OptionField, ...]
    suspects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PromisePage:
    """What noirmail promises."""

    base_url: str


@rules.get("/rules")
def every() -> Response:
    """All rule sets."""
    lines = tuple(_line(known.description) for known in RULESETS.values())
    return page("rules.html", RulesList(lines), title=_("Rules"))


@rules.get("/rules/<ruleset>")
def one(ruleset: str) -> Response:
    """The rules of one rule set."""
    known = RULESETS.get(ruleset)
    if known is None:
        raise NotFound
    model = rules_page(known.description)
    return page(f"rules/{ruleset}.html", model, title=model.name)


@rules.get("/promise")
def promise() -> Response:
    """What is promised, in plain words, and how each can be checked (TRUST R114)."""
    return page("promise.html", PromisePage(context().settings.base_url), title=_("What we promise"))


def rules_page(description: Description) -> RulesPage:
    """The page of one rule set."""
    return RulesPage(
        description.id,
        ruleset_name(description.id),
        _players(description),
        role_cards(description.id),
        option_fields(description, {}),
        tuple(suspect_name(letter) for letter in LETTERS),
    )


def _line(description: Description) -> RuleLine:
    return RuleLine(
        ruleset_name(description.id), _(description.summary), _players(description), f"/rules/{description.id}"
    )


def _players(description: Description) -> str:
    return _(" or ").join(map(str, description.players))
