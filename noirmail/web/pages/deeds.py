"""What a player can do besides moving: asked on a page of its own, done with a tick or a choice alone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

from flask import Blueprint, Response

from noirmail.i18n import gettext as _
from noirmail.service import absence, lobby, parting, pausing, records, rematch, seating
from noirmail.service.errors import ServiceError
from noirmail.web.pages.deed_words import DEEDS, Deed
from noirmail.web.pages.doors import Door, context, field, seat_door, ticked
from noirmail.web.pages.seat import number_of, show, table_of
from noirmail.web.pages.seat_page import Notice
from noirmail.web.pages.tables import Head, head_of
from noirmail.web.pages.watch import download, read_eyes, shown
from noirmail.web.rendering import page
from noirmail.words.times import instant

deeds = Blueprint("deeds", __name__, url_prefix="/s/<token>")


@dataclass(frozen=True, slots=True)
class DeedPage:
    """A deed, asked. ``action``: where it is sent; ``back``: the seat's page."""

    head: Head
    deed: Deed
    action: str
    back: str
    notice: Notice | None


@dataclass(frozen=True, slots=True)
class SaidPage:
    """Something that was done, with nothing left to do here."""

    title: str
    words: tuple[str, ...]


_NAMES = ",".join(DEEDS)


@deeds.get(f"/<any({_NAMES}):name>")
def ask(token: str, name: str) -> Response:
    """A deed in words; changes nothing."""
    return _asked(seat_door(token), name)


@deeds.post(f"/<any({_NAMES}):name>")
def do(token: str, name: str) -> Response:
    """Do it, if it was ticked or chosen; else say that nothing was changed."""
    door, deed = seat_door(token), DEEDS[name]()
    chosen = field("choice") if deed.choices else "yes" * ticked()
    if chosen not in ([value for value, _label in deed.choices] or ["yes"]):
        nothing = (
            _("Nothing was changed: nothing was chosen.")
            if deed.choices
            else _("Nothing was changed: the box was not ticked.")
        )
        return _asked(door, name, Notice(nothing, done=False))
    try:
        return _DO[name](door, chosen)
    except ServiceError as error:
        return show(door, Notice(error.detail, done=False), status=error.status)


def _asked(door: Door, name: str, notice: Notice | None = None) -> Response:
    deed = DEEDS[name]()
    model = DeedPage(head_of(table_of(door)), deed, f"{door.base}/{name}", door.base, notice)
    return page("deed.html", model, title=deed.title, status=422 if notice else 200, own=True)


def _nothing(deed: Deed) -> str:
    if deed.choices:
        return _("Nothing was changed: nothing was chosen.")
    return _("Nothing was changed: the box was not ticked.")


def _said(door: Door, words: str) -> Response:
    return show(door, Notice(words, done=True))


def _resign(door: Door, _chosen: str) -> Response:
    parting.resign(context(), door.game_id, number_of(door))
    return _said(door, _("You have given up your seat."))


def _agree(door: Door, _chosen: str) -> Response:
    ended = parting.agree(context(), door.game_id, number_of(door))
    return _said(
        door, _("Everybody agrees: the game is over.") if ended else _("Your offer stands until somebody moves.")
    )


def _claim(door: Door, chosen: str) -> Response:
    if chosen == "wait":
        return _said(door, _("You wait. You can end the game later, as long as the other side has not moved."))
    parting.claim(context(), door.game_id, number_of(door))
    return _said(door, _("It is done: the clock has decided."))


def _partner(door: Door, chosen: str) -> Response:
    choice = cast("parting.PartnerChoice", chosen)
    parting.for_partner(context(), door.game_id, number_of(door), choice, field("email"))
    return _said(door, _("It is done."))


def _rematch(door: Door, _chosen: str) -> Response:
    place = rematch.rematch(context(), door.seat_id)
    words = _("The game has begun.") if place.running else _("The table is open, and the others are invited.")
    return show(seat_door(place.token), Notice(words, done=True), key=True)


def _mails(door: Door, chosen: str) -> Response:
    seating.set_mail(context(), door.seat_id, chosen == "on")
    return _said(
        door, _("You get mails for this game.") if chosen == "on" else _("You get no more mails for this game.")
    )


def _pause(door: Door, _chosen: str) -> Response:
    pause = pausing.offer(context(), door.game_id, number_of(door), _days())
    if pause.until is None:
        return _said(door, _("The others are told. Your offer stands until somebody moves."))
    return _said(door, _("Everybody agrees: no time runs until %(until)s.", until=instant(pause.until, door.zone)))


def _absence(door: Door, _chosen: str) -> Response:
    until = absence.declare(context(), door.game_id, number_of(door), _days())
    return _said(door, _("You are away until %(until)s.", until=instant(until, door.zone)))


def _days() -> int:
    """The days that were typed; 0, which is refused, for what is no number."""
    typed = field("days").strip()
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0


def _leave(door: Door, _chosen: str) -> Response:
    seating.leave(context(), door.seat_id)
    return said(_("You have left the table"), _("Your place is free again. The link to it is dead now."))


def _cancel(door: Door, _chosen: str) -> Response:
    lobby.cancel(context(), door.seat_id)
    return _said(door, _("The table is called off."))


def _renew(door: Door, _chosen: str) -> Response:
    seating.renew_join_link(context(), door.seat_id)
    return _said(door, _("The old link is dead. The new one is below."))


_DO: Mapping[str, Callable[[Door, str], Response]] = {
    "resign": _resign,
    "agree": _agree,
    "claim": _claim,
    "partner": _partner,
    "rematch": _rematch,
    "mails": _mails,
    "pause": _pause,
    "absence": _absence,
    "leave": _leave,
    "cancel": _cancel,
    "renew": _renew,
}


def said(title: str, *words: str, own: bool = True) -> Response:
    """A page that only says something."""
    return page("said.html", SaidPage(title, words), title=title, own=own)


@deeds.post("/word")
def word(token: str) -> Response:
    """Keep a word for the shuffle; an empty field changes nothing."""
    door = seat_door(token)
    if not field("word").strip():
        return show(door, Notice(_("Nothing was changed: no word was typed."), done=False), status=422)
    return _tried(door, lambda: seating.set_word(context(), door.seat_id, field("word")), _("Your word is kept."))


@deeds.post("/fresh")
def fresh(token: str) -> Response:
    """Mail a fresh link to whoever holds the seat; the same answer for every token (TRUST R35)."""
    if not ticked():
        return said(_("Nothing was sent"), _("The box was not ticked. Go back, tick it, and ask again."))
    seating.fresh_link(context(), token)
    return said(
        _("Look into your mail"),
        _("If this was the link to a seat, a new one goes to the address that holds it."),
    )


@deeds.get("/ply/<int:ply>")
@deeds.get("/ply/<int:ply>/<eyes>")
def at_ply(token: str, ply: int, eyes: str = "") -> Response:
    """One position as the holder of the seat has seen it; other eyes after the end."""
    door = seat_door(token)
    return shown(door.game_id, door.number, door.base, secret=True, ply=ply, eyes=read_eyes(eyes), zone=door.zone)


@deeds.get("/record")
def record(token: str) -> Response:
    """The record, in the form that the holder of the seat may have."""
    door = seat_door(token)
    return download(records.record_for(context(), door.game_id, door.number), door.code)


def _tried(door: Door, deed: Callable[[], object], words: str) -> Response:
    try:
        deed()
    except ServiceError as error:
        return show(door, Notice(error.detail, done=False), status=error.status)
    return _said(door, words)
