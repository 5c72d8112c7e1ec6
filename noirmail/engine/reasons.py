"""Why an action is not legal, in a sentence. Made from the View of the seat that asks: it can tell no more."""

from collections.abc import Callable

from noirmail.engine.actions import Action
from noirmail.engine.cards import NAMES
from noirmail.engine.grid import shape_of, undoes
from noirmail.engine.view import Cell, View

_Reason = str | None


def why_not(view: View, action: Action) -> str:
    """A sentence that says what is wrong with an action that is not in ``view.legal``."""
    if view.result is not None:
        return "The game is over."
    if view.viewer not in view.decisions:
        return "It is not for this seat to act now."
    kinds = kinds_of(view)
    if action.kind not in kinds:
        return f"{action.kind} is not possible now; possible now: {', '.join(kinds)}."
    reason = _REASONS.get(action.kind, _suspects)(view, action)
    return reason or f"{action.text} is not possible now."


def kinds_of(view: View) -> list[str]:
    """The kinds of action that the viewer has now, each once."""
    kinds = [action.kind for action in view.legal] + [form.split(" ")[0] for form in view.forms]
    return list(dict.fromkeys(kinds))


def cell_of(view: View, suspect: str) -> Cell | None:
    """The suspect's place on the board, None where it has left the board."""
    return next((cell for row in view.board for cell in row if cell.suspect == suspect), None)


def _suspects(view: View, action: Action) -> _Reason:
    """Whatever names suspects: each must exist, and most must live."""
    for suspect in action.suspects:
        if suspect not in NAMES:
            return f"There is no suspect {suspect}."
    return None if action.suspects else f"{action.kind} must name a suspect."


def _living(view: View, action: Action) -> _Reason:
    for suspect in action.suspects:
        cell = cell_of(view, suspect)
        if cell is None:
            return f"{NAMES[suspect]} ({suspect}) has left the board."
        if not cell.living:
            return f"{NAMES[suspect]} ({suspect}) is dead."
    return None


def _neighbour(view: View, action: Action) -> _Reason:
    return (
        _suspects(view, action)
        or (None if action.kind == "canvas" else _living(view, action))
        or f"{NAMES[action.suspects[0]]} ({action.suspects[0]}) is not adjacent to your identity."
    )


def _card(view: View, action: Action) -> _Reason:
    wrong = _suspects(view, action)
    if wrong:
        return wrong
    own = view.own
    held = f"{own.identity or ''}{own.hand}{own.disguises}" if own else ""
    for suspect in action.suspects:
        if suspect not in held:
            return f"{NAMES[suspect]} ({suspect}) is not among the cards you can choose."
    return _living(view, action)


def _shift(view: View, action: Action) -> _Reason:
    shape = shape_of(len(view.board), len(view.board[0]))
    if action.line not in shape.lines or action.line[0] == "d":
        return f"There is no line {action.line}." if action.line else "shift must name a line, such as r3 or c2."
    if len(shape.lines[action.line]) == 1:
        return f"{action.line} has only one card and cannot be shifted."
    if action.text not in shape.turns:
        return "A row is shifted left or right, a column up or down."
    previous = _previous_shift(view)
    if previous and undoes(shape, action, previous):
        return f"{action.line} was shifted on the turn just before; shifting it back at once is not allowed."
    return "Here a line is shifted by one space only." if action.distance > 1 else None


def _previous_shift(view: View) -> Action | None:
    from noirmail.engine.actions import action_of

    last = action_of(view.log[-1].action) if view.log else None
    return last if last and last.kind == "shift" else None


def _collapse(view: View, action: Action) -> _Reason:
    wrong = _suspects(view, action)
    if wrong:
        return wrong
    if action.axis not in {"rows", "columns"}:
        return "collapse must say rows or columns."
    lines = view.board if action.axis == "rows" else tuple(zip(*view.board, strict=True))
    if len(action.suspects) != len(lines):
        return f"A collapse of {action.axis} takes one dead suspect from each of the {len(lines)} {action.axis}."
    for number, (line, suspect) in enumerate(zip(lines, action.suspects, strict=True), 1):
        if suspect not in {cell.suspect for cell in line if not cell.living}:
            return f"{suspect} is not a dead suspect of {action.axis[:-1]} {number}."
    return None


def _solve(view: View, action: Action) -> _Reason:
    if view.ruleset == "dragnet":
        return "solve must name one of r1 to r5, c1 to c5, d1, d2."
    wrong = _suspects(view, action)
    if wrong:
        return wrong
    if len(set(action.suspects)) != 2 or len(action.suspects) != 2:
        return "solve must name two different suspects: the identity, then the disguise."
    return _living(view, Action(action.text, action.public, action.kind, action.suspects[0]))


_REASONS: dict[str, Callable[[View, Action], _Reason]] = {
    "shift": _shift,
    "collapse": _collapse,
    "kill": _neighbour,
    "accuse": _neighbour,
    "capture": _neighbour,
    "canvas": _neighbour,
    "identity": _card,
    "disguise": _card,
    "exonerate": _card,
    "reveal": _card,
    "deputize": _card,
    "suspicion": _card,
    "solve": _solve,
}
