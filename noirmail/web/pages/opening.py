"""Opening a table."""

from dataclasses import dataclass

from flask import Blueprint, Response, request

from noirmail.engine.rules import Description
from noirmail.engine.rulesets import RULESETS
from noirmail.i18n import gettext as _
from noirmail.service import lobby
from noirmail.service.errors import BadInput, NotFound, ServiceError
from noirmail.service.places import Place
from noirmail.store.models import Person
from noirmail.web.members import Member, member_or_refuse, opened_by, remember_opened
from noirmail.web.pages.doors import context, field, seat_door
from noirmail.web.pages.opening_form import OpeningForm, RuleChoice, new_game, opening_form, rule_choices
from noirmail.web.pages.seat import show
from noirmail.web.pages.seat_page import Notice
from noirmail.web.rendering import page

opening = Blueprint("opening", __name__)


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Which game it shall be."""

    rules: tuple[RuleChoice, ...]


@dataclass(frozen=True, slots=True)
class OpeningPage:
    """The form. ``wrong``: the field that has to be looked at again, or empty."""

    form: OpeningForm
    notice: Notice | None
    wrong: str


@opening.get("/new")
def form() -> Response:
    """The form for the rule set that the query names, or the choice of one."""
    known = member_or_refuse(context())
    wanted, players = request.args.get("ruleset", ""), request.args.get("players", "")
    if not wanted and len(RULESETS) > 1:
        return page("which.html", RulesPage(rule_choices(RULESETS.values())), title=_("Open a table"))
    description, number = _chosen(wanted or next(iter(RULESETS)), players)
    return _form(known, description, number, {}, None)


@opening.post("/new")
def open_table() -> Response:
    """Open it; the answer is the page of the opener's own seat. The same form opens one table, however often sent."""
    known = member_or_refuse(context())
    before = opened_by(field("key"))
    if before is not None:
        return show(seat_door(before), Notice(_("This table is open already."), done=True), key=True)
    description, players = _chosen(field("ruleset"), field("players"))
    typed = {name: field(name) for name in request.form if len(name) <= 40}
    try:
        with context().db.read() as session:
            opener = session.get_one(Person, known.id)
        place = lobby.open_game(context(), new_game(description, players, typed), opener)
    except ServiceError as error:
        return _form(known, description, players, typed, error)
    remember_opened(field("key"), place.token)
    return show(seat_door(place.token), Notice(_opened_words(place, typed), done=True), key=True)


def _opened_words(place: Place, typed: dict[str, str]) -> str:
    if place.running:
        return _("The game has begun.")
    if any(name.startswith("email") and text for name, text in typed.items()):
        return _("The table is open, and the invitations are on their way.")
    return _("The table is open. Pass the link on, or wait for somebody from the public list.")


def _chosen(wanted: str, players: str) -> tuple[Description, int]:
    """The rule set and the number of players that an address or a form names; raises NotFound."""
    rules = RULESETS.get(wanted)
    if rules is None:
        raise NotFound
    possible = {str(number): number for number in rules.description.players}
    if players not in possible and players:
        raise NotFound
    return rules.description, possible.get(players, rules.description.players[0])


def _form(
    known: Member, description: Description, players: int, typed: dict[str, str], error: ServiceError | None
) -> Response:
    notice = Notice(error.detail, done=False) if error else None
    wrong = (error.field or "") if isinstance(error, BadInput) else ""
    model = OpeningPage(opening_form(description, players, typed, known.name), notice, wrong)
    status = error.status if error else 200
    return page("new.html", model, title=_("Open a table"), status=status)
