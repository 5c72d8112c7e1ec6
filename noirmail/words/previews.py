"""What an action would do, in full sentences for the player who is about to do it."""

from collections.abc import Callable, Mapping

from noirmail.engine.actions import Action
from noirmail.engine.events import FinalRound
from noirmail.engine.view import View
from noirmail.i18n import gettext as _
from noirmail.words.names import line_name, suspect_name, suspect_names, way_words

# The number of players with which spies and investigators play in teams (RULES §5, §6).
_IN_TEAMS = 4


def preview(action: Action, view: View) -> str:
    """What the action would do, as full sentences; an action of an unknown kind is shown as it is written."""
    say = _PREVIEWS.get(action.kind)
    return say(action, view) if say else action.text


def _own(view: View) -> str | None:
    return view.own.identity if view.own else None


def _lives(view: View, suspect: str) -> bool:
    return any(cell.suspect == suspect and cell.living for row in view.board for cell in row)


def _is_on_board(view: View, suspect: str) -> bool:
    return any(cell.suspect == suspect for row in view.board for cell in row)


def in_final_round(view: View) -> bool:
    """Whether dragnet's last card has been drawn, so that nothing is left but the final solves (RULES §6)."""
    return any(isinstance(event, FinalRound) for step in view.log for event in step.events)


def _is_marked(view: View, suspect: str) -> bool:
    return any(cell.suspect == suspect and cell.marked for row in view.board for cell in row)


def _shift(action: Action, view: View) -> str:
    if not action.suspects:
        way = way_words(action.direction, action.distance)
        return _("Move %(line)s %(way)s.", line=line_name(action.line), way=way)
    name = suspect_name(action.suspects)
    said = {
        "left": _("Lay the card of %(suspect)s on the board, and move that row to the left.", suspect=name),
        "right": _("Lay the card of %(suspect)s on the board, and move that row to the right.", suspect=name),
        "up": _("Lay the card of %(suspect)s on the board, and move that column up.", suspect=name),
        "down": _("Lay the card of %(suspect)s on the board, and move that column down.", suspect=name),
    }
    return f"{said[action.direction]} {_('Then you draw a card.')}"


def _collapse(action: Action, view: View) -> str:
    gone = suspect_names(action.suspects)
    if action.axis == "rows":
        return _("Take one dead suspect out of each row: %(suspects)s. The board loses a column.", suspects=gone)
    return _("Take one dead suspect out of each column: %(suspects)s. The board loses a row.", suspects=gone)


def _kill(action: Action, view: View) -> str:
    name = suspect_name(action.suspects)
    if _kills_are_canvassed(view) and _is_marked(view, action.suspects):
        return _(
            "Kill %(suspect)s, who stands next to you. The dead was exonerated, so a canvass follows.", suspect=name
        )
    if action.suspects == view.counts.target:
        return _("Kill %(suspect)s, who stands next to you and is the target of the hit list.", suspect=name)
    return _("Kill %(suspect)s, who stands next to you.", suspect=name)


def _kills_are_canvassed(view: View) -> bool:
    return view.ruleset in {"kvi", "buddycops"} or view.options.get("canvas") is True


def _disguise(action: Action, view: View) -> str:
    if not action.suspects:
        return _draw_disguise(view)
    name, own = suspect_name(action.suspects), _own(view)
    if action.suspects == own:
        return _("Stay %(suspect)s. The others learn only that you may have changed.", suspect=name)
    return _("Be %(suspect)s from now on. The others learn only that you may have changed.", suspect=name)


def _draw_disguise(view: View) -> str:
    if view.ruleset == "buddycops":
        return _(
            "Draw a card, then choose which of it and your identity you are from now on. The Profiler gets the other."
        )
    said = _("Draw a card. If its suspect lives, you are that suspect from now on, and all see who you were,")
    if view.options.get("old_identity") == "dead":
        return f"{said} {_('who is dead then, and counts towards your kills.')}"
    return f"{said} {_('who is exonerated then.')}"


def _escape(action: Action, view: View) -> str:
    return _(
        "Draw a card. If its suspect lives, you are that suspect from now on, who you were is shown, and the hit "
        "list grows by a card."
    )


def _accuse(action: Action, view: View) -> str:
    name = suspect_name(action.suspects)
    if action.suspects == _own(view):
        said = _("Accuse %(suspect)s, who is you: a bluff.", suspect=name)
    else:
        said = _("Accuse %(suspect)s, who stands next to you, of being the Killer.", suspect=name)
    if view.counts.listed:
        return f"{said} {_('If that is wrong, the last face-down card of the hit list goes under the deck.')}"
    if view.ruleset == "buddycops":
        return f"{said} {_('A card that is a disguise of the Killer is discarded.')}"
    return said


def _exonerate(action: Action, view: View) -> str:
    if not action.suspects:
        return _("Draw a card, then choose which card of your hand to lay open.")
    name = suspect_name(action.suspects)
    asked = _asks_the_killer(view, name)
    if _lives(view, action.suspects):
        return asked
    return f"{asked} {_('The suspect is dead and does not keep the card.')}"


