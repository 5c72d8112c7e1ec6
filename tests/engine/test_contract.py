"""What every rule set promises, whatever its rules."""

from itertools import pairwise
from random import Random

import pytest

from noirmail.engine.cards import LETTERS
from noirmail.engine.deal import Deal
from noirmail.engine.errors import EngineError, IllegalAction, InvalidAction, NotYourDecision
from noirmail.engine.notation import read_action
from noirmail.engine.play import every_legal, forms, legal, push, replay, start, stop
from noirmail.engine.playout import random_game
from noirmail.engine.record import Record, explain, read_record, verify, write_record
from noirmail.engine.redact import view_of
from noirmail.engine.rulesets import RULESETS
from noirmail.engine.state import State
from noirmail.engine.view import Outcome
from tests.engine.build import CONFIGS, Config, cards, name_of

GAMES = 100


def record_of(config: Config, seed: int, limit: int = 2000, solve: bool = False) -> Record:
    ruleset_id, players, options = config
    return random_game(ruleset_id, options, players, Random(seed), limit, solve)


def positions(config: Config, seed: int = 1, limit: int = 60) -> list[State]:
    record = record_of(config, seed, limit)
    actions = [(entry.seat, entry.action) for entry in record.actions]
    return replay(record.ruleset, record.options, len(record.players), record.deal, actions)


def content(state: State) -> dict[str, object]:
    return {name: value for name, value in vars(state).items() if name != "legal_by_seat"}


every_config = pytest.mark.parametrize("config", CONFIGS, ids=name_of)


@every_config
def test_random_games_run_to_their_end_and_keep_every_card(config: Config) -> None:
    rules = RULESETS[config[0]]
    for seed in range(GAMES):
        record = record_of(config, seed)
        assert record.result is None or record.result.reason in rules.description.reasons
        assert record.result is not None or len(record.actions) == 2000


@every_config
def test_cards_are_conserved(config: Config) -> None:
    assert {cards(state) for state in positions(config, limit=200)} == {LETTERS}


@every_config
def test_every_legal_action_applies(config: Config) -> None:
    for state in positions(config)[::3]:
        for seat in state.to_act:
            for action in legal(state, seat):
                after = push(state, seat, action)
                assert after.ply == state.ply + 1
                assert after.result is not None or after.to_act


@every_config
def test_no_action_changes_the_position_that_it_was_made_in(config: Config) -> None:
    for state in positions(config)[::7]:
        before = content(state)
        for seat in state.to_act:
            for action in legal(state, seat):
                push(state, seat, action)
        assert content(state) == before


def universe() -> list[str]:
    """Actions of all rule sets at many moments, and some that no rule set knows."""
    found = {
        action.text
        for config in CONFIGS
        for state in positions(config, limit=30)[::4]
        for seat in state.to_act
        for action in legal(state, seat)
    }
    odd = ["", "kill", "kill X", "kill m", "KILL M", "kill  M", "kill M N", "shift", "shift r9 left", "shift r1 up"]
    odd += ["collapse rows", "collapse rows A A A A A", "solve", "solve A A", "solve A", "solve d3", "identity"]
    odd += ["rethink A", "rethink A A", "question A A", "shift A row", "escape M", "noir", "kill \u00b2", "k" * 500]
    return sorted(found | set(odd))


UNIVERSE = universe()


@every_config
def test_every_other_action_is_refused_and_changes_nothing(config: Config) -> None:
    for state in positions(config)[1:40:13]:
        before = content(state)
        for seat in state.to_act:
            allowed = {action.text for action in every_legal(state, seat)}
            for text in UNIVERSE[::2] if state.ply % 2 else UNIVERSE[1::2]:
                if text not in allowed:
                    with pytest.raises((IllegalAction, InvalidAction)):
                        push(state, seat, text)
        assert content(state) == before


@every_config
def test_a_seat_that_owes_nothing_has_no_actions_and_cannot_act(config: Config) -> None:
    for state in positions(config)[::5]:
        for seat in set(range(-1, state.players + 1)) - set(state.to_act):
            assert (legal(state, seat), forms(state, seat)) == ((), ())
            with pytest.raises(NotYourDecision):
                push(state, seat, "shift r1 left")


@every_config
def test_a_replay_of_the_actions_is_the_game(config: Config) -> None:
    states = positions(config)
    actions = [(step.seat, step.action.text) for step in states[-1].steps]
    first = states[0]

    again = replay(first.ruleset, first.options, first.players, first.deal, actions)

    assert [content(state) for state in again] == [content(state) for state in states]


@every_config
def test_a_record_survives_writing_and_reading(config: Config) -> None:
    record = record_of(config, 5, solve=True)

    assert read_record(write_record(record).encode()) == record


@every_config
def test_a_random_game_verifies(config: Config) -> None:
    found = verify(record_of(config, 3, limit=40))

    assert (found.deal, found.outcome) == (True, True)


@every_config
def test_the_last_line_of_the_explain_stream_has_the_result(config: Config) -> None:
    record = record_of(config, 2, limit=50)

    *_, last = explain(record)

    assert (last["result"] is None) == (record.result is None)
    assert last["ply"] == len(record.actions)


@every_config
def test_a_view_lists_the_legal_actions_by_code_point_and_reads_each(config: Config) -> None:
    for state in positions(config)[::9]:
        for seat in state.to_act:
            view = view_of(state, seat)
            assert [action.text for action in view.legal] == sorted(action.text for action in legal(state, seat))
            for action in view.legal[:40]:
                assert read_action(action.text, view) == action


@every_config
def test_a_decision_stays_open_until_its_seat_has_answered_it(config: Config) -> None:
    states = positions(config)
    for before, after in pairwise(states):
        seat = after.steps[-1].seat
        still = {other: asked for other, asked in before.decisions.items() if other != seat}
        if after.result is None:
            assert still.items() <= after.decisions.items()
        assert all(asked == after.ply for other, asked in after.decisions.items() if other not in still)


@every_config
def test_a_seat_goes_on_only_in_its_own_turn(config: Config) -> None:
    for state in positions(config, seed=4, limit=150):
        if state.continues:
            assert state.to_act == (state.steps[-1].seat,)


@every_config
def test_the_service_can_stop_a_game_and_nothing_goes_on_then(config: Config) -> None:
    state = positions(config, limit=10)[-1]
    if state.result is None:
        stopped = stop(state, Outcome((), "agreed"))
        assert (stopped.result, stopped.to_act, stopped.ply) == (Outcome((), "agreed"), (), state.ply)
        with pytest.raises(NotYourDecision, match="over"):
            push(stopped, 0, "shift r1 left")
        with pytest.raises(EngineError, match="over"):
            stop(stopped, Outcome((0,), "resigned"))


@every_config
def test_where_a_rule_set_has_no_use_for_a_first_seat_it_is_0(config: Config) -> None:
    ruleset_id, players, options = config

    state = start(ruleset_id, options, players, Deal(LETTERS, LETTERS, 1))

    assert state.deal.first == (1 if RULESETS[ruleset_id].first_by_lot else 0)
