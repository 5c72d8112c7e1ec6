"""Games in a list, as lines that a template prints."""

from dataclasses import dataclass

from noirmail.i18n import gettext as _
from noirmail.i18n import ngettext
from noirmail.service.games import Listed
from noirmail.web.pages.tables import Moment, moment
from noirmail.words.names import enumeration, ruleset_name
from noirmail.words.times import length


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game. ``waits``: it waits for the person whose list it is; ``over``: it is finished."""

    title: str
    ruleset: str
    code: str
    link: str
    words: str
    pace: str
    due: Moment | None
    waits: bool
    over: bool


def public_line(listed: Listed, link: str) -> GameLine:
    """A game that anybody may see in a list."""
    return _line(listed, link, _state(listed), waits=False)


def own_line(listed: Listed, zone: str) -> GameLine:
    """A game of the person whose list it is; it leads to the seat's page, or to the invitation."""
    if listed.invited:
        return _line(listed, f"/i/{listed.token}", _("You are invited."), waits=True)
    owes = listed.decision is not None and listed.status == "running"
    words = _("It is for you to act.") if owes else _state(listed)
    return _line(listed, f"/s/{listed.token}", words, waits=owes, zone=zone)


def _state(listed: Listed) -> str:
    names = enumeration([name for name in listed.names if name])
    if listed.status == "open":
        return _waits(listed, names)
    if listed.status == "finished":
        return _("%(names)s. Finished.", names=names)
    return _("%(names)s. Move %(ply)s.", names=names, ply=listed.ply)


def _waits(listed: Listed, names: str) -> str:
    waits = ngettext("%(num)s place is free.", "%(num)s places are free.", listed.free)
    if not listed.free:
        waits = _("Somebody is invited and has not answered yet.")
    return f"{names}. {waits}" if names else waits


def _line(listed: Listed, link: str, words: str, *, waits: bool, zone: str = "UTC") -> GameLine:
    name = ruleset_name(listed.ruleset)
    return GameLine(
        title=listed.title or (name if listed.status == "open" else " – ".join(listed.names)),
        ruleset=name,
        code=listed.code,
        link=link,
        words=words,
        pace=_("%(length)s a turn", length=length(listed.per_turn)),
        due=moment(listed.due, zone) if listed.due else None,
        waits=waits,
        over=listed.status == "finished",
    )
