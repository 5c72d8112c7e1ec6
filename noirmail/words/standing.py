"""Where a player stands: role and cards, and the numbers that all may know."""

from collections.abc import Sequence

from noirmail.engine.rulesets import ruleset
from noirmail.engine.view import Own, View
from noirmail.i18n import gettext as _
from noirmail.i18n import ngettext
from noirmail.words.names import role_name, suspect_name, suspect_names
from noirmail.words.numbers import public_numbers


def own_sentences(view: View) -> list[str]:
    """Who the viewer is and holds, one sentence a matter; empty for a spectator."""
    own, viewer = view.own, view.viewer
    if own is None or viewer is None:
        return []
    said = [_identity(view, role_name(view.roles[viewer]), own.identity)]
    if own.disguises:
        said.append(
            ngettext(
                "Your disguise: %(suspects)s.",
                "Your disguises: %(suspects)s.",
                len(own.disguises),
                suspects=suspect_names(own.disguises),
            )
        )
    if own.hand:
        said.append(_("Your cards: %(suspects)s.", suspects=suspect_names(own.hand)))
    if own.partner:
        said.append(_partner(view, suspect_name(own.partner)))
    return said


def _identity(view: View, role: str, identity: str | None) -> str:
    if view.ruleset == "dragnet":
        return (
            _("Your suspicion: %(suspect)s.", suspect=suspect_name(identity)) if identity else _("No suspicion yet.")
        )
    if view.ruleset == "spytag":
        return _("You are %(suspect)s.", suspect=suspect_name(identity)) if identity else _("You have no identity.")
    if identity is None:
        return _("You play the %(role)s, and have no identity now.", role=role)
    return _("You play the %(role)s, and you are %(suspect)s.", role=role, suspect=suspect_name(identity))


def _partner(view: View, suspect: str) -> str:
    if view.ruleset == "dragnet":
        return _("Your partner's suspicion: %(suspect)s.", suspect=suspect)
    if view.ruleset == "buddycops":
        return _("The Profiler is %(suspect)s.", suspect=suspect)
    return _("Your partner is %(suspect)s.", suspect=suspect)


def opened_sentences(view: View, names: Sequence[str]) -> list[str]:
    """Who held what, a sentence for each seat, once everything is open; empty before. ``names`` by seat."""
    if view.opened is None:
        return []
    return [_opened(view, names[seat], own) for seat, own in enumerate(view.opened.views)]


def _opened(view: View, name: str, own: Own) -> str:
    held = suspect_names(own.disguises + own.hand)
    if own.identity is None:
        return _("%(name)s held %(cards)s.", name=name, cards=held or _("no card any more"))
    cards = held or _("no other card")
    suspect = suspect_name(own.identity)
    if view.ruleset == "dragnet":
        return _("%(name)s suspected %(suspect)s, and held %(cards)s.", name=name, suspect=suspect, cards=cards)
    return _("%(name)s was %(suspect)s, and held %(cards)s.", name=name, suspect=suspect, cards=cards)


def count_sentences(view: View, names: Sequence[str]) -> list[str]:
    """The public numbers of the position, one sentence a matter. ``names`` by seat."""
    return [_("%(label)s: %(value)s.", label=label, value=value) for label, value in public_numbers(view, names)]


def side_names(view: View, names: Sequence[str], seat: int | None) -> tuple[list[str], list[str]]:
    """The names of that seat's partners by the rules, and of the opponents; all are opponents of a spectator."""
    if seat is None:
        return [], list(names)
    side = _side(view, seat)
    partners = [name for other, name in enumerate(names) if other in side and other != seat]
    return partners, [name for other, name in enumerate(names) if other not in side]


def _side(view: View, seat: int) -> tuple[int, ...]:
    return ruleset(view.ruleset, view.version).description.side_of(seat, view.players)
