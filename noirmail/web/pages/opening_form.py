"""The form by which a table is opened: made from what rule sets say of themselves, read back into a NewGame."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from secrets import token_hex

from noirmail.engine.rules import Description, Option, OptionValue
from noirmail.engine.ruleset import RuleSet
from noirmail.i18n import gettext as _
from noirmail.service.opening import THREE_DAYS, NewGame, NewPlace, talks
from noirmail.web.pages.tables import watch_words
from noirmail.words.names import role_name, ruleset_name
from noirmail.words.terms import option_label, option_value, timeout_words
from noirmail.words.times import length

# From a try-out at one table to slow mail.
PACES = (300, 1800, 7200, 43200, 86400, 2 * 86400, THREE_DAYS, 5 * 86400, 7 * 86400, 14 * 86400, 30 * 86400)


@dataclass(frozen=True, slots=True)
class Item:
    """Something to choose in a form."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A rule set for one number of players, with its seats to choose from."""

    id: str
    name: str
    summary: str
    players: int
    link: str
    seats: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option of the rule set."""

    name: str
    label: str
    hint: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class PlaceField:
    """One of the other places: who sits there, and the address and name as typed."""

    number: int
    kinds: tuple[Item, ...]
    email: str
    name: str


@dataclass(frozen=True, slots=True)
class OpeningForm:
    """The whole form, with what was typed so far."""

    ruleset: str
    ruleset_name: str
    summary: str
    players: int
    options: tuple[OptionField, ...]
    own_seat: tuple[Item, ...]
    own_name: str
    places: tuple[PlaceField, ...]
    paces: tuple[Item, ...]
    policies: tuple[Item, ...]
    audiences: tuple[Item, ...]
    title: str
    public: bool
    talk: bool
    # By which the same form is known again when it is sent once more.
    key: str


def rule_choices(rules: Iterable[RuleSet]) -> tuple[RuleChoice, ...]:
    """Every rule set in every number of players that it is for."""
    return tuple(_rule_choice(known.description, players) for known in rules for players in known.description.players)


def _rule_choice(description: Description, players: int) -> RuleChoice:
    seats = [Item(f"{description.id}:{players}:", _("By lot"), False)]
    seats += [
        Item(f"{description.id}:{players}:{seat}", label, False) for seat, label in seat_labels(description, players)
    ]
    return RuleChoice(
        description.id,
        ruleset_name(description.id),
        _(description.summary),
        players,
        f"/new?ruleset={description.id}&players={players}",
        tuple(seats),
    )


def seat_labels(description: Description, players: int) -> list[tuple[int, str]]:
    """The seats by role; numbered where roles do not tell them apart."""
    roles = description.roles[players]
    if len(set(roles)) == len(roles):
        return [(seat, role_name(role)) for seat, role in enumerate(roles)]
    return [
        (seat, _("%(role)s, seat %(number)s", role=role_name(role), number=seat + 1))
        for seat, role in enumerate(roles)
    ]


def opening_form(description: Description, players: int, typed: Mapping[str, str], own_name: str) -> OpeningForm:
    """The form for one rule set and number of players; ``typed``: what was sent before, empty at first."""
    seats = [("lot", _("By lot"))]
    seats += [(str(seat), _("I am the %(role)s", role=label)) for seat, label in seat_labels(description, players)]
    policies = [
        (policy, timeout_words(policy, description.id, players).capitalize())
        for policy in ("claim", "forfeit", "standin")
    ]
    audiences = [(watch, watch_words(watch).capitalize()) for watch in ("link", "everyone", "players")]
    return OpeningForm(
        ruleset=description.id,
        ruleset_name=ruleset_name(description.id),
        summary=_(description.summary),
        players=players,
        options=option_fields(description, typed),
        own_seat=_items(seats, typed.get("own_seat", "lot")),
        own_name=typed.get("own_name", own_name),
        places=tuple(_place(number, typed) for number in range(1, players)),
        paces=_items([(str(pace), length(pace)) for pace in PACES], typed.get("per_turn", str(THREE_DAYS))),
        policies=_items(policies, typed.get("on_timeout", "claim")),
        audiences=_items(audiences, typed.get("watch", "link")),
        title=typed.get("title", ""),
        public=typed.get("public") == "1",
        talk=typed.get("talk") == "1" if typed else talks(description.id),
        key=typed.get("key") or token_hex(8),
    )


def _items(pairs: Iterable[tuple[str, str]], chosen: str) -> tuple[Item, ...]:
    return tuple(Item(value, label, value == chosen) for value, label in pairs)


def option_fields(description: Description, typed: Mapping[str, str]) -> tuple[OptionField, ...]:
    """The options of a rule set, with what was typed, else their defaults."""
    return tuple(_option(option, typed) for option in description.options)


def _option(option: Option, typed: Mapping[str, str]) -> OptionField:
    chosen = typed.get(f"option.{option.name}", text_of(option.default))
    pairs = [(text_of(choice), option_value(choice)) for choice in option.choices]
    return OptionField(f"option.{option.name}", option_label(option.name), _(option.sentence), _items(pairs, chosen))


def _place(number: int, typed: Mapping[str, str]) -> PlaceField:
    kinds = [
        ("invite", _("Somebody whom I invite by mail")),
        ("free", _("Whoever gets the link, or finds the table")),
        ("house", _("The house")),
    ]
    return PlaceField(
        number,
        _items(kinds, typed.get(f"kind{number}", "invite")),
        typed.get(f"email{number}", ""),
        typed.get(f"name{number}", ""),
    )


def text_of(value: OptionValue) -> str:
    """An option's value as a form carries it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def new_game(description: Description, players: int, typed: Mapping[str, str]) -> NewGame:
    """What the form asks for; whether it can be had is for the lobby to say."""
    own = typed.get("own_seat", "lot")
    at = int(own) if own.isdecimal() and int(own) < players else 0
    others = [_new_place(number, typed) for number in range(1, players)]
    places = (*others[:at], NewPlace("opener", typed.get("own_name", "").strip()), *others[at:])
    per_turn = typed.get("per_turn", "")
    return NewGame(
        ruleset=description.id,
        places=places,
        options=_options(description, typed),
        title=typed.get("title", ""),
        seating="lot" if own == "lot" else "given",
        per_turn=int(per_turn) if per_turn.isdecimal() and len(per_turn) < 9 else 0,
        on_timeout=typed.get("on_timeout", ""),
        watch=typed.get("watch", ""),
        public=typed.get("public") == "1",
        talk=typed.get("talk") == "1",
    )


def _new_place(number: int, typed: Mapping[str, str]) -> NewPlace:
    kind = typed.get(f"kind{number}", "")
    if kind != "invite":
        return NewPlace(kind)
    return NewPlace(kind, typed.get(f"name{number}", "").strip(), typed.get(f"email{number}", "").strip() or None)


def _options(description: Description, typed: Mapping[str, str]) -> dict[str, object]:
    """Each option's value by the text that stands for it; a text that stands for none goes on as it is."""
    chosen: dict[str, object] = {}
    for option in description.options:
        text = typed.get(f"option.{option.name}")
        if text is not None:
            known: dict[str, object] = {text_of(choice): choice for choice in option.choices}
            chosen[option.name] = known.get(text, text)
    return chosen
