"""The board as plain text: a grid of letters with marks, for mails and terminals."""

from noirmail.engine.view import Cell, View
from noirmail.i18n import gettext as _

_WIDTH = 6


def text_board(view: View) -> str:
    """The board with its lines' names: ``M`` living, ``m`` dead, ``M+`` marked, ``[M]`` the viewer's identity.

    Lines are joined by a newline, without one at the end.
    """
    own = view.own.identity if view.own else None
    columns = len(view.board[0]) if view.board else 0
    head = "    " + "".join(f"c{column + 1}".center(_WIDTH) for column in range(columns))
    rows = [
        f"  r{number}" + "".join(text_cell(cell, own).center(_WIDTH) for cell in row)
        for number, row in enumerate(view.board, 1)
    ]
    return "\n".join(line.rstrip() for line in [head, *rows])


def text_cell(cell: Cell, own: str | None) -> str:
    """One cell; in brackets where it is the viewer's own identity."""
    return f"[{cell}]" if cell.suspect == own else str(cell)


def legend(view: View) -> list[str]:
    """What the marks of the board mean, as short phrases; only those that can occur for this viewer."""
    marked = _("M+ carries an evidence card")
    if view.ruleset == "dragnet":
        phrases = [_("M a suspect"), marked]
    else:
        phrases = [_("M living"), _("m dead"), marked]
    if view.own and view.own.identity:
        phrases.append(_("[M] your suspicion") if view.ruleset == "dragnet" else _("[M] you"))
    return phrases
