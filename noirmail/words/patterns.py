"""Actions of one kind as one line of plain text: what may stand after its first word.

A mail tells with it what can be done, and no line of a mail may itself be an action (TRUST R46). So each pattern
has a word in it that is part of no action.
"""

from collections.abc import Sequence

from noirmail.engine.actions import Action
from noirmail.i18n import gettext as _
from noirmail.words.actions import Group


def pattern(group: Group) -> str:
    """What may stand in the place of the rest of the action: one of B I J T."""
    if group.kind == "collapse":
        return _collapse(group.actions)
    if group.form and not any(action.line for action in group.actions):
        return _("identity and disguise, on the page")
    if group.kind == "shift":
        return _marking_shift(group.actions) if group.actions[0].suspects else _shift(group.actions)
    if not any(action.suspects or action.line for action in group.actions):
        return _("let it go by") if group.kind == "decline" else _("by drawing a card")
    return _one_of(["-".join(action.suspects) or action.line for action in group.actions])


def _one_of(choices: Sequence[str]) -> str:
    if len(choices) == 1:
        return _("only %(choice)s", choice=choices[0])
    return _("one of %(choices)s", choices=" ".join(choices))


def _collapse(actions: Sequence[Action]) -> str:
    axes = {action.axis for action in actions}
    if axes == {"rows"}:
        return _("rows, put together on the page")
    if axes == {"columns"}:
        return _("columns, put together on the page")
    return _("rows or columns, put together on the page")


def _shift(actions: Sequence[Action]) -> str:
    lines = list(dict.fromkeys(action.line for action in sorted(actions, key=_by_line)))
    rows, columns = (
        _range([line for line in lines if line[0] == "r"]),
        _range([line for line in lines if line[0] == "c"]),
    )
    parts = []
    if rows:
        parts.append(_("%(lines)s left or right", lines=rows))
    if columns:
        parts.append(_("%(lines)s up or down", lines=columns))
    if any(action.distance == 2 for action in actions):
        parts.append(_("by 1 or 2"))
    parts += [_("not %(shift)s", shift=missing) for missing in _missing(lines, actions)]
    return ", ".join(parts)


def _by_line(action: Action) -> tuple[bool, str]:
    return action.line[0] == "c", action.line


def _range(lines: Sequence[str]) -> str:
    """r1 r2 r3 is r1-r3; with gaps, each by itself."""
    numbers = [int(line[1:]) for line in lines]
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{lines[0]}-{lines[-1]}"
    return " ".join(lines)


def _missing(lines: Sequence[str], actions: Sequence[Action]) -> list[str]:
    """The directions in which a line that can be shifted cannot be shifted now."""
    known = {(action.line, action.direction) for action in actions}
    ways = {"r": (("left", _("left")), ("right", _("right"))), "c": (("up", _("up")), ("down", _("down")))}
    return [f"{line} {said}" for line in lines for way, said in ways[line[0]] if (line, way) not in known]


def _marking_shift(actions: Sequence[Action]) -> str:
    cards = list(dict.fromkeys(action.suspects for action in actions))
    return _("%(cards)s, then row left or right, column up or down", cards=_one_of(cards))
