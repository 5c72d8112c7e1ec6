"""Taking a place, giving it back, and what its holder may choose."""

import pytest

from noirmail.service import access, seating
from noirmail.service.errors import BadInput, DeadLink, NotFound, Refused
from noirmail.store.models import Seat
from tests.build import create_game, seat_at, token_of
from tests.service.tables import FREE, account, game_at, invitation, invited, laid, seats
from tests.service.timeline import addressees, happened, mails


def test_accepting_makes_the_person_of_the_address(ctx_any) -> None:
    place = seating.accept(ctx_any, invitation(ctx_any, laid(ctx_any)), "Robert")
    with ctx_any.db.read() as session:
        game, seat = access.seat_of(ctx_any, session, place.token)
    assert (game.id, seat.name, seat.invited_email) == (place.game_id, "Robert", None)
    assert seat.person_id == account(ctx_any, "Bob").id


def test_accepting_twice_gives_the_same_place(ctx_any) -> None:
    table = laid(ctx_any)
    token = invitation(ctx_any, table)
    assert seating.accept(ctx_any, token, "Bob") == seating.accept(ctx_any, token, "Bob")
    assert happened(ctx_any, game_at(ctx_any, table)).count("joined") == 1


@pytest.mark.parametrize(
    ("name", "word", "field"), [("", "", "name"), ("\u202ebob", "", "name"), ("Bob", "x" * 201, "word")]
)
def test_a_bad_name_or_word_takes_no_place(ctx, name, word, field) -> None:
    table = laid(ctx)
    with pytest.raises(BadInput) as refusal:
        seating.accept(ctx, invitation(ctx, table), name, word)
    assert refusal.value.field == field
    assert seats(ctx, table)[1].state == "invited"


def test_a_word_is_kept_as_the_deal_takes_it(ctx) -> None:
    table = laid(ctx)
    seating.accept(ctx, invitation(ctx, table), "Bob", "e\u0301")
    assert game_at(ctx, table).words == ["", "\u00e9"]


@pytest.mark.parametrize("token", ["", "x", "a" * 35, "ä" * 35])
def test_a_token_that_is_none_is_a_dead_link(ctx, token) -> None:
    with pytest.raises(DeadLink):
        seating.accept(ctx, token, "Bob")
    with pytest.raises(DeadLink):
        seating.decline(ctx, token)


def test_an_invitation_is_no_seat_and_a_seat_no_invitation(ctx) -> None:
    table = laid(ctx)
    with pytest.raises(DeadLink):
        seating.accept(ctx, table.token, "Bob")
    with ctx.db.read() as session, pytest.raises(DeadLink):
        access.seat_of(ctx, session, invitation(ctx, table))


def test_a_signed_in_person_joins_by_a_link_at_once(ctx_any) -> None:
    table = laid(ctx_any, FREE)
    assert seating.join(ctx_any, table.game_id, account(ctx_any, "Dana").id, "Dana").running


def test_one_person_holds_one_seat(ctx_any) -> None:
    table = laid(ctx_any, FREE, FREE, ruleset="spytag")
    for name in ("Alice", "Dana"):
        person = account(ctx_any, name)
        if name == "Dana":
            seating.join(ctx_any, table.game_id, person.id, name)
        with pytest.raises(Refused, match="one seat"):
            seating.join(ctx_any, table.game_id, person.id, name)


def test_a_full_table_takes_nobody(ctx) -> None:
    table = laid(ctx)
    with pytest.raises(Refused, match="taken"):
        seating.join(ctx, table.game_id, account(ctx, "Dana").id, "Dana")


def test_who_was_invited_takes_the_place_that_is_held(ctx) -> None:
    table = laid(ctx, FREE, invited("Bob"), ruleset="spytag")
    seating.join(ctx, table.game_id, account(ctx, "Bob").id, "Bob")
    assert [seat.state for seat in seats(ctx, table)] == ["joined", "free", "joined"]


def test_an_address_that_nobody_proved_is_asked_by_mail(ctx_any) -> None:
    table = laid(ctx_any, FREE)
    seating.ask_to_join(ctx_any, table.game_id, "dana@example.test", "Dana")
    assert [(mail.kind, mail.data["confirm"]) for mail in mails(ctx_any)] == [("invitation", True)]
    assert game_at(ctx_any, table).status == "open"
    assert seating.accept(ctx_any, invitation(ctx_any, table), "Dana").running


def test_asking_to_join_a_table_where_one_sits_mails_the_way_back(ctx) -> None:
    table = laid(ctx, FREE, FREE, ruleset="spytag")
    assert seating.ask_to_join(ctx, table.game_id, "alice@example.test", "Alice") is None
    assert addressees(ctx, "fresh-link") == ["Alice"]
    assert [seat.state for seat in seats(ctx, table)] == ["joined", "free", "free"]


