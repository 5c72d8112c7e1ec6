"""A seat's board page and the way of a move: choose, read it in words, tick, send (TRUST R30, "Decided" 8)."""

from dataclasses import replace

from flask import Blueprint, Response

from noirmail.i18n import gettext as _
from noirmail.service import links, moves, tables, talk
from noirmail.service.errors import BadInput, RateLimited, Refused
from noirmail.service.links import text_of
from noirmail.store.models import Game
from noirmail.web.pages.boards import board_of, cards_of
from noirmail.web.pages.choices import collapse_forms, solve_form
from noirmail.web.pages.doors import Door, context, field, seat_door, ticked
from noirmail.web.pages.seat_page import (
    FormPage,
    Freed,
    Notice,
    PreviewPage,
    Room,
    RoomPlace,
    partners_of,
    seat_page,
)
from noirmail.web.pages.tables import head_of, moment
from noirmail.web.pages.tabletalk import Talk, sayings
from noirmail.web.rendering import page
from noirmail.words.events import step_sentences
from noirmail.words.table import Table

seat = Blueprint("seat", __name__, url_prefix="/s/<token>")

_COLLAPSED_LINES = 5


@seat.get("")
@seat.get("/d<int:decision>")
@seat.get("/d<int:decision>/preview")
def board(token: str, decision: int | None = None) -> Response:
    """The board page; also what an address answers that a form was sent to."""
    return show(seat_door(token))


@seat.get("/d<int:decision>/<slug>")
def preview_link(token: str, decision: int, slug: str) -> Response:
    """The preview of the action that a link names, or the form of an action that is put together."""
    door = seat_door(token)
    if slug in ("solve", "collapse"):
        return _form(door, decision, slug)
    return _preview(door, decision, text_of(slug[:200]))


@seat.post("/d<int:decision>/preview")
def preview(token: str, decision: int) -> Response:
    """The preview of the action that was chosen or put together; changes nothing."""
    door = seat_door(token)
    kind = field("kind")
    text = _put_together(kind) if kind in ("solve", "collapse") else field("action")
    if text:
        return _preview(door, decision, text)
    nothing = Notice(_("Nothing was chosen yet. Choose a move, then look at it."), done=False)
    return _form(door, decision, kind, nothing) if kind else show(door, nothing, status=422)


@seat.post("/d<int:decision>")
def send(token: str, decision: int) -> Response:
    """Make the move, if the box was ticked and the move was shown in words before; else show it again."""
    door, text, key = seat_door(token), field("action"), field("key")
    shown = moves.is_previewed(context(), door.seat_id, decision, text, key)
    if not (ticked() and shown):
        return _preview(door, decision, text, unticked=shown)
    try:
        receipt = moves.submit(context(), door.game_id, number_of(door), text, decision, key, "page")
    except (Refused, BadInput) as error:
        return show(door, Notice(error.detail, done=False), status=error.status)
    table = table_of(door)
    said = Notice(_made(table, receipt.ply, receipt.fresh), done=True)
    return show(door, said, table=table)


@seat.post("/talk")
def say(token: str) -> Response:
    """Say something at the table; the answer repeats what the others read (TRUST R63)."""
    door = seat_door(token)
    try:
        said = talk.say(context(), door.game_id, number_of(door), field("message"), field("key"), "page")
    except (Refused, BadInput, RateLimited) as error:
        return show(door, Notice(error.detail, done=False), status=error.status, typed=field("message"))
    return show(door, Notice(_("The others read: “%(text)s”", text=said.text), done=True))


def show(
    door: Door,
    notice: Notice | None = None,
    *,
    status: int = 200,
    chosen: str = "",
    table: Table | None = None,
    key: bool = False,
    typed: str = "",
) -> Response:
    """The board page as it is now, with a line on top. ``key``: tell its address, since the browser shows another.

    ``typed``: a message that was not taken.
    """
    known = table or table_of(door)
    model = seat_page(
        known,
        base=door.base,
        watch=door.watch,
        zone=door.zone,
        notice=notice,
        chosen=chosen,
        key=door.address if key else "",
        room=_room(door, known),
        freed=_freed(door, known),
        talk=_talk(door, known, typed),
    )
    return page("seat.html", model, title=model.head.title, status=status, own=True)


def table_of(door: Door) -> Table:
    """The table as the seat's holder may see it."""
    table = tables.table(context(), door.game_id, door.number if door.dealt else None)
    if door.dealt:
        return table
    # Before the start nobody has a seat: the place tells whose page it is.
    return replace(table, seats=tuple(replace(seat, you=seat.place == door.place) for seat in table.seats))


