"""Sentences that depend on more than a template should weigh."""

from noirmail.i18n import gettext as _
from noirmail.mail.kinds import TimeRanOut
from noirmail.words.names import ruleset_name
from noirmail.words.table import Table
from noirmail.words.times import instant, length


def facts(table: Table) -> list[tuple[str, str]]:
    """What somebody wants to know of a table before joining it, as labels and values."""
    game = table.game
    which = _("%(ruleset)s, for %(number)s players", ruleset=ruleset_name(game.ruleset), number=game.players)
    known = [(_("Game"), which)]
    if game.title:
        known.append((_("Title"), game.title))
    known.append((_("Time a turn"), length(game.per_turn)))
    known.append((_("When time runs out"), _policy(game.on_timeout)))
    return known


def _policy(on_timeout: str) -> str:
    if on_timeout == "forfeit":
        return _("the game is lost")
    if on_timeout == "standin":
        return _("noirmail moves for the player from then on")
    return _("the other side may end the game, or wait")


def late_sentences(mail: TimeRanOut, zone: str) -> list[str]:
    """What it means for the reader that a time ran out, and what can be done about it."""
    table = mail.table
    if table.viewer == mail.late:
        said = [_late_yourself(mail)]
    else:
        said = [_late_other(mail, table.names[mail.late])]
    if mail.until is not None:
        said.append(_("Otherwise the game ends by itself after %(when)s.", when=instant(mail.until, zone)))
    return said


def _late_yourself(mail: TimeRanOut) -> str:
    if mail.then == "standin":
        return _("From now on noirmail moves for your seat, as carefully as it can.")
    return _("You can still move, as long as nobody has ended the game. Do it soon.")


def _late_other(mail: TimeRanOut, name: str) -> str:
    if mail.then == "standin":
        return _("From now on noirmail moves for %(name)s, as carefully as it can.", name=name)
    if mail.then == "choose":
        return _("The partners of %(name)s choose on their pages how to go on.", name=name)
    return _("You may end the game on your page, or wait: until then %(name)s can still play on.", name=name)