def test_a_stranger_who_asks_for_an_invited_address_changes_nothing_of_the_invitation(ctx_any) -> None:
    table = laid(ctx_any, FREE, invited("Bob"), ruleset="spytag")
    first, before = invitation(ctx_any, table, 2), seats(ctx_any, table)[2]
    for _time in range(5):
        seating.ask_to_join(ctx_any, table.game_id, "bob@example.test", "Stranger")
    held = seats(ctx_any, table)[2]
    assert (held.name, held.version, held.invited_at) == ("Bob", before.version, before.invited_at)
    assert addressees(ctx_any, "invitation") == ["Bob"] * 3
    assert seating.accept(ctx_any, first, "Bob").seat_id == held.id


@pytest.mark.parametrize("address", ["alice@example.test", "bob@example.test", "charlie@example.test"])
def test_a_full_table_answers_all_addresses_alike(ctx, address) -> None:
    table = laid(ctx, invited("Bob"))
    with pytest.raises(Refused, match="Every place of this table is taken"):
        seating.ask_to_join(ctx, table.game_id, address, "Somebody")


def test_by_code_only_a_public_table_is_joined(ctx) -> None:
    dana = account(ctx, "Dana")
    hidden, public = laid(ctx, FREE), laid(ctx, FREE, public=True)
    with pytest.raises(NotFound):
        seating.join_by_code(ctx, hidden.code, dana.id, "Dana")
    assert seating.join_by_code(ctx, public.code.lower(), dana.id, "Dana").running


def test_by_code_the_invited_accept_and_decline(ctx) -> None:
    bob = account(ctx, "Bob")
    first, second = laid(ctx), laid(ctx)
    assert seating.join_by_code(ctx, first.code, bob.id, "").running
    seating.decline_by_code(ctx, second.code, bob.id)
    assert seats(ctx, second)[1].state == "free"
    with pytest.raises(NotFound):
        seating.decline_by_code(ctx, second.code, account(ctx, "Charlie").id)


def test_who_leaves_before_the_start_frees_the_place_and_the_key_is_dead(ctx_any) -> None:
    table = laid(ctx_any, invited("Bob"), FREE, ruleset="spytag")
    bob = seating.accept(ctx_any, invitation(ctx_any, table), "Bob", "rain")
    seating.leave(ctx_any, bob.seat_id)
    seat = seats(ctx_any, table)[1]
    assert (seat.state, seat.person_id, seat.name, seat.word) == ("free", None, "", "")
    assert addressees(ctx_any, "invitation-answer") == ["Alice"]
    with ctx_any.db.read() as session, pytest.raises(DeadLink):
        access.seat_of(ctx_any, session, bob.token)


def test_the_opener_does_not_leave(ctx) -> None:
    with pytest.raises(Refused, match="call it off"):
        seating.leave(ctx, laid(ctx).seat_id)


def test_nobody_leaves_or_changes_the_word_once_cards_are_dealt(ctx) -> None:
    seat = seat_at(ctx, create_game(ctx), 1)
    with pytest.raises(Refused):
        seating.leave(ctx, seat.id)
    with pytest.raises(Refused):
        seating.set_word(ctx, seat.id, "rain")


def test_a_renewed_link_to_pass_on_makes_the_old_one_dead(ctx) -> None:
    table = laid(ctx, FREE)
    old = ctx.keys.mint("join", table.game_id, 1)
    seating.renew_join_link(ctx, table.seat_id)
    with ctx.db.read() as session:
        with pytest.raises(DeadLink):
            access.joinable_game(ctx, session, old)
        assert access.joinable_game(ctx, session, ctx.keys.mint("join", table.game_id, 2)).code == table.code


def test_a_listed_table_is_public_and_open(ctx) -> None:
    hidden, public = laid(ctx, FREE), laid(ctx, FREE, public=True)
    with ctx.db.read() as session:
        assert seating.listed(session, public.code).id == public.game_id
        with pytest.raises(NotFound):
            seating.listed(session, hidden.code)


def test_a_dead_link_that_was_good_once_gets_a_fresh_one_mailed(ctx_any) -> None:
    game = create_game(ctx_any)
    old = token_of(ctx_any, game, 0)
    with ctx_any.db.write() as session:
        session.query(Seat).where(Seat.game_id == game.id).update({"version": 3})
    for _again in range(7):
        seating.fresh_link(ctx_any, old)
    assert addressees(ctx_any, "fresh-link") == ["Alice"] * 5


def test_a_made_up_link_mails_nobody(ctx) -> None:
    game = create_game(ctx)
    token = token_of(ctx, game, 0)
    for made_up in (token[:-4] + "aaaa", "x", ctx.keys.mint("invite", seat_at(ctx, game, 0).id, 1)):
        seating.fresh_link(ctx, made_up)
    assert mails(ctx, "fresh-link") == []


def test_turning_mails_off_plays_nothing_and_tells_nobody(ctx) -> None:
    game = create_game(ctx)
    before = happened(ctx, game), len(mails(ctx))
    seating.set_mail(ctx, seat_at(ctx, game, 1).id, on=False)
    seating.set_mail(ctx, seat_at(ctx, game, 1).id, on=True)
    assert (happened(ctx, game), len(mails(ctx))) == before
    assert seat_at(ctx, game, 1).mail
