"""Sentences for events about cards: identities, draws, discards, evidence and the hit list."""

from collections.abc import Callable, Mapping
from typing import Any

from noirmail.engine import events as told
from noirmail.i18n import gettext as _
from noirmail.i18n import ngettext
from noirmail.words.names import enumeration, suspect_name, suspect_names
from noirmail.words.tale import Tale

# What makes somebody lose the identity and draw another one (RULES §5, §7).
_FELL = ("capture", "kill")


def _identity_chosen(event: told.IdentityChosen, tale: Tale) -> str:
    if tale.kind in {"suspicion", "rethink", "solve"}:
        return _suspicion_chosen(event, tale)
    if tale.kind == "deputize":
        return _deputized(event, tale)
    if event.suspect is None:
        return _unseen_identity(tale.name(event.seat), tale.kind)
    suspect, name = suspect_name(event.suspect), tale.name(event.seat)
    if event.seat == tale.viewer:
        if event.kept:
            return _("You kept %(suspect)s as your identity.", suspect=suspect)
        return _("You took %(suspect)s as your identity.", suspect=suspect)
    if event.kept:
        return _("%(name)s kept %(suspect)s as identity.", name=name, suspect=suspect)
    return _("%(name)s took %(suspect)s as identity.", name=name, suspect=suspect)


def _unseen_identity(name: str, kind: str) -> str:
    if kind == "disguise":
        return _("%(name)s may have changed identity.", name=name)
    if kind == "identity":
        return _("%(name)s chose an identity.", name=name)
    return _("%(name)s has a new identity.", name=name)


def _deputized(event: told.IdentityChosen, tale: Tale) -> str:
    """The Profiler has given the Undercover another identity."""
    profiler, undercover = tale.name(event.seat if tale.actor is None else tale.actor), tale.name(event.seat)
    if event.suspect is None:
        return _(
            "%(profiler)s deputized %(undercover)s, who has a new identity.", profiler=profiler, undercover=undercover
        )
    suspect = suspect_name(event.suspect)
    if event.seat == tale.viewer:
        return _("%(profiler)s made you %(suspect)s.", profiler=profiler, suspect=suspect)
    if tale.actor == tale.viewer:
        return _("You made %(undercover)s %(suspect)s.", undercover=undercover, suspect=suspect)
    return _(
        "%(profiler)s made %(undercover)s %(suspect)s.", profiler=profiler, undercover=undercover, suspect=suspect
    )


def _suspicion_chosen(event: told.IdentityChosen, tale: Tale) -> str:
    name = tale.name(event.seat)
    if event.suspect is None:
        return _("%(name)s laid down a suspicion.", name=name)
    suspect = suspect_name(event.suspect)
    if event.seat == tale.viewer:
        return _("You suspect %(suspect)s.", suspect=suspect)
    return _("%(name)s suspects %(suspect)s.", name=name, suspect=suspect)


def _drew(event: told.Drew, tale: Tale) -> str:
    name = tale.name(event.seat)
    if tale.kind in _FELL:
        return _drew_identity(event, tale)
    if event.suspects is None:
        return ngettext("%(name)s drew a card.", "%(name)s drew %(num)s cards.", event.number, name=name)
    suspects = suspect_names(event.suspects)
    if event.seat == tale.viewer:
        return _("You drew %(suspects)s.", suspects=suspects)
    return _("%(name)s drew %(suspects)s.", name=name, suspects=suspects)


def _drew_identity(event: told.Drew, tale: Tale) -> str:
    name = tale.name(event.seat)
    if event.suspects is None:
        return _("%(name)s drew a new identity.", name=name)
    suspect = suspect_names(event.suspects)
    if event.seat == tale.viewer:
        return _("You drew %(suspect)s, who you are now.", suspect=suspect)
    return _("%(name)s drew %(suspect)s as new identity.", name=name, suspect=suspect)


