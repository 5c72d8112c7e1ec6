"""A late player with a partner: who may end the game, and how somebody else takes over the seat."""

from datetime import timedelta

import pytest

from noirmail.engine.cards import NAMES
from noirmail.service import access, links, parting, seating, tables
from noirmail.service.context import Context
from noirmail.service.errors import BadInput, DeadLink, Refused
from noirmail.store.models import Game, Seat
from tests.build import after, create_game, person, reload, seat_at, token_of
from tests.conftest import Clock
from tests.post import deliver_all, mails_to, text_of
from tests.service.timeline import happened, owed, sweep_after

FOUR = ("Alice", "Bob", "Dana", "Erin")
CHARLIE = "charlie@example.test"


def late_game(ctx: Context, clock: Clock, policy: str = "claim") -> tuple[Game, int]:
    """Spy Tag in teams whose first mover is a minute late; the game and that seat."""
    game = create_game(ctx, "spytag", FOUR, per_turn=86400, on_timeout=policy)
    deliver_all(ctx)
    sweep_after(ctx, clock, hours=24, minutes=1)
    deliver_all(ctx)
    return game, game.to_act[0]


def two_late_cops(ctx: Context, clock: Clock) -> Game:
    """Buddy Cops in which both cops owe an identity, Bob's time is over and Dana's an hour later."""
    game = create_game(ctx, "buddycops", FOUR[:3], per_turn=86400)
    choices = tables.table(ctx, game.id, 0).view.legal
    after(ctx, game, choices[0].text)
    after(ctx, game, tables.table(ctx, game.id, 0).view.legal[0].text)
    deliver_all(ctx)
    sweep_after(ctx, clock, hours=24, minutes=1)
    return game


def joined(ctx: Context, game: Game, name: str = "Charlie") -> str:
    """Somebody takes the freed seat by the link that was passed on; the token of the seat."""
    with ctx.db.write() as session:
        newcomer = person(session, name)
    return seating.join(ctx, game.id, newcomer.id, name).token


def test_the_partner_gives_the_seat_away_and_the_old_link_is_dead(ctx_any: Context, clock: Clock) -> None:
    game, late = late_game(ctx_any, clock)
    old = token_of(ctx_any, game, late)
    parting.for_partner(ctx_any, game.id, (late + 2) % 4, "person")

    with ctx_any.db.read() as session, pytest.raises(DeadLink):
        access.seat_of(ctx_any, session, old)
    assert seat_at(ctx_any, game, late).state == "free"
    assert reload(ctx_any, game).status == "running"


def test_links_that_were_passed_on_before_the_game_do_not_lead_to_the_seat(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    old = ctx.keys.mint("join", game.id, game.join_version)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "person")

    with ctx.db.read() as session, pytest.raises(DeadLink):
        access.joinable_game(ctx, session, old)


def test_whoever_takes_the_seat_has_its_cards_its_turn_and_a_full_turns_time(ctx_any: Context, clock: Clock) -> None:
    game, late = late_game(ctx_any, clock)
    cards = tables.table(ctx_any, game.id, late).view.own
    parting.for_partner(ctx_any, game.id, (late + 2) % 4, "person")
    token = joined(ctx_any, game)
    (mail,) = mails_to(CHARLIE, deliver_all(ctx_any))

    with ctx_any.db.read() as session:
        assert access.seat_of(ctx_any, session, token)[1].number == late
    table = tables.table(ctx_any, game.id, late)
    assert (table.view.own, table.names[late], table.decision) == (cards, "Charlie", 0)
    assert table.due == clock.now + timedelta(days=1)
    assert token in text_of(mail)
    assert after(ctx_any, game, table.view.legal[0].text).number == 1


