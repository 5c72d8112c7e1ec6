"""Properties that hold for whatever comes, found out by Hypothesis."""

from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from noirmail.engine.actions import action_of
from noirmail.engine.cards import LETTERS, in_order
from noirmail.engine.deal import deal_of
from noirmail.engine.errors import EngineError
from noirmail.engine.grid import OPPOSITE, collapsed, collapses, shape_of, shift_of, shifted
from noirmail.engine.notation import read_action
from noirmail.engine.play import every_legal, push, replay, start
from noirmail.engine.playout import random_game
from noirmail.engine.record import read_record, write_record
from noirmail.engine.redact import view_of
from noirmail.engine.state import State
from tests.engine.build import CONFIGS, cards, game

quick = settings(max_examples=60, deadline=None, derandomize=True, database=None)
sizes = st.tuples(st.integers(1, 5), st.integers(1, 5))
seeds = st.binary(min_size=32, max_size=32)


@quick
@given(seeds, st.lists(st.text(max_size=5), max_size=4), st.integers(2, 4))
def test_a_deal_is_two_permutations_a_seat_and_a_lot(seed: bytes, words: list[str], players: int) -> None:
    dealt = deal_of(seed, [word.encode("utf-8", "ignore").decode() for word in words], players, lot=True)

    assert in_order(dealt.deal.board) == in_order(dealt.deal.deck) == LETTERS
    assert sorted(dealt.lot or ()) == list(range(players))
    assert 0 <= dealt.deal.first < players


@quick
@given(sizes, st.data())
def test_a_shift_and_its_opposite_restore_the_board(size: tuple[int, int], data: st.DataObject) -> None:
    shape = shape_of(*size)
    board = LETTERS[: size[0] * size[1]]
    if shape.turns:
        there = action_of(data.draw(st.sampled_from(sorted(shape.turns))))
        back = shift_of(there.line, OPPOSITE[there.direction], there.distance)
        assert shifted(shifted(board, shape, there), shape, back) == board


@quick
@given(sizes)
def test_adjacency_is_mutual_and_never_of_oneself(size: tuple[int, int]) -> None:
    around = shape_of(*size).neighbours

    assert all(place in around[other] and other != place for place in range(len(around)) for other in around[place])


@quick
@given(sizes, st.sets(st.sampled_from(LETTERS)), st.data())
def test_a_collapse_takes_its_suspects_and_keeps_the_others(
    size: tuple[int, int], dead: set[str], data: st.DataObject
) -> None:
    board, shape = LETTERS[: size[0] * size[1]], shape_of(*size)
    found = collapses(board, shape, "".join(sorted(dead)))
    if found:
        action = data.draw(st.sampled_from(found))
        after, smaller = collapsed(board, shape, action.axis, action.suspects)
        assert set(after) == set(board) - set(action.suspects)
        assert len(after) == smaller.rows * smaller.columns
        assert set(action.suspects) <= dead


@quick
@given(st.text(max_size=30) | st.sampled_from(["kill", "shift", "solve", "m", "row 3"]).flatmap(st.text))
def test_any_text_reads_as_a_legal_action_or_is_refused_with_a_sentence(text: str) -> None:
    state = game("kvi", "MATPVW", "kill G", "identity T")
    view = view_of(state, 0)
    refusal = refusal_of(lambda: read_action(text, view))

    assert refusal.endswith(".") if refusal else read_action(text, view) in view.legal


def refusal_of(action: Callable[[], object]) -> str:
    """What the engine says against it, '' where it says nothing; any other error comes through."""
    try:
        action()
    except EngineError as error:
        return str(error)
    return ""


@quick
@given(st.data())
def test_a_damaged_record_is_read_or_refused_in_one_line(data: st.DataObject) -> None:
    text = write_record(random_game("dragnet", {}, 3, Random(1), limit=4)).encode()
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.binary(max_size=3)) + text[at + data.draw(st.integers(0, 9)) :]

    assert "\n" not in refusal_of(lambda: read_record(damaged))


class AnyGame(RuleBasedStateMachine):
    """Whatever is played, in any rule set."""

    @initialize(config=st.sampled_from(CONFIGS), seed=seeds)
    def begin(self, config: tuple[str, int, dict[str, object]], seed: bytes) -> None:
        ruleset_id, players, options = config
        self.first = self.state = start(ruleset_id, options, players, deal_of(seed, (), players, lot=False).deal)

    @precondition(lambda self: self.state.to_act)
    @rule(which=st.integers(0, 10_000), who=st.integers(0, 3))
    def act(self, which: int, who: int) -> None:
        """Any legal action of any seat that must act."""
        seat = self.state.to_act[who % len(self.state.to_act)]
        actions = every_legal(self.state, seat)
        self.state = push(self.state, seat, actions[which % len(actions)])

    @rule(viewer=st.none() | st.integers(0, 3))
    def look(self, viewer: int | None) -> None:
        """Any look, a spectator's or a seat's, also when the game is over."""
        view = view_of(self.state, viewer)
        assert (view.own is None) == (view.viewer is None)

    @invariant()
    def every_card_is_somewhere(self) -> None:
        assert cards(self.state) == LETTERS

    @invariant()
    def somebody_must_act_or_it_is_over(self) -> None:
        assert bool(self.state.to_act) == (self.state.result is None)

    @invariant()
    def the_dead_carry_no_evidence_and_identities_live_on_the_board(self) -> None:
        state = self.state
        assert not set(state.marked) & set(state.dead)
        if state.result is None:
            assert all(one in state.board and one not in state.dead for one in state.identities if one)

    def teardown(self) -> None:
        if hasattr(self, "state"):
            assert played_again(self.state) == self.state.steps


def played_again(state: State) -> object:
    actions = [(step.seat, step.action.text) for step in state.steps]
    return replay(state.ruleset, state.options, state.players, state.deal, actions)[-1].steps


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, derandomize=True, database=None
)
