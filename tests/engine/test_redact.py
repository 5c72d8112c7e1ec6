"""What a View holds (API and RECORD, "Explain stream")."""

from typing import Any

import pytest

from noirmail.engine.events import Drew, IdentityChosen
from noirmail.engine.play import every_legal, start
from noirmail.engine.redact import view_of
from noirmail.engine.view import Own
from tests.engine.build import after, deal, game

STATE = game("kvi", "MATNPW", "kill G", "identity T", "disguise A", "exonerate N")


@pytest.mark.parametrize("viewer", [None, -1, 2, "0", True, False, 1.0, "spectator"])
def test_whoever_is_no_seat_of_the_game_is_a_spectator(viewer: Any) -> None:
    view = view_of(STATE, viewer)

    assert view == view_of(STATE, None)
    assert (view.viewer, view.own, view.legal, view.forms, view.opened) == (None, None, (), (), None)


def test_a_seat_sees_its_own_cards_and_no_others() -> None:
    assert view_of(STATE, 0).own == Own("A", "M", "", None)
    assert view_of(STATE, 1).own == Own("T", "", "BPW", None)


def test_own_actions_are_shown_in_full_and_others_in_public_form() -> None:
    actions = {viewer: [step.action for step in view_of(STATE, viewer).log] for viewer in (0, 1, None)}

    assert actions[0] == ["kill G", "identity", "disguise A", "exonerate N"]
    assert actions[1] == ["kill G", "identity T", "disguise", "exonerate N"]
    assert actions[None] == ["kill G", "identity", "disguise", "exonerate N"]


def test_secret_fields_are_none_for_those_without_a_right_to_them() -> None:
    log = {viewer: view_of(STATE, viewer).log for viewer in (0, 1)}

    assert (IdentityChosen(0, "A", False), IdentityChosen(0, None, None)) == (
        log[0][2].events[0],
        log[1][2].events[0],
    )
    assert (Drew(1, 1, None), Drew(1, 1, "B")) == (log[0][3].events[-1], log[1][3].events[-1])


def test_numbers_are_public() -> None:
    counts = view_of(STATE, None).counts

    assert (counts.deck, counts.kills, counts.hands) == (18, 1, (1, 3))
    assert (counts.listed, counts.target, counts.trophies) == (None, None, None)


def test_only_who_must_act_has_legal_actions() -> None:
    assert view_of(STATE, 0).legal
    assert view_of(STATE, 1).legal == ()
    assert view_of(after(STATE, "kill B"), 1).forms == ("solve IDENTITY DISGUISE",)


def test_an_opened_view_shows_everything_to_everybody() -> None:
    for viewer in (0, 1, None):
        view = view_of(STATE, viewer, opened=True)
        assert view.opened is not None
        assert view.opened.views == (Own("A", "M", "", None), Own("T", "", "BPW", None))
        assert view.opened.deck == STATE.deck
        assert [step.action for step in view.log] == ["kill G", "identity T", "disguise A", "exonerate N"]
        assert view.log[3].events[-1] == Drew(1, 1, "B")
        assert (view.own is None) == (viewer is None)


def test_an_opened_view_lists_every_legal_action_of_every_seat() -> None:
    state = after(STATE, "kill B")

    opened = view_of(state, None, opened=True).opened

    assert opened is not None
    assert dict(opened.legal) == {1: every_legal(state, 1)}


def test_an_opened_view_shows_the_hit_list() -> None:
    opened = view_of(start("hitman", {}, 2, deal("HAZYMSNT")), 0, opened=True).opened

    assert opened is not None
    assert opened.hit_list == "HAZY"


def test_a_view_is_not_tied_to_the_state() -> None:
    view = view_of(STATE, 0)

    after(STATE, "kill B")

    assert view == view_of(STATE, 0)
    assert view.options is not STATE.options
