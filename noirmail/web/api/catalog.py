"""What can be played."""

from flask import Response

from noirmail.engine.rules import Description, Option
from noirmail.engine.rulesets import RULESETS
from noirmail.i18n import gettext as _
from noirmail.web.api.answering import answer
from noirmail.web.api.answers import RuleSetList
from noirmail.web.api.blueprint import api
from noirmail.web.api.document import refusals


@api.get("/rulesets")
@api.output(RuleSetList)
@api.doc(responses=refusals())
def list_rulesets() -> Response:
    """The rule sets: numbers of players, roles, options with type, default and a sentence."""
    return answer({"rulesets": [_ruleset(rules.description) for rules in RULESETS.values()]})


def _ruleset(description: Description) -> dict[str, object]:
    return {
        "id": description.id,
        "version": description.version,
        "name": _(description.name),
        "summary": _(description.summary),
        "seats": list(description.players),
        "roles": {str(players): list(roles) for players, roles in description.roles.items()},
        "options": [_option(option) for option in description.options],
    }


def _option(option: Option) -> dict[str, object]:
    return {
        "name": option.name,
        "type": option.type,
        "default": option.default,
        "choices": list(option.choices),
        "sentence": _(option.sentence),
    }
