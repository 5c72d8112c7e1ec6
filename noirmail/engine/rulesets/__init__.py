"""The rule sets, by id, in the order in which they are shown."""

from collections.abc import Mapping
from types import MappingProxyType

from noirmail.engine.errors import InvalidOptions, UnknownRuleSet
from noirmail.engine.rules import OptionValue
from noirmail.engine.ruleset import RuleSet
from noirmail.engine.rulesets.buddycops import Buddycops
from noirmail.engine.rulesets.dragnet import Dragnet
from noirmail.engine.rulesets.hitman import Hitman
from noirmail.engine.rulesets.kvi import Kvi
from noirmail.engine.rulesets.kvi_classic import KviClassic
from noirmail.engine.rulesets.spytag import Spytag

_ALL: tuple[RuleSet, ...] = (Kvi(), KviClassic(), Hitman(), Spytag(), Dragnet(), Buddycops())
RULESETS: Mapping[str, RuleSet] = MappingProxyType({rules.description.id: rules for rules in _ALL})


def ruleset(ruleset_id: str, version: int = 1) -> RuleSet:
    """The rule set of that id and version; raises UnknownRuleSet."""
    rules = RULESETS.get(ruleset_id)
    if rules is None:
        raise UnknownRuleSet(f"There is no rule set {ruleset_id!r}; there are {', '.join(RULESETS)}.")
    if version != rules.description.version:
        raise UnknownRuleSet(
            f"Version {version!r} of {ruleset_id} is not known here; {rules.description.version} is."
        )
    return rules


def options_of(ruleset_id: str, given: Mapping[str, object]) -> dict[str, OptionValue]:
    """Every option of the rule set: the given values, else the defaults.

    Raises InvalidOptions, naming the option, where one does not exist or cannot have its value.
    """
    options = ruleset(ruleset_id).description.options
    for name in given:
        if name not in {option.name for option in options}:
            known = ", ".join(option.name for option in options) or "none"
            raise InvalidOptions(f"{ruleset_id} has no option {str(name)[:40]!r}; it has: {known}.")
    chosen: dict[str, OptionValue] = {}
    for option in options:
        value = given.get(option.name, option.default)
        # True == 1 in Python, and 10.0 == 10: the type counts as well.
        found = [choice for choice in option.choices if type(choice) is type(value) and choice == value]
        if not found:
            choices = ", ".join(str(choice).lower() for choice in option.choices)
            raise InvalidOptions(f"Option {option.name} of {ruleset_id} must be one of: {choices}.")
        chosen[option.name] = found[0]
    return chosen
