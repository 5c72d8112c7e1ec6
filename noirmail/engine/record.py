"""Game records: reading, writing, the explain stream, and verifying (RECORD)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from json import dumps

from noirmail.engine.deal import commitment_of, deal_of
from noirmail.engine.errors import EngineError, IllegalStep
from noirmail.engine.legal import every_legal
from noirmail.engine.play import push, start, stop, strike
from noirmail.engine.record_form import FORMAT, SERVICE_REASONS, Record, RecordedAction
from noirmail.engine.record_reader import read_record
from noirmail.engine.redact import board_of, counts_of, own_of
from noirmail.engine.rulesets import ruleset
from noirmail.engine.state import State
from noirmail.engine.view import Outcome, View

__all__ = ["Record", "RecordedAction", "Verified", "explain", "read_record", "verify", "write_record"]


@dataclass(frozen=True, slots=True)
class Verified:
    """What a record was found to be. ``deal``: whether seed, words, lot and commitment give it; None without a seed.

    ``outcome``: whether every action is legal and leads to the record's result. ``notes``: a sentence each.
    """

    deal: bool | None
    outcome: bool
    notes: tuple[str, ...] = field(default=())


def write_record(record: Record, view: View | None = None) -> str:
    """The record as JSON text.

    ``view``: for a game that is not open yet, the View of the person who gets it; the record then holds the
    actions as that person may read them, and neither deck nor seed.
    """
    first = record.deal.first if ruleset(record.ruleset, record.version).first_by_lot else 0
    deal: dict[str, object] = {"board": record.deal.board, "deck": record.deal.deck, "first": first}
    texts = [entry.action for entry in record.actions]
    if view is not None:
        del deal["deck"]
        texts = [step.action for step in view.log]
    actions = [_written(entry, text) for entry, text in zip(record.actions, texts, strict=True)]
    members: dict[str, object] = {
        "format": FORMAT,
        "ruleset": record.ruleset,
        "version": record.version,
        "options": dict(record.options),
        "players": list(record.players),
        "deal": deal,
        "seed": record.seed.hex() if record.seed is not None else None,
        "words": list(record.words),
        "lot": None if record.lot is None else list(record.lot),
        "commitment": record.commitment,
        "actions": actions,
        "result": result_of(record.result),
    }
    if view is not None:
        del members["seed"]
    return dumps(members, ensure_ascii=False, indent=1) + "\n"


def _written(entry: RecordedAction, text: str) -> dict[str, object]:
    members: dict[str, object] = {"seat": entry.seat, "action": text}
    extras = {"at": entry.at, "by": entry.by}
    return members | {name: value for name, value in extras.items() if value is not None}


def result_of(outcome: Outcome | None) -> dict[str, object] | None:
    """The member ``result``."""
    return None if outcome is None else {"winners": list(outcome.winners), "reason": outcome.reason}


def states(record: Record) -> Iterator[State]:
    """Every position of the record, the service's result in the last; raises IllegalStep at a bad action."""
    state = start(record.ruleset, record.options, len(record.players), record.deal, record.version)
    for number, entry in enumerate(record.actions, 1):
        yield state
        try:
            state = push(state, entry.seat, entry.action)
        except EngineError as error:
            raise IllegalStep(f"ply {number}: {entry.action!r} of seat {entry.seat}: {error}") from error
    if record.result and record.result.reason in SERVICE_REASONS and state.result is None:
        state = stop(state, record.result)
    yield strike(state, _struck(record)) if state.result and _struck(record) else state


def _struck(record: Record) -> set[int]:
    """The seat whose last move could not win: where each plays against all, what a stand-in achieves is nobody's.

    In these games nobody wins but by the own move.
    """
    free_for_all = ruleset(record.ruleset, record.version).description.each_against_all(len(record.players))
    return {entry.seat for entry in record.actions[-1:] if free_for_all and entry.by == "standin"}


def explain(record: Record) -> Iterator[dict[str, object]]:
    """The explain stream: one line's members for each position, in the order of RECORD's table.

    Raises IllegalStep where an action is not legal, after the lines before it.
    """
    return map(_explained, states(record))


def _explained(state: State) -> dict[str, object]:
    last = state.steps[-1] if state.steps else None
    counts = counts_of(state)
    numbers: dict[str, object] = {"deck": counts.deck, "kills": counts.kills, "hands": list(counts.hands)}
    if counts.listed is not None:
        numbers |= {"list": counts.listed, "target": counts.target}
    if counts.trophies is not None:
        numbers["trophies"] = list(counts.trophies)
    return {
        "ply": state.ply,
        "to_act": list(state.to_act),
        "legal": {str(seat): [action.text for action in every_legal(state, seat)] for seat in state.to_act},
        "board": [" ".join(map(str, row)) for row in board_of(state)],
        "answers": {str(seat): yes for seat, yes in last.answers.items()} if last else {},
        "discards": last.discards if last else "",
        "counts": numbers,
        "views": {str(seat): _own(state, seat) for seat in range(state.players)},
        "result": result_of(state.result),
    }


def _own(state: State, seat: int) -> dict[str, object]:
    own = own_of(state, seat)
    return {"identity": own.identity, "disguises": own.disguises, "hand": own.hand, "partner": own.partner}


def verify(record: Record) -> Verified:
    """Re-derive the deal from the seed and the outcome from the actions (RECORD, "The deal").

    Raises IllegalStep where an action is not allowed: then there is no outcome that could be right or wrong.
    """
    deal, notes = _verify_deal(record)
    *_, last = states(record)
    if last.result != record.result:
        return Verified(
            deal, False, (*notes, f"The actions lead to {_told(last.result)}, not {_told(record.result)}.")
        )
    if record.result is None:
        notes += ("The game is not finished.",)
    elif record.result.reason in SERVICE_REASONS:
        notes += (f"The game did not end by the rules: {record.result.reason}.",)
    elif _struck(record):
        notes += ("A stand-in made the last move. Where each plays against all, it cannot win.",)
    return Verified(deal, True, notes)


def _verify_deal(record: Record) -> tuple[bool | None, tuple[str, ...]]:
    if record.seed is None:
        return None, ("The record has no seed, so only the outcome can be checked.",)
    wrong = []
    if record.commitment is None:
        wrong.append("There is no commitment to check the seed against.")
    elif record.commitment != commitment_of(record.seed):
        wrong.append("The commitment is not that of the seed.")
    dealt = deal_of(record.seed, record.words, len(record.players), lot=record.lot is not None)
    if (record.deal.board, record.deal.deck) != (dealt.deal.board, dealt.deal.deck):
        wrong.append("The seed and the words do not give this board and this deck.")
    if ruleset(record.ruleset, record.version).first_by_lot and record.deal.first != dealt.deal.first:
        wrong.append("The seed and the words do not give this first seat.")
    if record.lot != dealt.lot:
        wrong.append("The seed and the words do not give this lot.")
    return not wrong or (record.commitment is None and len(wrong) == 1), tuple(wrong)


def _told(outcome: Outcome | None) -> str:
    if outcome is None:
        return "an unfinished game"
    return f"{outcome.reason} (winners: {', '.join(map(str, outcome.winners)) or 'nobody'})"