def _passed(event: told.Passed, tale: Tale) -> str:
    giver, taker = tale.name(event.giver), tale.name(event.taker)
    if event.suspects is None:
        return ngettext(
            "%(giver)s passed a card to %(taker)s.",
            "%(giver)s passed %(num)s cards to %(taker)s.",
            event.number,
            giver=giver,
            taker=taker,
        )
    suspects = suspect_names(event.suspects)
    if event.giver == tale.viewer:
        return _("You passed %(suspects)s to %(taker)s.", suspects=suspects, taker=taker)
    if event.taker == tale.viewer:
        return _("%(giver)s passed you %(suspects)s.", suspects=suspects, giver=giver)
    return _("%(giver)s passed %(suspects)s to %(taker)s.", suspects=suspects, giver=giver, taker=taker)


def _discarded(event: told.Discarded, tale: Tale) -> str:
    suspects, number = suspect_names(event.suspects), len(event.suspects)
    if event.seat is None:
        return ngettext(
            "The card of %(suspects)s was discarded.",
            "The cards of %(suspects)s were discarded.",
            number,
            suspects=suspects,
        )
    if event.seat == tale.viewer:
        return _("You discarded %(suspects)s, face up.", suspects=suspects)
    return _("%(name)s discarded %(suspects)s, face up.", name=tale.name(event.seat), suspects=suspects)


def _marked(event: told.Marked, tale: Tale) -> str:
    suspect = suspect_name(event.suspect)
    if event.seat == tale.viewer:
        return _("You laid an evidence card on %(suspect)s.", suspect=suspect)
    return _("%(name)s laid an evidence card on %(suspect)s.", name=tale.name(event.seat), suspect=suspect)


def _taken_up(event: told.TakenUp, tale: Tale) -> str:
    suspect = suspect_name(event.suspect)
    if event.seat == tale.viewer:
        return _("You took up the card on %(suspect)s.", suspect=suspect)
    return _("%(name)s took up the card on %(suspect)s.", name=tale.name(event.seat), suspect=suspect)


def _turned_up(event: told.TurnedUp, tale: Tale) -> str:
    return _("%(suspect)s was turned up on the hit list.", suspect=suspect_name(event.suspect))


def _list_grew(event: told.ListGrew, tale: Tale) -> str:
    return _("A card went face down to the end of the hit list.")


def _list_shrank(event: told.ListShrank, tale: Tale) -> str:
    return _("The last card of the hit list went unseen under the deck.")


def _escaped(event: told.Escaped, tale: Tale) -> str:
    suspect = suspect_name(event.suspect)
    if event.seat == tale.viewer:
        return _("You had been %(suspect)s until now, as all can see.", suspect=suspect)
    return _("%(name)s had been %(suspect)s until now.", name=tale.name(event.seat), suspect=suspect)


def _returned(event: told.ReturnedToDeck, tale: Tale) -> str:
    if event.suspect is None:
        return _("A card went unseen under the deck.")
    return _("The card of %(suspect)s went under the deck.", suspect=suspect_name(event.suspect))


def _roles_changed(event: told.RolesChanged, tale: Tale) -> str:
    profiler, undercover = tale.name(event.profiler), tale.name(event.undercover)
    if tale.viewer == event.profiler:
        return _("The cops change roles: you are the Profiler now, %(name)s is Undercover.", name=undercover)
    if tale.viewer == event.undercover:
        return _("The cops change roles: %(name)s is the Profiler now, you are Undercover.", name=profiler)
    return _(
        "The cops change roles: %(profiler)s is the Profiler now, %(undercover)s is Undercover.",
        profiler=profiler,
        undercover=undercover,
    )


def _final_round(event: told.FinalRound, tale: Tale) -> str:
    order = enumeration([tale.name_or_you(seat) for seat in event.order])
    return _("The deck is used up. Each may make one final solve, in this order: %(order)s.", order=order)


CARD_SENTENCES: Mapping[type[told.Event], Callable[[Any, Tale], str]] = {
    told.IdentityChosen: _identity_chosen,
    told.Drew: _drew,
    told.Passed: _passed,
    told.Discarded: _discarded,
    told.Marked: _marked,
    told.TakenUp: _taken_up,
    told.TurnedUp: _turned_up,
    told.ListGrew: _list_grew,
    told.ListShrank: _list_shrank,
    told.Escaped: _escaped,
    told.ReturnedToDeck: _returned,
    told.RolesChanged: _roles_changed,
    told.FinalRound: _final_round,
}
