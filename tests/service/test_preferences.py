"""What a player wants of mails: kept as chosen, refused where it makes no sense, and one's own affair."""

from dataclasses import replace

import pytest

from noirmail.service import preferences
from noirmail.service.errors import BadInput
from noirmail.service.preferences import keep, preferences_of
from tests.build import create_game, seat_at
from tests.service.tables import account
from tests.service.timeline import mails, owed

NIGHT = {"quiet_from": 22 * 60, "quiet_to": 7 * 60}


def alice(ctx) -> int:
    return account(ctx, "Alice").id


def choose(ctx, person_id: int, **chosen) -> None:
    keep(ctx, person_id, replace(preferences_of(ctx, person_id), **chosen))


def test_at_first_every_turn_is_mailed_with_all_that_is_ones_own(ctx_any) -> None:
    known = preferences_of(ctx_any, alice(ctx_any))
    assert (known.mode, known.secrets, known.picture, known.quiet_from, known.muted) == (
        *("each", True, False, None),
        frozenset(),
    )


def test_what_was_chosen_is_kept(ctx_any) -> None:
    person_id = alice(ctx_any)
    wanted = {**NIGHT, "mode": "digest", "digest_at": 450, "zone": "Europe/Rome", "secrets": False, "picture": True}
    choose(ctx_any, person_id, muted=frozenset({"reminder", "game-start"}), **wanted)
    known = preferences_of(ctx_any, person_id)
    assert {name: getattr(known, name) for name in wanted} == wanted
    assert known.muted == {"game-start", "reminder"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("language", "tlh"), ("zone", "Mars/Olympus"), ("mode", "never"), ("digest_at", 1440)),
        *(("quiet_from", -1), ("muted", frozenset({"your-turn"})), ("muted", frozenset({"sign-in"}))),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_kept(ctx, field: str, value: object) -> None:
    person_id = alice(ctx)
    with pytest.raises(BadInput):
        choose(ctx, person_id, secrets=False, **{field: value})
    assert preferences_of(ctx, person_id).secrets


def test_quiet_hours_without_a_length_are_none(ctx) -> None:
    choose(ctx, alice(ctx), quiet_from=480, quiet_to=480)
    assert preferences_of(ctx, alice(ctx)).quiet_from is None


def test_a_time_of_the_day_is_read(ctx) -> None:
    assert preferences.minute_of("22:30", "quiet_from") == 1350
    for wrong in ("24:00", "7", "", "12:60", "noon"):
        with pytest.raises(BadInput):
            preferences.minute_of(wrong, "quiet_from")


def test_one_kind_is_turned_off_and_on_for_one_game(ctx) -> None:
    seat = seat_at(ctx, create_game(ctx), 0)
    preferences.mute_one(ctx, seat.id, "reminder", off=True)
    preferences.mute_one(ctx, seat.id, "messages", off=True)
    preferences.mute_one(ctx, seat.id, "messages", off=False)
    assert preferences.muted_at(ctx, seat.id) == {"reminder"}


def test_where_mails_are_gathered_from_now_on_the_time_of_a_turn_runs(ctx, clock) -> None:
    game = create_game(ctx)
    clock.move(hours=1)
    choose(ctx, alice(ctx), mode="digest")
    decision = owed(ctx, game, 0)
    assert decision.phase == "running"
    assert (decision.due_at - clock.now).days == 3


def test_mails_that_nobody_has_tried_to_send_follow_what_was_chosen(ctx) -> None:
    create_game(ctx)
    choose(ctx, alice(ctx), secrets=False, zone="Europe/Rome")
    mine, other = mails(ctx)
    assert (mine.data["secrets"], mine.zone) == (False, "Europe/Rome")
    assert (other.data, other.zone) == ({}, "UTC")
