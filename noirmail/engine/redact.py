"""What a viewer may know of a State. The one way out for everything secret: it names what it copies."""

from collections.abc import Callable

from noirmail.engine.cards import in_order
from noirmail.engine.events import Drew, Event, IdentityChosen, Passed, ReturnedToDeck
from noirmail.engine.legal import every_legal, forms, listed
from noirmail.engine.state import State, Step
from noirmail.engine.view import Cell, Counts, LoggedStep, Opened, Own, View

# What everybody may read of an event that holds a secret; every other event is public as it is.
_PUBLIC: dict[type[Event], Callable[..., Event]] = {
    IdentityChosen: lambda event: IdentityChosen(event.seat, None, None),
    Drew: lambda event: Drew(event.seat, event.number, None),
    Passed: lambda event: Passed(event.giver, event.taker, event.number, None),
    ReturnedToDeck: lambda event: ReturnedToDeck(event.seats, None),
}


def view_of(state: State, viewer: int | None, *, opened: bool = False) -> View:
    """The position as ``viewer`` may know it: a seat of the game; anything else is a spectator.

    ``opened``: the game has ended and everything may be seen; the log is complete then, and ``View.opened`` filled.
    """
    # bool is an int in Python: True must not look like seat 1.
    seat = viewer if type(viewer) is int and 0 <= viewer < state.players else None
    return View(
        ruleset=state.ruleset,
        version=state.version,
        options=dict(state.options),
        players=state.players,
        viewer=seat,
        ply=state.ply,
        to_act=state.to_act,
        decisions=dict(sorted(state.decisions.items())),
        continues=state.continues,
        board=board_of(state),
        counts=counts_of(state),
        own=None if seat is None else own_of(state, seat),
        legal=() if seat is None else listed(state, seat),
        forms=() if seat is None else forms(state, seat),
        roles=state.roles,
        log=tuple([_logged(step, seat, opened) for step in state.steps]),
        result=state.result,
        opened=_opened(state) if opened else None,
    )


def board_of(state: State) -> tuple[tuple[Cell, ...], ...]:
    """The rows of the board, which everybody sees."""
    board, dead, marked, columns = state.board, state.dead, state.marked, state.shape.columns
    cells = [Cell(one, one not in dead, one in marked) for one in board]
    return tuple(tuple(cells[at : at + columns]) for at in range(0, len(cells), columns))


def counts_of(state: State) -> Counts:
    """The public numbers."""
    hands = tuple(len(hand) + len(more) for hand, more in zip(state.hands, state.disguises, strict=True))
    public = state.rules.counts(state)
    return Counts(deck=len(state.deck), kills=len(state.dead), hands=hands, **public)


def own_of(state: State, seat: int) -> Own:
    """What is one seat's own; the partner's identity where the seat has the right to look."""
    partner = state.rules.partner(state, seat)
    return Own(
        identity=state.identities[seat] or None,
        disguises=in_order(state.disguises[seat]),
        hand=in_order(state.hands[seat]),
        partner=None if partner is None else state.identities[partner] or None,
    )


def _logged(step: Step, seat: int | None, opened: bool) -> LoggedStep:
    mine = opened or step.seat == seat
    return LoggedStep(
        ply=step.ply,
        seat=step.seat,
        action=step.action.text if mine else step.action.public,
        answers=dict(step.answers),
        discards=step.discards,
        events=step.events if opened else _events(step, seat),
    )


def _events(step: Step, seat: int | None) -> tuple[Event, ...]:
    return tuple(
        [
            event if type(event) not in _PUBLIC or seat in knowers else _PUBLIC[type(event)](event)
            for event, knowers in zip(step.events, step.knowers, strict=True)
        ]
    )


def _opened(state: State) -> Opened:
    return Opened(
        views=tuple(own_of(state, seat) for seat in range(state.players)),
        legal={seat: every_legal(state, seat) for seat in state.to_act},
        deck=state.deck,
        hit_list=state.hit_list,
    )
