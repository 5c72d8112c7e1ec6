"""Playing: start, legal actions, push, stop, replay. A State that was given out is never changed."""

from collections.abc import Collection, Iterable, Mapping

from noirmail.engine.actions import Action, action_of
from noirmail.engine.cards import LETTERS
from noirmail.engine.deal import Deal, check_deal
from noirmail.engine.errors import EngineError, IllegalAction, InvalidAction, NotYourDecision, UnknownRuleSet
from noirmail.engine.events import Ended
from noirmail.engine.legal import every_legal, forms, guesses, legal, listed
from noirmail.engine.reasons import why_not
from noirmail.engine.redact import view_of
from noirmail.engine.rulesets import options_of, ruleset
from noirmail.engine.state import State
from noirmail.engine.turn import Turn
from noirmail.engine.view import Outcome

__all__ = ["every_legal", "forms", "legal", "listed", "push", "replay", "start", "stop", "strike"]

# Longer than any canonical action (a collapse of five letters).
_LONGEST = 40


def start(ruleset_id: str, options: Mapping[str, object], players: int, deal: Deal, version: int = 1) -> State:
    """The position before the first action.

    Raises UnknownRuleSet, InvalidOptions, or EngineError for a deal that cannot be.
    """
    rules = ruleset(ruleset_id, version)
    if players not in rules.description.players:
        numbers = " or ".join(map(str, rules.description.players))
        raise UnknownRuleSet(f"{ruleset_id} is for {numbers} players, not {players}.")
    wrong = check_deal(deal, players)
    if wrong:
        raise EngineError(wrong)
    if not rules.first_by_lot:
        deal = Deal(deal.board, deal.deck, 0)
    state = State(rules, options_of(ruleset_id, options), players, deal)
    rules.deal(state)
    return state


def push(state: State, seat: int, action: str | Action) -> State:
    """The position after a legal action, given canonically; ``state`` stays as it is.

    Raises NotYourDecision, InvalidAction (not an action at all) or IllegalAction, whose sentence says what is
    wrong and holds nothing that the seat does not know.
    """
    found = _find(state, seat, action if isinstance(action, str) else action.text)
    after = state.copy()
    # The ban on undoing a shift is for the turn after it alone; a shift sets it anew (RULES §1).
    after.previous = ""
    turn = Turn(after, seat, found)
    state.rules.deeds[found.kind](turn)
    if not turn.settled:
        state.rules.pass_on(turn)
    after.steps = (*state.steps, turn.step(len(state.steps) + 1))
    return after


def stop(state: State, outcome: Outcome) -> State:
    """The position with a result that the service brings: resigned, timeout, agreed, cancelled, abandoned."""
    if state.result is not None:
        raise EngineError("The game is over already.")
    after = state.copy()
    after.decisions = {}
    after.continues = False
    after.result = outcome
    return after


def strike(state: State, seats: Collection[int]) -> State:
    """The last position of a game that the rules have ended, with these seats left out of the winners.

    Where each plays against all, the service strikes a seat that it moved for.
    """
    if state.result is None:
        raise EngineError("The game is not over.")
    after = state.copy()
    winners = tuple(seat for seat in state.result.winners if seat not in seats)
    after.result = Outcome(winners, state.result.reason)
    ended = Ended(winners, state.result.reason)
    events = tuple(ended if isinstance(event, Ended) else event for event in state.steps[-1].events)
    after.steps = (*state.steps[:-1], state.steps[-1]._replace(events=events))
    return after


def replay(
    ruleset_id: str,
    options: Mapping[str, object],
    players: int,
    deal: Deal,
    actions: Iterable[tuple[int, str]],
    version: int = 1,
) -> list[State]:
    """Every position of a game, the one before the first action first; raises what ``start`` and ``push`` raise."""
    states = [start(ruleset_id, options, players, deal, version)]
    for seat, action in actions:
        states.append(push(states[-1], seat, action))
    return states


def _find(state: State, seat: int, text: str) -> Action:
    if seat not in state.decisions:
        raise NotYourDecision("The game is over." if state.result else "It is not for this seat to act now.")
    for action in legal(state, seat):
        if action.text == text:
            return action
    for action in guesses(state, seat):
        if action.text == text:
            return action
    raise _refusal(state, seat, text)


def _refusal(state: State, seat: int, text: str) -> EngineError:
    words = text[:_LONGEST].split(" ")
    known = all(word.islower() or word.isdigit() or word in LETTERS or word[1:].isdigit() for word in words)
    if len(text) > _LONGEST or not known or words[0] not in state.rules.deeds:
        return InvalidAction("That is not an action of this game in canonical form.")
    return IllegalAction(why_not(view_of(state, seat), action_of(text)))
