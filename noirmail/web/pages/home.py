"""The first page, the public list, and practice against the house."""

from dataclasses import dataclass

from flask import Blueprint, Response, request

from noirmail.engine.rulesets import RULESETS
from noirmail.i18n import gettext as _
from noirmail.service import games, practice
from noirmail.service.errors import ServiceError
from noirmail.service.games import PAGE, Listed
from noirmail.store.models import Person
from noirmail.web.members import member
from noirmail.web.pages.doors import context, field, seat_door
from noirmail.web.pages.lists import GameLine, public_line
from noirmail.web.pages.opening_form import RuleChoice, rule_choices
from noirmail.web.pages.seat import show
from noirmail.web.pages.seat_page import Notice
from noirmail.web.rendering import page

home = Blueprint("home", __name__)


@dataclass(frozen=True, slots=True)
class HomePage:
    """What noirmail is, and the tables that wait for players."""

    open_tables: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True)
class GamesPage:
    """Tables with free places, and games that everybody may watch; ``more``: the rest of the latter, or empty."""

    open_tables: tuple[GameLine, ...]
    watchable: tuple[GameLine, ...]
    more: str


@dataclass(frozen=True, slots=True)
class PracticePage:
    """What can be played against the house."""

    rules: tuple[RuleChoice, ...]
    name: str
    notice: Notice | None


@home.get("/")
def first() -> Response:
    """The first page."""
    lines = tuple(_open_line(listed) for listed in games.open_games(context()) if listed.free)[:5]
    return page("home.html", HomePage(lines), title=_("NOIR by mail"))


@home.get("/games")
def public() -> Response:
    """Tables with free places, and games to watch."""
    after = request.args.get("after", "")[:20] or None
    shown = games.watchable_games(context(), after=after)
    lines = tuple(public_line(listed, f"/g/{listed.code}") for listed in shown if listed.status != "open")
    free = () if after else tuple(_open_line(listed) for listed in games.open_games(context()) if listed.free)
    more = f"/games?after={shown[-1].code}" if len(shown) == PAGE else ""
    return page("games.html", GamesPage(free, lines, more), title=_("Tables"))


@home.get("/practice")
def practice_form() -> Response:
    """Choosing what to try."""
    return _practice_form(None)


@home.post("/practice")
def start_practice() -> Response:
    """A table against the house, at once; the answer is the seat's own page."""
    known = member(context())
    rules, players, seat = ([*field("seat").split(":"), "", "", ""])[:3]
    if not rules:
        return _practice_form(Notice(_("Choose a seat first."), done=False))
    try:
        place = practice.practice(
            context(),
            _person(known.id) if known else None,
            rules=rules,
            players=_number(players),
            seat=_number(seat),
            name=field("name"),
        )
    except ServiceError as error:
        return _practice_form(Notice(error.detail, done=False))
    welcome = Notice(_("The table is yours. The house answers every move at once."), done=True)
    return show(seat_door(place.token), welcome, key=True)


def _practice_form(notice: Notice | None) -> Response:
    model = PracticePage(rule_choices(RULESETS.values()), field("name"), notice)
    status = 422 if notice else 200
    return page("practice.html", model, title=_("Practice"), status=status)


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 3 else None


def _open_line(listed: Listed) -> GameLine:
    return public_line(listed, f"/games/{listed.code}/join")


def _person(person_id: int) -> Person:
    with context().db.read() as session:
        return session.get_one(Person, person_id)
