"""What happened, in sentences: one for each event, in the words of whoever reads it.

Where a secret field is None, the sentence is the one that everybody may read.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from noirmail.engine import events as told
from noirmail.engine.view import LoggedStep
from noirmail.i18n import gettext as _
from noirmail.i18n import ngettext
from noirmail.words.cards import CARD_SENTENCES
from noirmail.words.names import line_name, suspect_name, suspect_names, way_words
from noirmail.words.results import ending
from noirmail.words.tale import Tale


def sentence(event: told.Event, names: Sequence[str], viewer: int | None, *, kind: str = "") -> str:
    """The event as full sentences. ``names`` by seat; ``kind`` is that of the action which caused the event."""
    return _SENTENCES[type(event)](event, Tale(names, viewer, kind))


def step_sentences(step: LoggedStep, names: Sequence[str], viewer: int | None) -> list[str]:
    """What one ply brought, in order."""
    # Where the old identity was shown, there is a new one for certain.
    escaped = any(isinstance(event, told.Escaped) for event in step.events)
    tale = Tale(names, viewer, "escape" if escaped else step.action.split(" ")[0], step.seat)
    # Which line is solved is told before the hands that are raised for it.
    told_first = sorted(step.events, key=lambda event: not isinstance(event, told.LineSolved))
    return [_SENTENCES[type(event)](event, tale) for event in told_first]


def _shifted(event: told.Shifted, tale: Tale) -> str:
    line, way = line_name(event.line), way_words(event.direction, event.distance)
    if tale.actor is None:
        return _("%(line)s moved %(way)s.", line=line.capitalize(), way=way)
    if tale.actor == tale.viewer:
        return _("You moved %(line)s %(way)s.", line=line, way=way)
    return _("%(name)s moved %(line)s %(way)s.", name=tale.name(tale.actor), line=line, way=way)


def _collapsed(event: told.Collapsed, tale: Tale) -> str:
    gone = suspect_names(event.suspects)
    if event.axis == "rows":
        said = _("One dead suspect left each row: %(suspects)s.", suspects=gone)
    else:
        said = _("One dead suspect left each column: %(suspects)s.", suspects=gone)
    if tale.actor is None:
        return said
    if tale.actor == tale.viewer:
        return f"{_('You collapsed the board.')} {said}"
    return f"{_('%(name)s collapsed the board.', name=tale.name(tale.actor))} {said}"


def _line_removed(event: told.LineRemoved, tale: Tale) -> str:
    line = line_name(event.line).capitalize()
    return _(
        "%(line)s held only dead suspects and is gone: %(suspects)s.",
        line=line,
        suspects=suspect_names(event.suspects),
    )


def _killed(event: told.Killed, tale: Tale) -> str:
    suspect = suspect_name(event.suspect)
    if tale.actor is None:
        return _("%(suspect)s was killed.", suspect=suspect)
    if tale.actor == tale.viewer:
        return _("You killed %(suspect)s.", suspect=suspect)
    return _("%(name)s killed %(suspect)s.", name=tale.name(tale.actor), suspect=suspect)


def _died(event: told.Died, tale: Tale) -> str:
    return _("%(suspect)s is dead.", suspect=suspect_name(event.suspect))


def _identity_fell(event: told.IdentityFell, tale: Tale) -> str:
    suspect = suspect_name(event.suspect)
    if event.seat == tale.viewer:
        return _("%(suspect)s was you.", suspect=suspect)
    return _("%(suspect)s was %(name)s.", suspect=suspect, name=tale.name(event.seat))


def _canvassed(event: told.Canvassed, tale: Tale) -> str:
    suspect = suspect_name(event.suspect)
    if tale.kind != "canvas" or tale.actor is None:
        return _("The neighbours of %(suspect)s were canvassed.", suspect=suspect)
    if tale.actor == tale.viewer:
        return _("You canvassed the neighbours of %(suspect)s.", suspect=suspect)
    return _("%(name)s canvassed the neighbours of %(suspect)s.", name=tale.name(tale.actor), suspect=suspect)


def _answered(event: told.Answered, tale: Tale) -> str:
    if tale.kind == "solve":
        return _hand(event, tale)
    if tale.kind == "kill" and len(tale.names) > 2:
        # A Killer with more than one opponent is that of Buddy Cops, who answer as one (RULES §7).
        return _("The cops answered yes.") if event.yes else _("The cops answered no.")
    if event.seat == tale.viewer:
        return _("You answered yes.") if event.yes else _("You answered no.")
    name = tale.name(event.seat)
    return _("%(name)s answered yes.", name=name) if event.yes else _("%(name)s answered no.", name=name)


def _hand(event: told.Answered, tale: Tale) -> str:
    if event.seat == tale.viewer:
        return _("You raised a hand.") if event.yes else _("You raised no hand.")
    name = tale.name(event.seat)
    return _("%(name)s raised a hand.", name=name) if event.yes else _("%(name)s raised no hand.", name=name)


def _accused(event: told.Accused, tale: Tale) -> str:
    suspect, name = suspect_name(event.suspect), tale.name(event.seat)
    if event.seat == tale.viewer:
        said = _("You accused %(suspect)s.", suspect=suspect)
    else:
        said = _("%(name)s accused %(suspect)s.", name=name, suspect=suspect)
    return f"{said} {_('That was the Killer.') if event.right else _('The answer was no.')}"


def _captured(event: told.Captured, tale: Tale) -> str:
    suspect, own = suspect_name(event.suspect), event.seat == tale.viewer
    if event.victim is None:
        if own:
            return _("You tried to capture %(suspect)s and caught nobody.", suspect=suspect)
        return _(
            "%(name)s tried to capture %(suspect)s and caught nobody.", name=tale.name(event.seat), suspect=suspect
        )
    if own:
        said = _("You captured %(suspect)s.", suspect=suspect)
    else:
        said = _("%(name)s captured %(suspect)s.", name=tale.name(event.seat), suspect=suspect)
    if event.victim == tale.viewer:
        return f"{said} {_('That was you.')}"
    return f"{said} {_('That was %(name)s.', name=tale.name(event.victim))}"


def _named(event: told.Named, tale: Tale) -> str:
    values = {"identity": suspect_name(event.identity), "disguise": suspect_name(event.disguise)}
    if event.seat == tale.viewer:
        said = _("You named %(identity)s as the Killer, disguised as %(disguise)s.", **values)
    else:
        name = tale.name(event.seat)
        said = _("%(name)s named %(identity)s as the Killer, disguised as %(disguise)s.", name=name, **values)
    return f"{said} {_('That was right.') if event.right else _('That was wrong.')}"


def _line_solved(event: told.LineSolved, tale: Tale) -> str:
    line = line_name(event.line)
    if event.seat == tale.viewer:
        said = _("You solved %(line)s:", line=line)
    else:
        said = _("%(name)s solved %(line)s:", name=tale.name(event.seat), line=line)
    unmarked = ngettext("%(num)s suspect without a card,", "%(num)s suspects without a card,", event.unmarked)
    raised = ngettext("%(num)s raised hand.", "%(num)s raised hands.", event.raised)
    return f"{said} {unmarked} {raised} {_('That was right.') if event.right else _('That was wrong.')}"


def _declined(event: told.Declined, tale: Tale) -> str:
    if event.seat == tale.viewer:
        return _("You let the final solve go by.")
    return _("%(name)s let the final solve go by.", name=tale.name(event.seat))


def _turn_skipped(event: told.TurnSkipped, tale: Tale) -> str:
    if event.seat == tale.viewer:
        return _("Your turn was skipped.")
    return _("The turn of %(name)s was skipped.", name=tale.name(event.seat))


def _ended(event: told.Ended, tale: Tale) -> str:
    return f"{_('The game is over.')} {ending(event.winners, event.reason, tale)}"


_SENTENCES: Mapping[type[told.Event], Callable[[Any, Tale], str]] = {
    **CARD_SENTENCES,
    told.Shifted: _shifted,
    told.Collapsed: _collapsed,
    told.LineRemoved: _line_removed,
    told.Killed: _killed,
    told.Died: _died,
    told.IdentityFell: _identity_fell,
    told.Canvassed: _canvassed,
    told.Answered: _answered,
    told.Accused: _accused,
    told.Captured: _captured,
    told.Named: _named,
    told.LineSolved: _line_solved,
    told.Declined: _declined,
    told.TurnSkipped: _turn_skipped,
    told.Ended: _ended,
}
