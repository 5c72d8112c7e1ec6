"""A table as the JSON that API.md fixes; vocabulary and cells are those of the explain stream (RECORD)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from noirmail.engine.view import Cell, Counts, LoggedStep, Outcome, Own, View
from noirmail.words.table import SeatInfo, Table

Json = dict[str, Any]


def game_json(table: Table, *, everything: bool = False) -> Json:
    """All that the viewer may know of the game.

    ``everything``: a position with all open, as ``?eyes=all`` shows it: ``view`` null, ``views`` and ``legal`` by
    seat. It needs a View that is opened.
    """
    game = table.game
    return {
        "id": game.code,
        "title": game.title,
        "ruleset": game.ruleset,
        "options": dict(game.options),
        "status": "finished" if game.status == "cancelled" else game.status,
        "seat": table.viewer,
        "decision": table.decision,
        "due": instant(_due(table)),
        "seats": [seat_json(seat) for seat in table.seats],
        "pace": {"per_turn": game.per_turn, "on_timeout": game.on_timeout},
        "commitment": game.commitment,
        **_position(table, everything),
        "log": [] if table.view is None else [step_json(step) for step in table.view.log],
    }


def _due(table: Table) -> datetime | None:
    """When the viewer's decision falls due; for who owes none, when the first of the others' does."""
    if table.decision is not None:
        return table.due
    return min((seat.due for seat in table.seats if seat.due), default=None)


def _position(table: Table, everything: bool) -> Json:
    if table.view is not None:
        return opened_json(table.view) if everything else view_json(table.view)
    nobody = {"winners": [], "reason": "cancelled"} if table.game.status == "cancelled" else None
    return {
        "ply": 0,
        "to_act": [],
        "board": [],
        "counts": {"deck": 0, "kills": 0, "hands": []},
        "view": None,
        "legal": [],
        "forms": [],
        "result": nobody,
    }


def view_json(view: View) -> Json:
    """The position itself, through one pair of eyes."""
    return {
        **_shared(view),
        "view": None if view.own is None else own_json(view.own),
        "legal": [action.text for action in view.legal],
        "forms": list(view.forms),
    }


def opened_json(view: View) -> Json:
    """The position with everything open, as a line of the explain stream has it."""
    opened = view.opened
    if opened is None:
        raise ValueError("this view is not open")
    return {
        **_shared(view),
        "view": None,
        "views": {str(seat): own_json(own) for seat, own in enumerate(opened.views)},
        "legal": {str(seat): [action.text for action in actions] for seat, actions in opened.legal.items()},
        "forms": [],
    }


def _shared(view: View) -> Json:
    return {
        "ply": view.ply,
        "to_act": list(view.to_act),
        "board": board_json(view.board),
        "counts": counts_json(view.counts),
        "result": outcome_json(view.result),
    }


def board_json(board: Sequence[Sequence[Cell]]) -> list[str]:
    """Rows of cells: ``M`` living, ``m`` dead, ``M+`` living and marked."""
    return [" ".join([str(cell) for cell in row]) for row in board]


def counts_json(counts: Counts) -> Json:
    """The public numbers, those of single rule sets where the rule set has them."""
    numbers: Json = {"deck": counts.deck, "kills": counts.kills, "hands": list(counts.hands)}
    if counts.listed is not None:
        numbers["list"] = counts.listed
        numbers["target"] = counts.target
    if counts.trophies is not None:
        numbers["trophies"] = list(counts.trophies)
    return numbers


def own_json(own: Own) -> Json:
    """What is one seat's own."""
    return {"identity": own.identity, "disguises": own.disguises, "hand": own.hand, "partner": own.partner}


def step_json(step: LoggedStep) -> Json:
    """One ply, as the viewer may know it."""
    return {
        "ply": step.ply,
        "seat": step.seat,
        "action": step.action,
        "answers": answers_json(step.answers),
        "discards": step.discards,
    }


def answers_json(answers: Mapping[int, bool]) -> dict[str, bool]:
    """Who was asked, and said yes or no."""
    return {str(seat): yes for seat, yes in answers.items()}


def outcome_json(outcome: Outcome | None) -> Json | None:
    """Who won and why; null while the game runs."""
    return None if outcome is None else {"winners": list(outcome.winners), "reason": outcome.reason}


def seat_json(seat: SeatInfo) -> Json:
    """One place, as everybody at the table and everybody who may watch sees it."""
    return {
        "seat": seat.number,
        "name": seat.name,
        "kind": seat.kind,
        "state": seat.state,
        "role": seat.role,
        "due": instant(seat.due),
        "late": seat.late,
        "standin": seat.standin,
    }


def instant(at: datetime | None) -> str | None:
    """UTC to the second, RFC 3339; a moment that is cut off is never promised too late."""
    return None if at is None else f"{at:%Y-%m-%dT%H:%M:%SZ}"
