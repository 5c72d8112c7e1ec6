"""Invitations: one mail, one answer, fourteen days, and no cannon."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from noirmail.service import invitations, seating
from noirmail.service.errors import BadInput, DeadLink, NotFound, RateLimited, Refused
from noirmail.store.models import OutboxMail
from tests.conftest import NOON
from tests.service.tables import FREE, account, game_at, invitation, invited, laid, seats
from tests.service.timeline import addressees, happened, mails, sweep_after

DAY = timedelta(days=1)


def test_declining_frees_the_place_and_tells_the_opener_alone(ctx_any) -> None:
    place = laid(ctx_any)
    token = invitation(ctx_any, place)
    seating.decline(ctx_any, token)
    assert [seat.state for seat in seats(ctx_any, place)] == ["joined", "free"]
    assert addressees(ctx_any, "invitation-answer") == ["Alice"]
    assert mails(ctx_any, "invitation-answer")[0].data == {"answer": "declined", "name": "Bob", "place": 1}
    with pytest.raises(DeadLink):
        seating.accept(ctx_any, token, "Bob")


def test_withdrawing_kills_the_link_and_tells_nobody(ctx_any) -> None:
    place = laid(ctx_any)
    token = invitation(ctx_any, place)
    seating.withdraw(ctx_any, place.seat_id, 1)
    with pytest.raises(DeadLink):
        seating.accept(ctx_any, token, "Bob")
    assert [(mail.kind, mail.state) for mail in mails(ctx_any)] == [("invitation", "superseded")]


def test_who_has_joined_is_not_withdrawn(ctx) -> None:
    place = laid(ctx, invited("Bob"), FREE, ruleset="spytag")
    seating.accept(ctx, invitation(ctx, place), "Bob")
    with pytest.raises(Refused):
        seating.withdraw(ctx, place.seat_id, 1)


def test_accepting_and_withdrawing_at_once_leave_one_of_the_two(ctx_any) -> None:
    place = laid(ctx_any)
    token = invitation(ctx_any, place)

    def attempt(what):
        try:
            what()
        except (DeadLink, Refused):
            return "too late"
        return "done"

    calls = [lambda: seating.accept(ctx_any, token, "Bob"), lambda: seating.withdraw(ctx_any, place.seat_id, 1)]
    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(attempt, calls)) == ["done", "too late"]
    state = seats(ctx_any, place)[1].state
    assert (game_at(ctx_any, place).status, state) in [("running", "joined"), ("open", "free")]


def test_an_invitation_expires_after_fourteen_days(ctx_any, clock) -> None:
    place = laid(ctx_any)
    token = invitation(ctx_any, place)
    sweep_after(ctx_any, clock, days=13, hours=23)
    assert seats(ctx_any, place)[1].state == "invited"
    sweep_after(ctx_any, clock, hours=1)
    assert seats(ctx_any, place)[1].state == "free"
    assert addressees(ctx_any, "invitation-answer") == ["Alice"]
    with pytest.raises(DeadLink):
        seating.accept(ctx_any, token, "Bob")


def test_a_table_on_which_nothing_happens_is_called_off(ctx, clock) -> None:
    place = laid(ctx)
    sweep_after(ctx, clock, days=14)
    sweep_after(ctx, clock, days=14)
    assert game_at(ctx, place).status == "cancelled"
    assert [mail.data["answer"] for mail in mails(ctx, "invitation-answer")] == ["expired", "cancelled"]
    assert happened(ctx, game_at(ctx, place)) == ["opened", "expired", "cancelled"]


def test_a_new_invitation_has_its_own_fourteen_days(ctx, clock) -> None:
    place = laid(ctx, invited("Bob"), FREE, ruleset="spytag")
    clock.move(days=5)
    invitations.invite(ctx, place.seat_id, 2, "dana@example.test", "Dana")
    sweep_after(ctx, clock, days=9)
    assert [seat.state for seat in seats(ctx, place)] == ["joined", "free", "invited"]
    assert game_at(ctx, place).expires_at == NOON + 19 * DAY


def test_a_place_is_invited_to_again_after_a_refusal(ctx) -> None:
    place = laid(ctx)
    seating.decline(ctx, invitation(ctx, place))
    invitations.invite(ctx, place.seat_id, 1, "dana@example.test", "Dana")
    assert seating.accept(ctx, invitation(ctx, place), "Dana").running


@pytest.mark.parametrize("email", ["alice@example.test", "bob@example.test"])
def test_nobody_is_invited_twice(ctx, email) -> None:
    place = laid(ctx, invited("Bob"), FREE, ruleset="spytag")
    with pytest.raises(Refused, match="One person holds one seat"):
        invitations.invite(ctx, place.seat_id, 2, email)


def test_inviting_does_not_tell_whose_address_a_stranger_has(ctx) -> None:
    place = laid(ctx, FREE, FREE, ruleset="spytag")
    charlie = account(ctx, "Charlie")
    seating.join(ctx, place.game_id, charlie.id, "C")
    invitations.invite(ctx, place.seat_id, 2, charlie.email)
    with pytest.raises(Refused, match="already"):
        seating.accept(ctx, invitation(ctx, place, 2), "Charlie")


def test_only_the_opener_invites_withdraws_and_calls_off(ctx) -> None:
    place = laid(ctx, invited("Bob"), FREE, ruleset="spytag")
    bob = seating.accept(ctx, invitation(ctx, place), "Bob")
    with pytest.raises(NotFound):
        invitations.invite(ctx, bob.seat_id, 2, "dana@example.test")
    with pytest.raises(NotFound):
        seating.withdraw(ctx, bob.seat_id, 2)
    assert seats(ctx, place)[2].state == "free"


def test_a_bad_address_invites_nobody(ctx) -> None:
    place = laid(ctx, FREE)
    with pytest.raises(BadInput) as refusal:
        invitations.invite(ctx, place.seat_id, 1, "bob at example")
    assert refusal.value.field == "email"
    assert seats(ctx, place)[1].state == "free"


def test_a_person_sends_twenty_invitations_an_hour(ctx_any, clock) -> None:
    for number in range(10):
        laid(ctx_any, invited(f"a{number}"), invited(f"b{number}"), ruleset="spytag")
    with pytest.raises(RateLimited) as refusal:
        laid(ctx_any)
    assert refusal.value.retry_after == 3600
    assert len(mails(ctx_any)) == 20
    laid(ctx_any, opener="Dana")
    clock.move(hours=1)
    laid(ctx_any)


def test_withdrawing_does_not_give_an_invitation_back(ctx) -> None:
    place = laid(ctx, FREE)
    for number in range(20):
        invitations.invite(ctx, place.seat_id, 1, f"somebody{number}@example.test")
        seating.withdraw(ctx, place.seat_id, 1)
    with pytest.raises(RateLimited):
        invitations.invite(ctx, place.seat_id, 1, "bob@example.test")


def test_an_address_gets_three_invitations_a_day_whoever_sends_them(ctx_any, clock) -> None:
    openers = [f"Opener{number}" for number in range(5)]
    places = [laid(ctx_any, opener=opener) for opener in openers]
    assert {seats(ctx_any, place)[1].state for place in places} == {"invited"}
    assert len(mails(ctx_any, "invitation")) == 3
    clock.move(days=1)
    laid(ctx_any, opener="Dana")
    assert len(mails(ctx_any, "invitation")) == 4


def test_no_row_of_the_outbox_tells_an_address(ctx) -> None:
    laid(ctx)
    with ctx.db.read() as session:
        row = session.query(OutboxMail).one()
    assert "example.test" not in str({name: value for name, value in vars(row).items() if name != "message_id"})
    assert "bob" not in str(vars(row)).lower()