def _room(door: Door, table: Table) -> Room | None:
    """What can be done at the table before it starts; None after that."""
    if table.game.status != "open":
        return None
    opener = door.place == 0
    waiting = any(seat.state == "free" for seat in table.seats)
    return Room(
        opener=opener,
        places=tuple(RoomPlace(seat.place, seat.name, seat.state) for seat in table.seats if seat.state != "joined"),
        join=join_address(door) if opener and waiting else "",
        listed=table.game.public and waiting,
    )


def _talk(door: Door, table: Table, typed: str) -> Talk | None:
    """What was said at the table, and where the viewer says something."""
    if not table.game.talk or not door.dealt:
        return None
    said = talk.heard(context(), door.game_id, door.number)
    mine = any(seat.you and not seat.standin for seat in table.seats)
    open_now = mine and table.game.status in ("running", "finished")
    last = said[-1].id if said else 0
    return Talk(
        said=sayings(said, door.zone, door.number),
        action=f"{door.base}/talk" if open_now else "",
        key=context().keys.nonce("talk", door.seat_id, last),
        typed=typed,
    )


def _freed(door: Door, table: Table) -> Freed | None:
    """The seat of a partner that somebody may take over now."""
    if table.game.status != "running":
        return None
    for seat in partners_of(table):
        if seat.state != "joined":
            return Freed(seat.name, join_address(door) if seat.state == "free" else "")
    return None


def join_address(door: Door) -> str:
    """The link to the table's free places, to pass on."""
    ctx = context()
    with ctx.db.read() as session:
        return links.join_url(ctx, session.get_one(Game, door.game_id))


def number_of(door: Door) -> int:
    if door.number is None:
        raise Refused(_("The game has not begun yet."))
    return door.number


def _preview(door: Door, decision: int, text: str, *, unticked: bool = False) -> Response:
    try:
        shown = moves.preview(context(), door.game_id, number_of(door), text, decision)
    except (Refused, BadInput) as error:
        return show(door, Notice(error.detail, done=False), status=error.status, chosen=text)
    table = table_of(door)
    if table.view is None:
        return show(door, table=table)
    model = PreviewPage(
        base=door.base,
        head=head_of(table),
        decision=decision,
        action=shown.action.text,
        words=shown.words,
        nonce=shown.nonce,
        unticked=unticked,
        board=board_of(table.view),
        cards=cards_of(table.view),
        due=moment(table.due, door.zone) if table.due else None,
    )
    return page("preview.html", model, title=_("Preview"), status=422 if unticked else 200, own=True)


def _form(door: Door, decision: int, kind: str, notice: Notice | None = None) -> Response:
    """The page where a solve or a collapse is put together, or the board page where that is not legal now."""
    table = table_of(door)
    view = table.view
    if view is None or table.decision != decision:
        gone = _("The game has moved on: this decision is not open any more. Look at the board as it is now.")
        return show(door, Notice(gone, done=False), status=409, table=table)
    solve = solve_form(view, field("identity"), field("disguise")) if kind == "solve" and view.forms else None
    collapses = collapse_forms(view) if kind == "collapse" else ()
    if solve is None and any(action.kind == "solve" == kind for action in view.legal):
        return show(door, table=table)
    if solve is None and not collapses:
        return show(door, Notice(_("That is not possible now."), done=False), status=422, table=table)
    model = FormPage(
        base=door.base,
        head=head_of(table),
        decision=decision,
        notice=notice,
        solve=solve,
        collapses=collapses,
        board=board_of(view),
        cards=cards_of(view),
    )
    title = _("Solve the case") if solve else _("Collapse the board")
    return page("form.html", model, title=title, status=422 if notice else 200, own=True)


def _put_together(kind: str) -> str:
    """The text of an action that was put together on its page; empty where something is missing."""
    if kind == "solve":
        parts = ["solve", field("identity"), field("disguise")]
    else:
        count = min(int(field("count")) if field("count").isdecimal() else 0, _COLLAPSED_LINES)
        parts = ["collapse", field("axis"), *[field(f"pick{number}") for number in range(count)]]
    return " ".join(parts) if all(parts) and len(parts) > 2 else ""


def _made(table: Table, ply: int, fresh: bool) -> str:
    """What the move brought, in words."""
    steps = [step for step in (table.view.log if table.view else ()) if step.ply == ply]
    brought = " ".join(sentence for step in steps for sentence in step_sentences(step, table.names, table.viewer))
    if fresh:
        return _("Your move is made. %(brought)s", brought=brought)
    return _("This move was made already. %(brought)s", brought=brought)
