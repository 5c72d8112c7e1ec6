"""Taking a place: by a personal invitation, by a link that was passed on, or from the public list."""

from dataclasses import dataclass

from flask import Blueprint, Response

from noirmail.i18n import gettext as _
from noirmail.service import access, seating, tables
from noirmail.service.errors import BadInput, ServiceError
from noirmail.store.models import Game
from noirmail.web.members import member
from noirmail.web.pages.deeds import said
from noirmail.web.pages.doors import context, field, seat_door, ticked
from noirmail.web.pages.seat import show
from noirmail.web.pages.seat_page import Notice
from noirmail.web.pages.tables import Head, Player, head_of, players_of
from noirmail.web.rendering import page

joining = Blueprint("joining", __name__)

# While a game runs, a seat of it may wait for somebody to take it over.
_JOINABLE = ("open", "running")


@dataclass(frozen=True, slots=True)
class JoinPage:
    """A table that somebody may join. ``kind``: invited (accept or decline), member (signed in), stranger (by mail).

    ``open``: places can still be taken. ``running``: by taking over a seat of a game that runs. ``taken``: the page
    of the seat that this invitation led to, or empty.
    """

    kind: str
    head: Head
    rules: str
    players: tuple[Player, ...]
    commitment: str
    action: str
    name: str
    word: str
    email: str
    open: bool
    running: bool
    taken: str
    notice: Notice | None


@joining.get("/i/<token>")
def invitation(token: str) -> Response:
    """What one is invited to, with a choice that has no default."""
    return _invitation(token, None)


@joining.post("/i/<token>")
def answer(token: str) -> Response:
    """Accept or decline; the answer to accepting is the page of the seat."""
    choice = field("choice")
    try:
        if choice == "accept":
            place = seating.accept(context(), token, field("name"), field("word"))
            return show(seat_door(place.token), Notice(_welcome(place.running), done=True), key=True)
        if choice == "decline":
            seating.decline(context(), token)
            return said(
                _("You have declined"), _("Whoever opened the table is told, and nothing more is mailed to you.")
            )
    except BadInput as error:
        return _invitation(token, Notice(error.detail, done=False))
    return _invitation(token, Notice(_("Nothing was changed: nothing was chosen."), done=False))


@joining.get("/j/<token>")
def passed_on(token: str) -> Response:
    """A table with free places, for whoever has the link."""
    return _free_place(_linked(token), f"/j/{token}", None)


@joining.post("/j/<token>")
def join_by_link(token: str) -> Response:
    """Take a free place."""
    return _join(_linked(token), f"/j/{token}")


@joining.get("/games/<code>/join")
def listed(code: str) -> Response:
    """A table of the public list."""
    return _free_place(_in_list(code), f"/games/{code}/join", None)


@joining.post("/games/<code>/join")
def join_listed(code: str) -> Response:
    """Take a free place of a table of the public list."""
    return _join(_in_list(code), f"/games/{code}/join")


def _linked(token: str) -> Game:
    with context().db.read() as session:
        return access.joinable_game(context(), session, token)


def _in_list(code: str) -> Game:
    with context().db.read() as session:
        return seating.listed(session, code)


def _join(game: Game, action: str) -> Response:
    """Signed in: at once. Else the place is held, and the link that takes it goes to the address."""
    known = member(context())
    if not ticked():
        return _free_place(game, action, Notice(_("Nothing was changed: the box was not ticked."), done=False))
    try:
        if known:
            place = seating.join(context(), game.id, known.id, field("name"), field("word"))
            return show(seat_door(place.token), Notice(_welcome(place.running), done=True), key=True)
        seating.ask_to_join(context(), game.id, field("email"), field("name"))
    except ServiceError as error:
        return _free_place(game, action, Notice(error.detail, done=False))
    return said(
        _("Look into your mail"),
        _("A place is held for this address. The mail brings the link that takes it."),
        own=False,
    )


def _free_place(game: Game, action: str, notice: Notice | None) -> Response:
    known = member(context())
    table = tables.table(context(), game.id, None)
    waiting = any(seat.state == "free" for seat in table.seats) and table.game.status in _JOINABLE
    model = JoinPage(
        kind="member" if known else "stranger",
        head=head_of(table),
        rules=f"/rules/{table.game.ruleset}",
        players=players_of(table, "UTC"),
        commitment=table.game.commitment,
        action=action,
        name=field("name") or (known.name if known else ""),
        word=field("word"),
        email=field("email"),
        open=waiting,
        running=table.game.status == "running",
        taken="",
        notice=notice,
    )
    return _shown(model)


def _invitation(token: str, notice: Notice | None) -> Response:
    ctx = context()
    with ctx.db.read() as session:
        game, seat = access.invited_seat(ctx, session, token)
    table = tables.table(ctx, game.id, None)
    taken = f"/s/{ctx.keys.mint('seat', seat.id, seat.version)}" if seat.state == "joined" else ""
    model = JoinPage(
        kind="invited",
        head=head_of(table),
        rules=f"/rules/{table.game.ruleset}",
        players=players_of(table, "UTC"),
        commitment=table.game.commitment,
        action=f"/i/{token}",
        name=field("name") or (seat.name if game.status == "open" else ""),
        word=field("word"),
        email="",
        open=game.status in _JOINABLE and seat.state == "invited",
        running=game.status == "running",
        taken=taken,
        notice=notice,
    )
    return _shown(model)


def _shown(model: JoinPage) -> Response:
    title = _("An invitation") if model.kind == "invited" else _("A free place")
    status = 422 if model.notice else 200
    return page("join.html", model, title=title, status=status)


def _welcome(running: bool) -> str:
    if running:
        return _("You have joined, and the game has begun.")
    return _("You have joined. The game begins when every place is taken.")
