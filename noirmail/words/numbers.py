"""The numbers that everybody at a table may know, and what is about to happen, as labels and values."""

from collections.abc import Sequence

from noirmail.engine.events import Declined, FinalRound, LineSolved, TurnSkipped
from noirmail.engine.rulesets import ruleset
from noirmail.engine.view import View
from noirmail.i18n import gettext as _
from noirmail.words.names import enumeration, suspect_name

# Dead suspects with which the Killer of Buddy Cops wins (RULES §7), and trophies that win, by number of players (§5).
_KILLS = 13
_TROPHIES = {3: 2, 4: 3}


def public_numbers(view: View, names: Sequence[str]) -> list[tuple[str, str]]:
    """What can be counted in the position, a pair of label and value a matter. ``names`` by seat."""
    counts = view.counts
    pairs = [] if view.ruleset == "dragnet" else [(_("Dead suspects"), _dead(view))]
    pairs.append((_("Cards in the deck"), str(counts.deck)))
    if any(counts.hands):
        held = [_("%(name)s %(number)s", name=names[seat], number=number) for seat, number in enumerate(counts.hands)]
        pairs.append((_("Cards in hand"), ", ".join(held)))
    if counts.listed is not None:
        pairs += _hit_list(view)
    if counts.trophies is not None:
        pairs.append((_("Trophies"), _trophies(view, counts.trophies, names)))
    if view.ruleset == "dragnet" and view.result is None:
        pairs += _solving(view, names)
    return pairs


def _dead(view: View) -> str:
    limit = _KILLS if view.ruleset == "buddycops" else view.options.get("kills")
    if limit is None:
        return str(view.counts.kills)
    return _("%(number)s; the Killer wins with %(limit)s", number=view.counts.kills, limit=limit)


def _hit_list(view: View) -> list[tuple[str, str]]:
    target = suspect_name(view.counts.target) if view.counts.target else _("nobody")
    return [(_("Target"), target), (_("Face-down cards of the hit list"), str(view.counts.listed))]


def _trophies(view: View, trophies: Sequence[int], names: Sequence[str]) -> str:
    """By side, since a team's trophies count together."""
    sides = ruleset(view.ruleset, view.version).description.sides(view.players)
    won = [
        _(
            "%(name)s %(number)s",
            name=enumeration([names[seat] for seat in side]),
            number=sum(trophies[seat] for seat in side),
        )
        for side in sides
    ]
    return _("%(trophies)s; %(limit)s win", trophies=", ".join(won), limit=_TROPHIES[view.players])


def _solving(view: View, names: Sequence[str]) -> list[tuple[str, str]]:
    """Whose next turn will be skipped; in the final round, who may still solve (RULES §6)."""
    skipping: list[int] = []
    to_come: list[int] | None = None
    for event in (event for step in view.log for event in step.events):
        match event:
            case FinalRound():
                to_come = list(event.order)
            case LineSolved() | Declined() if to_come is not None:
                to_come.remove(event.seat)
            case LineSolved():
                skipping.append(event.seat)
            case TurnSkipped():
                skipping.remove(event.seat)
    if to_come is not None:
        return [(_("Final solves to come"), enumeration([names[seat] for seat in to_come]))] if to_come else []
    return [(_("Next turn skipped"), enumeration([names[seat] for seat in skipping]))] if skipping else []
