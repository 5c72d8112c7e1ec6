"""How a game ended, in words."""

from collections.abc import Sequence

from noirmail.engine.view import Outcome
from noirmail.i18n import gettext as _
from noirmail.words.names import enumeration, role_name
from noirmail.words.tale import Tale

# What somebody wins by in the games of each against all; that nobody has is a stand-in's doing.
_BY_A_MOVE = ("trophies", "solved")


def result_sentence(
    outcome: Outcome, names: Sequence[str], roles: Sequence[str], ruleset: str, viewer: int | None = None
) -> str:
    """Who won and why. ``names`` and ``roles`` by seat; roles are told where those of the sides differ."""
    tale = Tale(names, viewer)
    if ruleset in {"spytag", "dragnet"} or not outcome.winners or viewer in outcome.winners:
        return ending(outcome.winners, outcome.reason, tale)
    winners = [f"{tale.name(seat)} ({role_name(roles[seat])})" for seat in outcome.winners]
    return f"{_win(winners)} {reason_sentence(outcome.reason, lost=viewer is not None)}"


def ending(winners: Sequence[int], reason: str, tale: Tale) -> str:
    """Who won and why, for whoever reads."""
    lost = bool(winners) and tale.viewer is not None and tale.viewer not in winners
    said = f"{winners_sentence(winners, tale)} {reason_sentence(reason, lost=lost)}"
    if winners or reason not in _BY_A_MOVE:
        return said
    return f"{said} {_('But that was a stand-in, and a stand-in cannot win.')}"


def winners_sentence(winners: Sequence[int], tale: Tale) -> str:
    """Who won, without the reason."""
    if not winners:
        return _("Nobody wins.")
    if tale.viewer not in winners:
        return _win([tale.name(seat) for seat in winners])
    others = [tale.name(seat) for seat in winners if seat != tale.viewer]
    return _("You win, together with %(names)s.", names=enumeration(others)) if others else _("You win.")


def _win(names: Sequence[str]) -> str:
    if len(names) == 1:
        return _("%(name)s wins.", name=names[0])
    return _("%(names)s win.", names=enumeration(names))


def reason_sentence(reason: str, *, lost: bool = False) -> str:
    """Why a game ended (RECORD, "Reasons"), as a sentence that names nobody; ``lost``: told to one who lost."""
    own = {"resigned": _("Your side resigned."), "timeout": _("Your side's time ran out.")}
    if lost and reason in own:
        return own[reason]
    return {
        "inspector-killed": _("The Inspector's identity was killed."),
        "kill-limit": _("Too many suspects are dead."),
        "accused": _("The Killer was accused."),
        "solved": _("The solution was right."),
        "solve-failed": _("The solution was wrong."),
        "list-completed": _("Everybody on the hit list is dead."),
        "sleuth-exhausted": _("The Sleuth has no identity left."),
        "trophies": _("All the trophies that it takes are won."),
        "deck-exhausted": _("The deck is used up, and no solution was right."),
        "cops-killed": _("Both cops were killed."),
        "no-identity-left": _("The deck held no living suspect for the killed cop."),
        "resigned": _("The other side resigned."),
        "timeout": _("The other side's time ran out."),
        "agreed": _("The game was ended by agreement."),
        "cancelled": _("The game was cancelled."),
        "abandoned": _("The game was abandoned."),
    }.get(reason, reason)
