"""The geometry of the board: tables by size, made once, and what moves cards on it.

A board is a text of letters, row by row from the top left, and a Shape; who lives is not the board's business.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from operator import itemgetter

from noirmail.engine.actions import Action, action_of
from noirmail.engine.cards import without

OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}
# How far a card moves along its line, per space.
_STEP = {"left": -1, "right": 1, "up": -1, "down": 1}

_Places = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """The tables of one size of board. Places count row by row from the top left, from 0.

    ``neighbours``: by place, the up to eight around it, never across the edge. ``lines``: the places of each row
    and column, and of both diagonals where the board is square. ``turns``: by canonical shift, what picks the
    letters of the shifted board out of the board; lines of one card have none (RULES §1, D2).
    """

    rows: int
    columns: int
    neighbours: tuple[_Places, ...]
    lines: Mapping[str, _Places]
    turns: Mapping[str, Callable[[str], tuple[str, ...]]]


@cache
def shape_of(rows: int, columns: int) -> Shape:
    """The one Shape of that size."""
    lines = {f"r{row + 1}": tuple(range(row * columns, (row + 1) * columns)) for row in range(rows)}
    lines |= {f"c{column + 1}": tuple(range(column, rows * columns, columns)) for column in range(columns)}
    turns = dict(_turns(lines, rows * columns))
    if rows == columns:
        lines["d1"] = tuple(range(0, rows * rows, rows + 1))
        lines["d2"] = tuple(range(rows - 1, rows * rows - 1, rows - 1)) if rows > 1 else (0,)
    around = tuple(_around(place, rows, columns) for place in range(rows * columns))
    return Shape(rows, columns, around, lines, turns)


def _around(place: int, rows: int, columns: int) -> _Places:
    row, column = divmod(place, columns)
    near = product(range(max(0, row - 1), min(rows, row + 2)), range(max(0, column - 1), min(columns, column + 2)))
    return tuple(r * columns + c for r, c in near if (r, c) != (row, column))


def _turns(lines: Mapping[str, _Places], size: int) -> Iterable[tuple[str, Callable[[str], tuple[str, ...]]]]:
    for line, places in lines.items():
        if len(places) == 1:
            continue
        for direction in ("left", "right") if line[0] == "r" else ("up", "down"):
            for distance in (1, 2):
                source = list(range(size))
                for at, place in enumerate(places):
                    source[place] = places[(at - _STEP[direction] * distance) % len(places)]
                yield shift_of(line, direction, distance).text, itemgetter(*source)


def shift_of(line: str, direction: str, distance: int = 1) -> Action:
    """The action that shifts a line; distance one is never written (RECORD, "Actions")."""
    return action_of(f"shift {line} {direction}" + (" 2" if distance == 2 else ""))


@cache
def shifts(shape: Shape, reach: int, previous: str) -> tuple[Action, ...]:
    """The legal shifts over up to ``reach`` spaces, where ``previous`` is the opponent's shift just before or ''.

    The ban is on the line and the opposite direction, whatever the distance, and on both directions where the
    line has two cards (RULES §1, D1).
    """
    return tuple(
        shift
        for shift in map(action_of, shape.turns)
        if shift.distance <= reach and not (previous and undoes(shape, shift, action_of(previous)))
    )


def undoes(shape: Shape, shift: Action, previous: Action) -> bool:
    """Whether the ban on undoing ``previous`` covers ``shift`` (RULES §1, D1)."""
    if shift.line != previous.line:
        return False
    return shift.direction == OPPOSITE[previous.direction] or len(shape.lines[shift.line]) == 2


def shifted(board: str, shape: Shape, shift: Action) -> str:
    """The board after a shift."""
    return "".join(shape.turns[shift.text](board))


# Bounded: a board can be collapsed in more ways than memory should hold.
@lru_cache(maxsize=65536)
def _collapse_of(axis: str, suspects: tuple[str, ...]) -> Action:
    text = f"collapse {axis} {' '.join(suspects)}"
    return Action(text, text, "collapse", "".join(suspects), axis=axis)


def rows_of(board: str, shape: Shape) -> list[str]:
    """The letters of each row, from the top."""
    return [board[at : at + shape.columns] for at in range(0, len(board), shape.columns)]


def columns_of(board: str, shape: Shape) -> list[str]:
    """The letters of each column, from the left."""
    return [board[at :: shape.columns] for at in range(shape.columns)]


def collapses(board: str, shape: Shape, dead: str) -> list[Action]:
    """Every collapse: one dead suspect out of each row, or out of each column, in the order of the lines."""
    found: list[Action] = []
    if len(dead) >= shape.rows:
        found += _picks("rows", rows_of(board, shape), dead)
    if len(dead) >= shape.columns:
        found += _picks("columns", columns_of(board, shape), dead)
    return found


def _picks(axis: str, lines: list[str], dead: str) -> list[Action]:
    choices = []
    for line in lines:
        fallen = [suspect for suspect in line if suspect in dead]
        if not fallen:
            return []
        choices.append(fallen)
    return [_collapse_of(axis, suspects) for suspects in product(*choices)]


def collapsed(board: str, shape: Shape, axis: str, gone: str) -> tuple[str, Shape]:
    """The board without ``gone``, one of each row (``axis`` rows) or column; the rest close up in their order."""
    if axis == "rows":
        return without(board, gone), shape_of(shape.rows, shape.columns - 1)
    columns = [without(column, gone) for column in columns_of(board, shape)]
    return "".join(map("".join, zip(*columns, strict=True))), shape_of(shape.rows - 1, shape.columns)


def dead_lines(board: str, shape: Shape, dead: str) -> list[tuple[str, str]]:
    """The rows, then the columns, of dead suspects only, each with its letters."""
    if len(dead) < min(shape.rows, shape.columns):
        return []
    living = set(board).difference(dead)
    named = [
        *((f"r{number}", line) for number, line in enumerate(rows_of(board, shape), 1)),
        *((f"c{number}", line) for number, line in enumerate(columns_of(board, shape), 1)),
    ]
    return [(name, line) for name, line in named if living.isdisjoint(line)]


def without_lines(board: str, shape: Shape, lines: Iterable[str]) -> tuple[str, Shape]:
    """The board without the named rows and columns."""
    rows = [row for row in range(shape.rows) if f"r{row + 1}" not in lines]
    columns = [column for column in range(shape.columns) if f"c{column + 1}" not in lines]
    kept = "".join(board[row * shape.columns + column] for row in rows for column in columns)
    return kept, shape_of(len(rows), len(columns))
