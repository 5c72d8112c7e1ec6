"""A view holds nothing of what its viewer may not know: views of twin games are equal."""

import dataclasses
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from noirmail.engine import events, redact
from noirmail.engine.events import Drew, IdentityChosen, Passed, ReturnedToDeck
from noirmail.engine.notation import possible
from noirmail.engine.play import legal
from noirmail.engine.reasons import why_not
from noirmail.engine.redact import view_of
from noirmail.engine.rulesets import buddycops
from tests.engine.build import CONFIGS, Config
from tests.engine.twins import Pair, twins

VIEWERS = [(config, viewer) for config in CONFIGS for viewer in (None, *range(config[1]))]
every_viewer = pytest.mark.parametrize(("config", "viewer"), VIEWERS, ids=lambda part: str(part)[:60])


@cache
def pairs(place: int, viewer: int | None) -> list[Pair]:
    """Some hundred positions with their twins, of the config at this place."""
    found: list[Pair] = []
    for seed in range(200):
        if len(found) < 150:
            found += twins(CONFIGS[place], viewer, Random(seed))
    assert len(found) >= 150, "too few twins to say anything"
    return found


def look_alike(pair: Pair, viewer: int | None) -> bool:
    return view_of(pair[0], viewer) == view_of(pair[1], viewer)


@every_viewer
def test_twins_look_alike_to_whom_may_not_tell_them_apart(config: Config, viewer: int | None) -> None:
    assert all(look_alike(pair, viewer) for pair in pairs(CONFIGS.index(config), viewer))


@every_viewer
def test_equal_views_have_equal_legal_actions(config: Config, viewer: int | None) -> None:
    for one, other in pairs(CONFIGS.index(config), viewer):
        if viewer is not None:
            assert set(legal(one, viewer)) == set(legal(other, viewer))


@every_viewer
def test_refusals_of_twins_are_the_same_sentences(config: Config, viewer: int | None) -> None:
    for one, other in pairs(CONFIGS.index(config), viewer)[::12]:
        if viewer in one.to_act:
            mine, theirs = view_of(one, viewer), view_of(other, viewer)
            others = [action for seat in range(one.players) for action in legal(one, seat)]
            assert possible(mine) == possible(theirs)
            assert [why_not(mine, action) for action in others] == [why_not(theirs, action) for action in others]


def leak_event(kind: type) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(redact, "_PUBLIC", {k: v for k, v in redact._PUBLIC.items() if k is not kind})

    return plant


def leak_another_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    own = redact.own_of
    monkeypatch.setattr(redact, "own_of", lambda state, seat: own(state, (seat + 1) % state.players))


def leak_action(monkeypatch: pytest.MonkeyPatch) -> None:
    logged = redact._logged
    monkeypatch.setattr(redact, "_logged", lambda step, seat, opened: logged(step, step.seat, opened))


def leak_the_order_of_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buddycops, "in_order", lambda letters: letters)


def leak_the_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = redact.counts_of
    monkeypatch.setattr(redact, "counts_of", lambda state: replace(counts(state), deck=hash(state.deck)))


@pytest.mark.parametrize(
    ("plant", "config", "viewer"),
    [
        (leak_event(Drew), ("kvi", 2, {}), 0),
        (leak_event(Drew), ("spytag", 4, {}), 1),
        (leak_event(IdentityChosen), ("kvi", 2, {}), 1),
        (leak_event(IdentityChosen), ("dragnet", 4, {}), None),
        (leak_event(Passed), ("buddycops", 3, {}), 0),
        (leak_event(ReturnedToDeck), ("buddycops", 3, {}), 1),
        (leak_action, ("kvi", 2, {}), None),
        (leak_action, ("dragnet", 3, {}), 1),
        (leak_another_seat, ("hitman", 2, {}), 0),
        (leak_the_order_of_a_hand, ("buddycops", 3, {}), 1),
        (leak_the_deck, ("kvi-classic", 2, {}), 0),
    ],
)
def test_a_planted_leak_is_caught(
    plant: Callable[[pytest.MonkeyPatch], None], config: Config, viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)

    games = (twins(config, viewer, Random(seed)) for seed in range(400))
    assert not all(look_alike(pair, viewer) for game in games for pair in game)


def test_every_event_with_a_field_that_can_be_secret_has_a_public_form() -> None:
    kinds = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)]
    secret = {kind for kind in kinds if "str | None" in {str(one.type) for one in dataclasses.fields(kind)}}

    assert secret == set(redact._PUBLIC)
