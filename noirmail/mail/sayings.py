"""Sentences that depend on more than a template should weigh."""

from noirmail.engine.rulesets import ruleset
from noirmail.i18n import gettext as _
from noirmail.i18n import ngettext
from noirmail.mail.kinds import Happened, TimeRanOut
from noirmail.words.names import ruleset_name
from noirmail.words.table import Table
from noirmail.words.terms import option_pairs, timeout_words
from noirmail.words.times import instant, length


def facts(table: Table) -> list[tuple[str, str]]:
    """What somebody wants to know of a table before joining it, as labels and values."""
    game = table.game
    which = _("%(ruleset)s, for %(number)s players", ruleset=ruleset_name(game.ruleset), number=game.players)
    known = [(_("Game"), which)]
    if game.title:
        known.append((_("Title"), game.title))
    known.append((_("Time a turn"), length(game.per_turn)))
    known.append((_("When time runs out"), timeout_words(game.on_timeout, game.ruleset, game.players)))
    return known + option_pairs(game.options)


def late_sentences(mail: TimeRanOut, zone: str) -> list[str]:
    """What it means for the reader that a time ran out, and what can be done about it."""
    table = mail.table
    if table.viewer == mail.late:
        said = [_late_yourself(mail)]
    else:
        said = [_late_other(mail, table.names[mail.late])]
    if mail.until is not None and _each_against_all(table):
        said.append(_("Otherwise a stand-in takes over by itself after %(when)s.", when=instant(mail.until, zone)))
    elif mail.until is not None:
        said.append(_("Otherwise the game ends by itself after %(when)s.", when=instant(mail.until, zone)))
    return said


def _each_against_all(table: Table) -> bool:
    return ruleset(table.game.ruleset).description.each_against_all(table.game.players)


def _late_yourself(mail: TimeRanOut) -> str:
    if mail.then == "standin":
        return _("From now on noirmail moves for your seat, as carefully as it can.")
    if mail.then == "choose":
        return _(
            "You can still move, until your partner has chosen how to go on: a stand-in or another person can get "
            "your seat. Do it soon."
        )
    if _each_against_all(mail.table):
        return _("You can still move, as long as no stand-in has taken over your seat. Do it soon.")
    return _("You can still move, as long as nobody has ended the game. Do it soon.")


def _late_other(mail: TimeRanOut, name: str) -> str:
    if mail.then == "standin":
        return _("From now on noirmail moves for %(name)s, as carefully as it can.", name=name)
    if mail.then == "choose":
        return _choice_of_partner(mail, name)
    if _each_against_all(mail.table):
        return _(
            "You may let a stand-in take over on your page, or wait: until then %(name)s can play on.", name=name
        )
    return _("You may end the game on your page, or wait: until then %(name)s can still play on.", name=name)


def _choice_of_partner(mail: TimeRanOut, name: str) -> str:
    game = mail.table.game
    if mail.table.viewer in ruleset(game.ruleset).description.side_of(mail.late, game.players):
        return _(
            "You choose on your page how your side goes on: with a stand-in, with another person in that seat, or "
            "not at all. Until then %(name)s can play on.",
            name=name,
        )
    return _("The partner of %(name)s chooses how to go on. Until then %(name)s can play on.", name=name)


def happened_sentences(about: Happened, *, zone: str, answerable: bool) -> list[str]:
    """What a player did, what comes of it, and how the reader answers."""
    name = about.table.names[about.by]
    days = ngettext("%(num)s day", "%(num)s days", about.days or 0)
    until = instant(about.until, zone) if about.until else ""
    if about.what == "agreed":
        said = _("%(name)s offers to end the game as it stands, without a winner.", name=name)
        by_mail = _("To agree, answer this mail with the one word draw, or go to your page.")
        return [said, _how(by_mail, answerable), _("The next move takes the offer back.")]
    if about.what == "pause-offered":
        said = _("%(name)s would like to let the game rest for %(days)s.", name=name, days=days)
        by_mail = _("To agree, answer this mail with the word pause and the number of days, or go to your page.")
        return [said, _how(by_mail, answerable), _("The next move takes the offer back.")]
    if about.what == "paused":
        return [_("As everybody agreed, no time runs until %(until)s. Whoever likes may move before.", until=until)]
    return [_("%(name)s will not be back before %(until)s; until then their own time waits.", name=name, until=until)]


def _how(by_mail: str, answerable: bool) -> str:
    return by_mail if answerable else _("To agree, go to your page.")


def answering(answerable: bool) -> str:
    """Whether and how a mail can be answered."""
    if not answerable:
        return _("Answers to this mail are not read.")
    return _("You can answer this mail: with your move in a line of its own, or with the one word help.")
