"""How and when somebody's mails come: on the account's page, by the link in each mail, and kind by kind for a game.

The link in a mail opens this and nothing else of the account; what it does asks for a tick, or is the one click of a
mail program (RFC 8058).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from zoneinfo import available_timezones

from flask import Blueprint, Response, request

from noirmail.i18n import LANGUAGES
from noirmail.i18n import gettext as _
from noirmail.mail.kinds import OPTIONAL
from noirmail.service import access, preferences
from noirmail.service.errors import BadInput, DeadLink
from noirmail.service.preferences import MailMode, Preferences, minute_of
from noirmail.service.presence import seen
from noirmail.service.tables import table
from noirmail.web.members import member_or_refuse
from noirmail.web.pages.doors import context, field, seat_door, ticked
from noirmail.web.pages.seat_page import Notice
from noirmail.web.pages.tables import Head, head_of
from noirmail.web.rendering import page

mails = Blueprint("mails", __name__)


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose; ``chosen``: it is so now."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class MailsPage:
    """All that a person may choose. ``keyed``: reached by the link in a mail, so that a tick is asked for."""

    action: str
    keyed: bool
    languages: tuple[Option, ...]
    zones: tuple[Option, ...]
    modes: tuple[Option, ...]
    kinds: tuple[Option, ...]
    digest_at: str
    quiet_from: str
    quiet_to: str
    secrets: bool
    picture: bool
    notice: Notice | None


@dataclass(frozen=True, slots=True)
class KindsPage:
    """The kinds of mail about one game, each wanted or not; one alone where a mail led there."""

    head: Head
    action: str
    back: str
    kinds: tuple[Option, ...]
    notice: Notice | None


@mails.get("/me/mails")
def own() -> Response:
    """What is chosen now, for who is signed in."""
    return _shown(member_or_refuse(context()).id, "/me/mails", None)


@mails.post("/me/mails")
def keep_own() -> Response:
    """Keep what was chosen."""
    return _kept(member_or_refuse(context()).id, "/me/mails")


@mails.get("/m/<token>")
def linked(token: str) -> Response:
    """What is chosen now, for the reader of a mail; changes nothing."""
    return _shown(preferences.person_of_link(context(), token), f"/m/{token}", None)


@mails.post("/m/<token>")
def keep_linked(token: str) -> Response:
    """Keep what was chosen with a tick; or no mails at all for the games of now, by one click of a mail program."""
    person_id, action = preferences.person_of_link(context(), token), f"/m/{token}"
    if request.form.get("List-Unsubscribe") == "One-Click" or (field("choice") == "off" and ticked()):
        preferences.all_off(context(), person_id)
        words = _("No more mails come about the games that you play now. Your seats are yours still.")
        return _shown(person_id, action, Notice(words, done=True))
    if not ticked():
        return _shown(person_id, action, Notice(_("Nothing was changed: the box was not ticked."), done=False))
    return _kept(person_id, action)


@mails.get("/s/<token>/kinds")
def kinds(token: str) -> Response:
    """Which kinds of mail a seat gets; changes nothing."""
    return _kinds_of_seat(token, None)


@mails.post("/s/<token>/kinds")
def keep_kinds(token: str) -> Response:
    """Keep which kinds a seat gets, with a tick."""
    door = seat_door(token)
    if not ticked():
        return _kinds_of_seat(token, Notice(_("Nothing was changed: the box was not ticked."), done=False))
    preferences.mute_at(context(), door.seat_id, _unwanted())
    return _kinds_of_seat(token, Notice(_("Kept."), done=True))


@mails.post("/s/<token>/here")
def here(token: str) -> Response:
    """The running page says that its player does something there (TRUST "Decided" 15)."""
    seen(context(), seat_door(token).seat_id)
    return Response(status=204)


@mails.get("/u/<token>/<kind>")
def kind_of_game(token: str, kind: str) -> Response:
    """A choice without a default: this kind of mail about this game, or none; changes nothing."""
    return _one_kind(token, kind, None)


@mails.post("/u/<token>/<kind>")
def choose_kind(token: str, kind: str) -> Response:
    """What was chosen, or the one click of a mail program: no cookie, no redirect, 200 however often."""
    ctx = context()
    seat_id = _seat_of_mail(token, kind)
    choice = "off" if request.form.get("List-Unsubscribe") == "One-Click" else field("choice")
    if choice not in ("on", "off"):
        return _one_kind(token, kind, Notice(_("Nothing was changed: nothing was chosen."), done=False))
    preferences.mute_one(ctx, seat_id, kind, off=choice == "off")
    words = _("These mails come again.") if choice == "on" else _("No more mails of this kind come for this game.")
    return _one_kind(token, kind, Notice(words, done=True))


def _kept(person_id: int, action: str) -> Response:
    try:
        preferences.keep(context(), person_id, _wanted(preferences.preferences_of(context(), person_id)))
    except BadInput as error:
        return _shown(person_id, action, Notice(error.detail, done=False))
    return _shown(person_id, action, Notice(_("Kept."), done=True))


def _wanted(known: Preferences) -> Preferences:
    """What the form says; what it leaves out stays as it is, boxes and kinds aside."""
    modes: dict[str, MailMode] = {"each": "each", "digest": "digest", "visit": "visit"}
    if field("mode") and field("mode") not in modes:
        raise BadInput(_("This must be one of: %(choices)s.", choices=", ".join(modes)), "mode")
    return replace(
        known,
        language=field("language") or known.language,
        zone=field("zone") or known.zone,
        mode=modes.get(field("mode"), known.mode),
        digest_at=minute_of(field("digest_at"), "digest_at") if field("digest_at") else known.digest_at,
        quiet_from=minute_of(field("quiet_from"), "quiet_from") if field("quiet_from").strip() else None,
        quiet_to=minute_of(field("quiet_to"), "quiet_to") if field("quiet_to").strip() else None,
        secrets=field("secrets") == "1",
        picture=field("picture") == "1",
        muted=_unwanted(),
    )


def _unwanted() -> frozenset[str]:
    return frozenset(OPTIONAL) - frozenset(request.form.getlist("kind"))


def _shown(person_id: int, action: str, notice: Notice | None) -> Response:
    known = preferences.preferences_of(context(), person_id)
    zones = sorted(zone for zone in available_timezones() if "/" in zone or zone == "UTC")
    keyed = action != "/me/mails"
    model = MailsPage(
        action=action,
        keyed=keyed,
        languages=tuple(Option(one, one, one == known.language) for one in LANGUAGES),
        zones=tuple(Option(one, one, one == known.zone) for one in zones),
        modes=tuple(Option(mode, words(), mode == known.mode) for mode, words in MODES.items()),
        kinds=_kinds(known.muted),
        digest_at=_clock(known.digest_at),
        quiet_from=_clock(known.quiet_from),
        quiet_to=_clock(known.quiet_to),
        secrets=known.secrets,
        picture=known.picture,
        notice=notice,
    )
    return page("mails.html", model, title=_("Your mails"), status=_status(notice), own=keyed)


def _kinds_of_seat(token: str, notice: Notice | None) -> Response:
    door = seat_door(token)
    head = head_of(table(context(), door.game_id, None))
    known = _kinds(preferences.muted_at(context(), door.seat_id))
    model = KindsPage(head, f"{door.base}/kinds", door.base, known, notice)
    return page("kinds.html", model, title=_("Mails for this game"), status=_status(notice), own=True)


def _one_kind(token: str, kind: str, notice: Notice | None) -> Response:
    ctx = context()
    seat_id = _seat_of_mail(token, kind)
    with ctx.db.read() as session:
        game, _seat = access.unsubscribing_seat(ctx, session, token)
    on = kind not in preferences.muted_at(ctx, seat_id)
    chosen = (Option(kind, KINDS[kind](), on),)
    model = KindsPage(head_of(table(ctx, game.id, None)), f"/u/{token}/{kind}", "", chosen, notice)
    return page("kinds.html", model, title=_("Mails for this game"), status=_status(notice), own=True)


def _seat_of_mail(token: str, kind: str) -> int:
    ctx = context()
    with ctx.db.read() as session:
        _game, seat = access.unsubscribing_seat(ctx, session, token)
    if kind not in OPTIONAL:
        raise DeadLink
    return seat.id


def _kinds(muted: frozenset[str]) -> tuple[Option, ...]:
    return tuple(Option(kind, KINDS[kind](), kind not in muted) for kind in OPTIONAL)


def _clock(minute: int | None) -> str:
    return "" if minute is None else f"{minute // 60:02}:{minute % 60:02}"


def _status(notice: Notice | None) -> int:
    return 422 if notice and not notice.done else 200


MODES: dict[str, Callable[[], str]] = {
    "each": lambda: _("A mail whenever it is for me to act"),
    "digest": lambda: _("One mail a day that tells all my tables"),
    "visit": lambda: _("One mail, then none until I have been here"),
}
KINDS: dict[str, Callable[[], str]] = {
    "game-over": lambda: _("A game has ended"),
    "game-start": lambda: _("A game has begun, and somebody else moves first"),
    "happened": lambda: _("Somebody offers an end or a pause, or is away"),
    "invitation-answer": lambda: _("What became of an invitation of mine"),
    "messages": lambda: _("What was said at the table"),
    "reminder": lambda: _("Most of my time is over"),
    "time-ran-out": lambda: _("A time ran out"),
}
