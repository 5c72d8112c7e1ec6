"""Why an action is not legal, in a sentence. Made from the View of the seat that asks: it can tell no more."""

from collections.abc import Callable

from noirmail.engine.actions import Action, action_of
from noirmail.engine.cards import NAMES
from noirmail.engine.grid import shape_of, undoes
from noirmail.engine.view import Cell, View

_Reason = str | None

# Kinds of action that begin by drawing a card, or need one to end (RULES §2 to §4, §7).
_DRAWING = {
    "kvi": {"exonerate"},
    "kvi-classic": {"exonerate", "disguise"},
    "hitman": {"exonerate", "escape"},
    "buddycops": {"disguise"},
}


def why_not(view: View, action: Action) -> str:
    """A sentence that says what is wrong with an action that is not among the viewer's legal ones."""
    if view.result is not None:
        return "The game is over."
    if view.viewer not in view.decisions:
        return "It is not for this seat to act now."
    if action.kind not in kinds_of(view):
        return _not_now(view, action.kind)
    reason = _too_much(view, action) or _REASONS.get(action.kind, _no_more)(view, action)
    return reason or f"{action.text} is not possible now."


def kinds_of(view: View) -> list[str]:
    """The kinds of action that the viewer has now, each once."""
    kinds = [action.kind for action in view.legal] + [form.split(" ")[0] for form in view.forms]
    return list(dict.fromkeys(kinds))


def cell_of(view: View, suspect: str) -> Cell | None:
    """The suspect's place on the board, None where it has left the board."""
    return next((cell for row in view.board for cell in row if cell.suspect == suspect), None)


def _not_now(view: View, kind: str) -> str:
    if not view.counts.deck and kind in _DRAWING.get(view.ruleset, ()):
        return f"{kind} needs a card of the deck, which is empty."
    if kind == "collapse" and "shift" in kinds_of(view) and view.ruleset in {"kvi", "hitman"}:
        return "A collapse needs a dead suspect in every row, or one in every column."
    return f"{kind} is not possible now."


def _too_much(view: View, action: Action) -> _Reason:
    """Whether the action is a legal one with words that do not belong to it."""
    if action.kind in {"shift", "collapse"} or not action.suspects:
        return None
    meant = [one.text for one in view.legal if (one.kind, one.suspects) == (action.kind, action.suspects)]
    return f"{action.text} says more than {meant[0]}." if meant else None


def _no_more(view: View, action: Action) -> _Reason:
    return f"{action.kind} stands alone here." if action.text != action.kind else None


def _named(action: Action, number: int = 1) -> _Reason:
    """Whether the action names suspects that exist, as many as it must."""
    for suspect in action.suspects:
        if suspect not in NAMES:
            return f"There is no suspect {suspect}."
    if len(action.suspects) == number:
        return None
    return f"{action.kind} must name a suspect." if number == 1 else f"{action.kind} must name {number} suspects."


def _living(view: View, suspect: str) -> _Reason:
    cell = cell_of(view, suspect)
    if cell is None:
        return f"{_called(suspect)} has left the board."
    return None if cell.living else f"{_called(suspect)} is dead."


def _called(suspect: str) -> str:
    return f"{NAMES[suspect]} ({suspect})"


def _neighbour(view: View, action: Action) -> _Reason:
    return _named(action) or _living(view, action.suspects) or _apart(action)


def _canvas(view: View, action: Action) -> _Reason:
    return _named(action) or _apart(action)


def _apart(action: Action) -> str:
    return f"{_called(action.suspects)} is not adjacent to your identity."


def _held(view: View) -> str:
    """Every card of the viewer's."""
    own = view.own
    return f"{own.identity or ''}{own.disguises}{own.hand}" if own else ""


def _choice(view: View, action: Action) -> _Reason:
    """A card that becomes an identity or a suspicion."""
    return _named(action) or _not_held(_held(view), action.suspects) or _living(view, action.suspects)


def _from_hand(view: View, action: Action) -> _Reason:
    hand = view.own.hand if view.own else ""
    return _named(action) or _not_held(hand, action.suspects) or _living(view, action.suspects)


def _not_held(cards: str, suspect: str) -> _Reason:
    return None if suspect in cards else f"{_called(suspect)} is not among the cards you can choose from."


def _shift(view: View, action: Action) -> _Reason:
    if view.ruleset == "dragnet":
        return _from_hand(view, action) or "shift must say row left, row right, column up or column down."
    shape = shape_of(len(view.board), len(view.board[0]))
    if action.line not in shape.lines or action.line[0] == "d":
        return f"There is no line {action.line}." if action.line else "shift must name a line, such as r3 or c2."
    if len(shape.lines[action.line]) == 1:
        return f"{action.line} has only one card and cannot be shifted."
    if action.text not in shape.turns:
        return "A row is shifted left or right, a column up or down."
    if action.distance > 1 and not any(legal.distance > 1 for legal in view.legal):
        return "Here a line is shifted by one space only."
    previous = action_of(view.log[-1].action) if view.log else None
    if previous and previous.kind == "shift" and undoes(shape, action, previous):
        return f"{action.line} was shifted on the turn just before; shifting it back at once is not allowed."
    return None


def _collapse(view: View, action: Action) -> _Reason:
    if action.axis not in {"rows", "columns"}:
        return "collapse must say rows or columns."
    lines = view.board if action.axis == "rows" else tuple(zip(*view.board, strict=True))
    if len(action.suspects) != len(lines):
        return f"A collapse of {action.axis} takes one dead suspect from each of the {len(lines)} {action.axis}."
    for number, (line, suspect) in enumerate(zip(lines, action.suspects, strict=True), 1):
        if suspect not in {cell.suspect for cell in line if not cell.living}:
            return f"{suspect} is not a dead suspect of {action.axis[:-1]} {number}."
    return None


def _rethink(view: View, action: Action) -> _Reason:
    wrong = _named(action, 2) or _from_hand(view, action_of(f"rethink {action.suspects[0]}"))
    return wrong or _not_held(_held(view), action.suspects[1]) or "The card that is placed cannot be the suspicion."


def _question(view: View, action: Action) -> _Reason:
    wrong = _named(action, 2) or _from_hand(view, action_of(f"question {action.suspects[0]}"))
    if wrong:
        return wrong
    placed, asked = tuple(action.suspects)
    cell = cell_of(view, asked)
    if cell is None or not cell.marked:
        return f"{_called(asked)} carries no evidence card."
    return f"{_called(asked)} is not adjacent to {_called(placed)}."


def _solve(view: View, action: Action) -> _Reason:
    if view.ruleset == "dragnet":
        return "solve must name one of r1 to r5, c1 to c5, d1, d2."
    wrong = _named(action, 2)
    if not wrong and action.suspects[0] == action.suspects[1]:
        return "solve must name two different suspects: the identity, then the disguise."
    return wrong or _living(view, action.suspects[0])


_REASONS: dict[str, Callable[[View, Action], _Reason]] = {
    "shift": _shift,
    "collapse": _collapse,
    "kill": _neighbour,
    "accuse": _neighbour,
    "capture": _neighbour,
    "canvas": _canvas,
    "identity": _choice,
    "disguise": _choice,
    "suspicion": _choice,
    "exonerate": _from_hand,
    "reveal": _from_hand,
    "deputize": _from_hand,
    "rethink": _rethink,
    "question": _question,
    "solve": _solve,
}
