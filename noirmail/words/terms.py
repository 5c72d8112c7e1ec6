"""What a table has agreed on before the game: options of the rule set, and what happens when time runs out."""

from collections.abc import Mapping

from noirmail.engine.rules import Description, OptionValue
from noirmail.engine.rulesets import ruleset
from noirmail.i18n import gettext as _


def option_label(name: str) -> str:
    """The name of an option of a rule set, as a label."""
    return {
        "kills": _("Dead suspects for the Killer to win"),
        "canvas": _("Canvassing"),
        "old_identity": _("The Killer's old identity"),
    }.get(name, name)


def option_value(value: OptionValue) -> str:
    """The value of an option, in words."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return {"exonerated": _("is exonerated"), "dead": _("is dead")}.get(str(value), str(value))


def option_pairs(options: Mapping[str, OptionValue]) -> list[tuple[str, str]]:
    """The options of a game, a pair of label and value each."""
    return [(option_label(name), option_value(value)) for name, value in options.items()]


def timeout_words(policy: str, ruleset_id: str, players: int) -> str:
    """What happens when a player's time runs out, in that rule set with so many players (TRUST "Decided" 2)."""
    rules = ruleset(ruleset_id).description
    if policy == "standin":
        return _("the service moves from then on, and does the least harm")
    if rules.each_against_all(players):
        return _each_against_all(policy)
    said = _("the game is lost at once")
    if policy == "claim":
        said = _("the other side may end the game or wait")
    if has_partners(rules, players):
        return _("a partner chooses how to go on; where there is none, %(otherwise)s", otherwise=said)
    return said


def _each_against_all(policy: str) -> str:
    if policy == "forfeit":
        return _("a stand-in takes over at once, and cannot win")
    return _("the others may let a stand-in take over, which cannot win, or wait")


def has_partners(rules: Description, players: int) -> bool:
    """Whether any side of the game has more than one player."""
    return any(len(side) > 1 for side in rules.sides(players))
