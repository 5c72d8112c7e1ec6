"""Looking on and looking back: the public page of a game, any of its plies, and its record."""

from flask import Blueprint, Response

from noirmail.service import access, records, tables, talk
from noirmail.service.errors import NotFound
from noirmail.service.tables import Eyes
from noirmail.web.pages.doors import context
from noirmail.web.pages.replay_page import replay_page
from noirmail.web.pages.tabletalk import sayings
from noirmail.web.rendering import page

watch = Blueprint("watch", __name__, url_prefix="/g/<code>")


@watch.get("")
def now(code: str) -> Response:
    """The table as a spectator may see it now."""
    return shown(_game_id(code), None, f"/g/{code}", secret=False)


@watch.get("/ply/<int:ply>")
@watch.get("/ply/<int:ply>/<eyes>")
def at_ply(code: str, ply: int, eyes: str = "") -> Response:
    """One position: as a spectator knew it, or after the end through a player's eyes or with everything open."""
    return shown(_game_id(code), None, f"/g/{code}", secret=False, ply=ply, eyes=read_eyes(eyes))


@watch.get("/record")
def record(code: str) -> Response:
    """The record, in the form that a spectator may have."""
    return download(records.record_for(context(), _game_id(code), None), code)


def _game_id(code: str) -> int:
    with context().db.read() as session:
        return access.watchable(session, code).id


def read_eyes(eyes: str) -> Eyes:
    """Whose eyes the last part of an address means: a seat's, all, or nobody's; raises NotFound."""
    if eyes in ("", "all"):
        return "all" if eyes else None
    if eyes.startswith("seat-") and eyes[5:].isdecimal() and len(eyes) < 8:
        return int(eyes[5:])
    raise NotFound


def shown(
    game_id: int,
    viewer: int | None,
    base: str,
    *,
    secret: bool,
    ply: int | None = None,
    eyes: Eyes = None,
    zone: str = "UTC",
) -> Response:
    """The page of one position. ``base``: the address below which the plies lie; ``secret``: it is a seat's.

    Raises NotFound for a ply that is not there, and Refused for what is not open yet.
    """
    ctx = context()
    whole = tables.table(ctx, game_id, viewer)
    if ply is None and whole.opened:
        eyes = "all"
    table = whole if ply is None else tables.table(ctx, game_id, viewer, ply=ply, eyes=eyes)
    if eyes is not None and whole.view is not None:
        whole = tables.table(ctx, game_id, viewer, ply=whole.view.ply, eyes=eyes)
    said = sayings(talk.heard(ctx, game_id, None), zone) if ply is None else ()
    model = replay_page(table, whole, base, secret=secret, eyes=eyes, zone=zone, said=said)
    return page("replay.html", model, title=model.head.title, own=secret, script=True)


def download(text: str, code: str) -> Response:
    """A record as a file."""
    response = Response(text, mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="noir-{code.lower()}.json"'
    return response