def _asks_the_killer(view: View, name: str) -> str:
    if view.ruleset == "buddycops":
        return _(
            "Lay down the card of %(suspect)s. The Killer answers whether any of the Killer's cards is among the "
            "living next to that suspect.",
            suspect=name,
        )
    return _(
        "Lay down the card of %(suspect)s. The Killer answers whether the Killer is among the living next to "
        "that suspect.",
        suspect=name,
    )


def _reveal(action: Action, view: View) -> str:
    name = suspect_name(action.suspects)
    if _lives(view, action.suspects):
        said = _("Lay open the card of %(suspect)s, who is exonerated from now on.", suspect=name)
    else:
        said = _("Lay open the card of %(suspect)s, who is dead: the card is discarded.", suspect=name)
    # About a suspect that has left the board nothing is asked (RULES §3, D11).
    if view.options.get("canvas") is not True or not _is_on_board(view, action.suspects):
        return said
    return f"{said} {_('The Killer answers whether the Killer is among the living next to that suspect.')}"


def _solve(action: Action, view: View) -> str:
    if action.line:
        return _solve_line(action, view)
    identity, disguise = (suspect_name(letter) for letter in action.suspects)
    return _(
        "Name %(identity)s as the Killer's identity and %(disguise)s as the disguise. If one of them is wrong, you "
        "lose the game.",
        identity=identity,
        disguise=disguise,
    )


def _solve_line(action: Action, view: View) -> str:
    said = _(
        "Solve %(line)s: everybody whose suspicion is in it raises a hand. If the hands are as many as the suspects "
        "without a card,",
        line=line_name(action.line),
    )
    win = _("your team wins") if view.players == _IN_TEAMS else _("you win")
    if in_final_round(view):
        return f"{said} {win}."
    return f"{said} {win}; {_('otherwise you skip your next turn.')}"


def _identity(action: Action, view: View) -> str:
    if view.ruleset == "buddycops" and view.own is not None and view.own.identity is not None:
        return _redress(action, view.own.identity)
    return _("Take %(suspect)s as your identity. Nobody else is told.", suspect=suspect_name(action.suspects))


def _redress(action: Action, own: str) -> str:
    """The second step of the Undercover's disguise."""
    name = suspect_name(action.suspects)
    if action.suspects == own:
        said = _("Stay %(suspect)s. Nobody else is told.", suspect=name)
    else:
        said = _("Be %(suspect)s from now on. Nobody else is told.", suspect=name)
    return f"{said} {_('The Profiler gets the other card.')}"


def _suspicion(action: Action, view: View) -> str:
    name = suspect_name(action.suspects)
    if action.suspects == _own(view):
        return _("Keep %(suspect)s as your suspicion.", suspect=name)
    return _("Take %(suspect)s as your suspicion from now on.", suspect=name)


def _deputize(action: Action, view: View) -> str:
    return _(
        "Make %(suspect)s the Undercover's identity; the old card goes unseen under the deck.",
        suspect=suspect_name(action.suspects),
    )


def _capture(action: Action, view: View) -> str:
    name = suspect_name(action.suspects)
    if view.own is not None and action.suspects == view.own.partner:
        return _("Try to capture %(suspect)s, who is your partner: that fails.", suspect=name)
    return _("Try to capture %(suspect)s, who stands next to you.", suspect=name)


def _canvas(action: Action, view: View) -> str:
    name = suspect_name(action.suspects)
    if view.players == _IN_TEAMS:
        return _("Ask your opponents whether they are among the living next to %(suspect)s.", suspect=name)
    return _("Ask the others whether they are among the living next to %(suspect)s.", suspect=name)


def _rethink(action: Action, view: View) -> str:
    marked, suspicion = (suspect_name(letter) for letter in action.suspects)
    if action.suspects[1] == _own(view):
        said = _(
            "Lay the card of %(suspect)s on the board, and keep %(suspicion)s as your suspicion.",
            suspect=marked,
            suspicion=suspicion,
        )
    else:
        said = _(
            "Lay the card of %(suspect)s on the board, and have %(suspicion)s as your suspicion from now on.",
            suspect=marked,
            suspicion=suspicion,
        )
    return f"{said} {_('Then you draw a card.')}"


def _question(action: Action, view: View) -> str:
    marked, taken = (suspect_name(letter) for letter in action.suspects)
    return _(
        "Lay the card of %(suspect)s on the board and take up the card on %(other)s. Your opponents say whether "
        "their suspicion stands next to %(other)s.",
        suspect=marked,
        other=taken,
    )


def _decline(action: Action, view: View) -> str:
    return _("Let your final solve go by.")


_PREVIEWS: Mapping[str, Callable[[Action, View], str]] = {
    "shift": _shift,
    "collapse": _collapse,
    "kill": _kill,
    "disguise": _disguise,
    "escape": _escape,
    "accuse": _accuse,
    "exonerate": _exonerate,
    "reveal": _reveal,
    "solve": _solve,
    "identity": _identity,
    "suspicion": _suspicion,
    "deputize": _deputize,
    "capture": _capture,
    "canvas": _canvas,
    "rethink": _rethink,
    "question": _question,
    "decline": _decline,
}
