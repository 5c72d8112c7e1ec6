"""Twin games: two deals that differ only in what one viewer may not know, played by the same visible actions.

What a viewer may know is worked out here from the rules alone (RULES §1, "Knowledge"; RECORD, "Explain stream"):
everything public, the viewer's own cards, the partner where there is one, the viewer's own actions in full.
"""

from collections.abc import Iterator
from random import Random

from noirmail.engine.cards import LETTERS, without
from noirmail.engine.deal import Deal
from noirmail.engine.errors import EngineError
from noirmail.engine.play import push, start
from noirmail.engine.playout import random_game
from noirmail.engine.record import Record
from noirmail.engine.redact import board_of, counts_of, own_of
from noirmail.engine.state import State, Step
from tests.engine.build import Config

Pair = tuple[State, State]


def twins(config: Config, viewer: int | None, rng: Random, limit: int = 60) -> Iterator[Pair]:
    """The positions of a random game and of its twin, as long as the viewer cannot tell them apart."""
    ruleset_id, players, options = config
    record = random_game(ruleset_id, options, players, rng, limit)
    first = start_of(record, record.deal)
    one, other = unseen(first, viewer, rng)
    swap = str.maketrans(one + other, other + one)
    states = first, start_of(record, swapped(record.deal, swap))
    before = states
    for entry in record.actions:
        if known(*states[:1], before[0], viewer) != known(*states[1:], before[1], viewer):
            return
        yield states
        before = states
        text = entry.action if entry.seat == viewer else hidden_as(entry.action, swap)
        try:
            states = push(states[0], entry.seat, entry.action), push(states[1], entry.seat, text)
        except EngineError:
            return
    if known(states[0], before[0], viewer) == known(states[1], before[1], viewer):
        yield states


def unseen(state: State, viewer: int | None, rng: Random) -> tuple[str, str]:
    """Two cards that the viewer does not see at first; often one is held by somebody, or both are."""
    hidden = without(LETTERS, seen_at_once(state, viewer))
    held = without(hidden, state.deck + state.hit_list)
    one = rng.choice(held if rng.random() < 0.7 else hidden)
    held = without(held, one)
    return one, rng.choice(held if held and rng.random() < 0.3 else without(hidden, one))


def seen_at_once(state: State, viewer: int | None) -> str:
    """The cards that the viewer sees before the first action; to swap one of these makes no twin."""
    if viewer is None:
        return state.marked
    own = own_of(state, viewer)
    return state.marked + (own.identity or "") + own.disguises + own.hand + (own.partner or "")


def start_of(record: Record, deal: Deal) -> State:
    return start(record.ruleset, record.options, len(record.players), deal)


def swapped(deal: Deal, swap: dict[int, int]) -> Deal:
    return Deal(deal.board, deal.deck.translate(swap), deal.first)


def hidden_as(text: str, swap: dict[int, int]) -> str:
    """The action as the twin makes it: a letter that only its own seat sees is swapped, all else stays."""
    words = text.split(" ")
    if words[0] in {"identity", "disguise", "suspicion", "deputize"}:
        words[1:] = [word.translate(swap) for word in words[1:]]
    if words[0] == "rethink":
        words[2] = words[2].translate(swap)
    return " ".join(words)


def public_form(step: Step) -> str:
    words = step.action.text.split(" ")
    if words[0] in {"identity", "disguise", "suspicion", "deputize"}:
        return words[0]
    return " ".join(words[:2] if words[0] == "rethink" else words)


def known(state: State, before: State, viewer: int | None) -> object:
    """Everything that the last action told the viewer, and what lies open or is the viewer's own now."""
    told: object = None
    if state.steps:
        last = state.steps[-1]
        action = last.action.text if last.seat == viewer else public_form(last)
        told = last.seat, action, last.answers, last.discards, revealed(state, before)
    own = None if viewer is None else own_of(state, viewer)
    return told, own, board_of(state), counts_of(state), state.to_act, state.result


def revealed(state: State, before: State) -> list[int]:
    """The seats whose identity died by the last action, which is shown."""
    died = set(state.dead) - set(before.dead)
    return [seat for seat, identity in enumerate(before.identities) if identity in died]
