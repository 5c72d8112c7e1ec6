"""What somebody asks for who opens a game, and whether it can be had."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from noirmail.engine.errors import InvalidOptions, UnknownRuleSet
from noirmail.engine.rules import Description, OptionValue
from noirmail.engine.rulesets import options_of, ruleset
from noirmail.i18n import gettext as _
from noirmail.mail.addresses import Address, BadAddress, parse_address
from noirmail.service.errors import BadInput
from noirmail.service.limits import clean_name, clean_per_turn, clean_title

SEATINGS: Final = ("lot", "given")
POLICIES: Final = ("claim", "forfeit", "standin")
AUDIENCES: Final = ("everyone", "link", "players")
PLACES: Final = ("opener", "invite", "free", "house")

# Rule sets whose players do not talk to each other, unless the table was opened with it.
_QUIET: Final = frozenset({"buddycops"})

THREE_DAYS: Final = 3 * 24 * 3600


@dataclass(frozen=True, slots=True)
class NewPlace:
    """One place of a new game: the opener's own, one for an invited address, a free one, or the house's."""

    kind: str
    name: str = ""
    email: str | None = None


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to be opened. ``places`` in the order of the seats where ``seating`` is given; ``per_turn`` in seconds.

    ``watch``: who may look on. ``public``: free places stand in the public list. ``talk``: whether the players may
    talk at the table; None: as the rules have it.
    """

    ruleset: str
    places: tuple[NewPlace, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    title: str = ""
    seating: str = "lot"
    per_turn: int = THREE_DAYS
    on_timeout: str = "claim"
    watch: str = "link"
    public: bool = False
    talk: bool | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """A game that can be opened: texts cleaned, every option named, an address or None for each place."""

    new: NewGame
    rules: Description
    options: dict[str, OptionValue]
    addresses: tuple[Address | None, ...]


def checked(new: NewGame) -> Checked:
    """The game that ``new`` asks for; raises BadInput, which names the field that is wrong."""
    rules, options = _rules(new)
    if len(new.places) not in rules.players:
        numbers = _(" or ").join(map(str, rules.players))
        raise BadInput(_("This game is for %(numbers)s players.", numbers=numbers), "seats")
    _one_of(new.seating, SEATINGS, "seating")
    _one_of(new.on_timeout, POLICIES, "on_timeout")
    _one_of(new.watch, AUDIENCES, "watch")
    places = tuple(_place(place, f"seats.{at}") for at, place in enumerate(new.places))
    addresses = tuple(_address(place, f"seats.{at}") for at, place in enumerate(places))
    _different(addresses)
    clean = replace(new, places=places, title=clean_title(new.title), per_turn=clean_per_turn(new.per_turn))
    return Checked(clean, rules, options, addresses)


def talks(ruleset_id: str) -> bool:
    """Whether the players of a rule set may talk where the table says nothing about it (RULES D31)."""
    return ruleset_id not in _QUIET


def address_of(text: str, field: str = "email") -> Address:
    """A mail address; raises BadInput."""
    try:
        return parse_address(text)
    except BadAddress:
        raise BadInput(_("This is not a mail address, such as ada@example.test."), field) from None


def _rules(new: NewGame) -> tuple[Description, dict[str, OptionValue]]:
    try:
        rules = ruleset(new.ruleset).description
    except UnknownRuleSet as error:
        raise BadInput(str(error), "ruleset") from None
    try:
        return rules, options_of(new.ruleset, new.options)
    except InvalidOptions as error:
        raise BadInput(str(error), "options") from None


def _one_of(value: str, choices: Sequence[str], field: str) -> None:
    if value not in choices:
        raise BadInput(_("This must be one of: %(choices)s.", choices=", ".join(choices)), field)


def _place(place: NewPlace, field: str) -> NewPlace:
    _one_of(place.kind, PLACES, field)
    return replace(place, name=clean_name(place.name, f"{field}.name") if place.name else "")


def _address(place: NewPlace, field: str) -> Address | None:
    if place.kind != "invite" or place.email is None:
        return None
    return address_of(place.email, f"{field}.email")


def _different(addresses: Sequence[Address | None]) -> None:
    keys = [address.key for address in addresses if address]
    for at, address in enumerate(addresses):
        if address and keys.count(address.key) > 1:
            raise BadInput(_("One person holds one seat of a game."), f"seats.{at}.email")