def test_what_the_former_player_wished_and_offered_is_not_the_newcomers(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    with ctx.db.write() as session:
        row = session.get_one(Seat, seat_at(ctx, game, late).id)
        row.absent_until, row.muted, row.mail, row.agreed_at_ply = clock.now + timedelta(days=9), "reminder", False, 0
    parting.for_partner(ctx, game.id, (late + 2) % 4, "person")
    joined(ctx, game)

    seat = seat_at(ctx, game, late)
    assert (seat.absent_until, seat.muted, seat.mail, seat.agreed_at_ply) == (None, "", True, None)
    assert len(mails_to(CHARLIE, deliver_all(ctx))) == 1


def test_the_history_keeps_who_chose_and_who_came_for_whom(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "person")
    joined(ctx, game)

    assert happened(ctx, game) == ["started", "late", "chosen", "taken-over"]


def test_the_partner_invites_an_address_whose_link_takes_the_seat(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    partner = (late + 2) % 4
    parting.for_partner(ctx, game.id, partner, "person", CHARLIE)
    (mail,) = deliver_all(ctx)
    seat = seat_at(ctx, game, late)
    token = ctx.keys.mint("invite", seat.id, seat.version)

    said = " ".join(text_of(mail).split())
    assert mail["To"] == CHARLIE
    assert links.invite_url(ctx, seat) in said
    assert f"by {FOUR[partner]}" in said
    assert "take over a seat" in said
    assert "Thu 3 Dec 2026, 12:00" in said
    place = seating.accept(ctx, token, "Charlie")
    assert (seat_at(ctx, game, late).name, place.seat_id) == ("Charlie", seat.id)


def test_an_invitation_to_a_running_game_shows_no_card(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "person", CHARLIE)
    (mail,) = deliver_all(ctx)

    assert not any(f"You are {name}." in text_of(mail) for name in NAMES.values())
    assert "[" not in text_of(mail)


def test_the_partner_can_ask_somebody_else_and_the_first_link_is_dead(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "person", CHARLIE)
    seat = seat_at(ctx, game, late)
    first = ctx.keys.mint("invite", seat.id, seat.version)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "person", "frank@example.test")

    assert [mail["To"] for mail in deliver_all(ctx)] == ["frank@example.test"]
    with pytest.raises(DeadLink):
        seating.accept(ctx, first, "Charlie")


def test_who_declines_leaves_the_seat_free_and_the_partner_is_told(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    partner = (late + 2) % 4
    parting.for_partner(ctx, game.id, partner, "person", CHARLIE)
    deliver_all(ctx)
    seat = seat_at(ctx, game, late)
    seating.decline(ctx, ctx.keys.mint("invite", seat.id, seat.version))

    (mail,) = deliver_all(ctx)
    assert mail["To"] == f"{FOUR[partner].lower()}@example.test"
    assert seat_at(ctx, game, late).state == "free"


def test_the_public_list_gives_away_no_seat_of_a_running_game(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "person")
    with ctx.db.write() as session:
        session.get_one(Game, game.id).public = True
        charlie = person(session, "Charlie").id

    with pytest.raises(Refused, match="begun"):
        seating.join_by_code(ctx, game.code, charlie, "Charlie")


def test_nobody_takes_two_seats_of_one_game(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "person")

    with pytest.raises(Refused, match="already"):
        joined(ctx, game, FOUR[(late + 1) % 4])


def test_a_seat_that_nobody_takes_over_loses_after_one_more_turn(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "person", CHARLIE)
    sweep_after(ctx, clock, hours=24)

    ended = reload(ctx, game)
    assert (ended.winners, ended.reason) == (sorted([(late + 1) % 4, (late + 3) % 4]), "timeout")
    with pytest.raises(Refused):
        joined(ctx, game)


def test_a_stand_in_after_all_makes_every_link_to_the_seat_dead(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "person", CHARLIE)
    seat = seat_at(ctx, game, late)
    token = ctx.keys.mint("invite", seat.id, seat.version)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "standin")

    assert seat_at(ctx, game, late).standin
    assert reload(ctx, game).number >= 1
    with pytest.raises(DeadLink):
        seating.accept(ctx, token, "Charlie")
    with pytest.raises(Refused, match="taken"):
        joined(ctx, game)


def test_a_free_seat_holds_up_no_agreement(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    parting.for_partner(ctx, game.id, (late + 2) % 4, "person")

    others = [seat for seat in range(4) if seat != late]
    assert [parting.agree(ctx, game.id, seat) for seat in others] == [False, False, True]


def test_an_address_that_is_none_changes_nothing(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    with pytest.raises(BadInput):
        parting.for_partner(ctx, game.id, (late + 2) % 4, "person", "charlie")
    assert seat_at(ctx, game, late).state == "joined"


def test_while_a_partner_is_in_time_the_other_side_waits_for_the_choice(ctx: Context, clock: Clock) -> None:
    game, late = late_game(ctx, clock)
    assert not tables.table(ctx, game.id, (late + 1) % 4).may_claim
    with pytest.raises(Refused, match="partner"):
        parting.claim(ctx, game.id, (late + 1) % 4)


def test_when_both_cops_are_late_the_killer_may_end_the_game(ctx: Context, clock: Clock) -> None:
    game = two_late_cops(ctx, clock)
    assert {owed(ctx, game, seat).phase for seat in (1, 2)} == {"late"}
    assert tables.table(ctx, game.id, 0).may_claim

    parting.claim(ctx, game.id, 0, "api")

    assert (reload(ctx, game).winners, reload(ctx, game).reason) == ([0], "timeout")


def test_one_late_cop_may_still_choose_for_the_other(ctx: Context, clock: Clock) -> None:
    game = two_late_cops(ctx, clock)
    parting.for_partner(ctx, game.id, 2, "standin")

    assert seat_at(ctx, game, 1).standin
    assert 1 not in reload(ctx, game).to_act


def test_a_late_cop_who_chooses_after_all_leaves_the_other_late(ctx: Context, clock: Clock) -> None:
    game = two_late_cops(ctx, clock)
    mine = tables.table(ctx, game.id, 1)
    after(ctx, game, f"1: {mine.view.legal[0].text}")

    assert owed(ctx, game, 2).phase == "late"
    assert not tables.table(ctx, game.id, 0).may_claim
