"""A key opens what it was made for; everything else looks as if it were not there."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from noirmail.service import access, invitations, links, seating
from noirmail.service.access import Identity
from noirmail.service.errors import DeadLink, NotFound, NotSignedIn
from noirmail.store.models import ApiToken, Game, Person, Seat
from tests.build import create_game, person, reload, seat_at, token_of, unsubscribe_token
from tests.post import deliver_all
from tests.service.tables import invitation, laid


@pytest.fixture
def game(ctx):
    return create_game(ctx)


def ask(ctx, question, *given):
    """The answer as it is now: a reading session sees one moment, whatever is written meanwhile."""
    with ctx.db.read() as session:
        return question(session, *given) if question in IN_SESSION else question(ctx, session, *given)


IN_SESSION = (access.watchable, access.seat_at)


def change(ctx, table, **values) -> None:
    with ctx.db.write() as session:
        session.execute(update(table).values(**values))


def test_a_seat_link_opens_its_seat(ctx, game) -> None:
    found, seat = ask(ctx, access.seat_of, token_of(ctx, game, 1))
    assert (found.id, seat.number, seat.name) == (game.id, 1, "Bob")


def test_a_fresh_link_makes_the_old_one_dead(ctx, game) -> None:
    old = token_of(ctx, game, 1)
    change(ctx, Seat, version=2)
    ask(ctx, access.seat_of, token_of(ctx, game, 1))
    with pytest.raises(DeadLink):
        ask(ctx, access.seat_of, old)


def test_a_seat_link_lives_until_thirty_days_after_the_end(ctx, game, clock) -> None:
    token = token_of(ctx, game, 0)
    change(ctx, Game, status="finished", finished_at=clock.now)
    clock.move(timedelta(days=30))
    ask(ctx, access.seat_of, token)
    clock.move(seconds=1)
    with pytest.raises(DeadLink):
        ask(ctx, access.seat_of, token)


@pytest.mark.parametrize("values", [{"state": "invited"}, {"state": "free"}, {"kind": "house"}])
def test_a_place_that_no_person_has_taken_has_no_page(ctx, game, values) -> None:
    change(ctx, Seat, **values)
    with pytest.raises(DeadLink):
        ask(ctx, access.seat_of, token_of(ctx, game, 0))


def test_a_link_of_another_purpose_opens_no_seat(ctx, game) -> None:
    seat = seat_at(ctx, game, 0)
    for purpose in ("invite", "join", "sign-in", "unsubscribe", "api", "session"):
        with pytest.raises(DeadLink):
            ask(ctx, access.seat_of, ctx.keys.mint(purpose, seat.id, seat.version))


def test_an_invitation_opens_its_place_and_nothing_else(ctx, game) -> None:
    seat = seat_at(ctx, game, 1)
    invitation = ctx.keys.mint("invite", seat.id, seat.version)
    assert ask(ctx, access.invited_seat, invitation)[1].id == seat.id
    with pytest.raises(DeadLink):
        ask(ctx, access.seat_of, invitation)
    with pytest.raises(DeadLink):
        ask(ctx, access.invited_seat, token_of(ctx, game, 1))


def test_a_join_link_opens_its_table_until_a_new_one_is_made(ctx, game) -> None:
    token = ctx.keys.mint("join", game.id, 1)
    assert ask(ctx, access.joinable_game, token).id == game.id
    with pytest.raises(DeadLink):
        ask(ctx, access.joinable_game, ctx.keys.mint("join", game.id + 1, 1))
    change(ctx, Game, join_version=2)
    with pytest.raises(DeadLink):
        ask(ctx, access.joinable_game, token)


def test_an_unsubscribe_link_outlives_a_fresh_seat_link(ctx, game) -> None:
    seat = seat_at(ctx, game, 0)
    change(ctx, Seat, version=9)
    token = unsubscribe_token(ctx, game, 0)
    assert ask(ctx, access.unsubscribing_seat, token)[1].id == seat.id
    other = links.unsubscribe_url(ctx, seat.id + 99, "alice@example.test").rpartition("/")[2]
    with pytest.raises(DeadLink):
        ask(ctx, access.unsubscribing_seat, other)


def test_an_unsubscribe_link_ends_where_the_place_goes_to_somebody_else(ctx) -> None:
    place = laid(ctx)
    (mail,) = deliver_all(ctx)
    token = mail["List-Unsubscribe"].strip("<>").rpartition("/")[2]
    assert ask(ctx, access.unsubscribing_seat, token)[1].place == 1
    seating.withdraw(ctx, place.seat_id, 1)
    invitations.invite(ctx, place.seat_id, 1, "charlie@example.test")
    with pytest.raises(DeadLink):
        ask(ctx, access.unsubscribing_seat, token)


def test_an_unsubscribe_link_stays_good_when_the_invited_accepts(ctx) -> None:
    place = laid(ctx)
    (mail,) = deliver_all(ctx)
    seating.accept(ctx, invitation(ctx, place), "Bob")
    token = mail["List-Unsubscribe"].strip("<>").rpartition("/")[2]
    assert ask(ctx, access.unsubscribing_seat, token)[1].name == "Bob"


@pytest.mark.parametrize(("watch", "may"), [("everyone", True), ("link", True), ("players", False)])
def test_a_game_is_watched_if_its_players_let_it(ctx, game, watch, may) -> None:
    change(ctx, Game, watch=watch)
    if may:
        assert ask(ctx, access.watchable, game.code.lower()).id == game.id
    else:
        with pytest.raises(NotFound):
            ask(ctx, access.watchable, game.code)


@pytest.mark.parametrize("code", ["", "NOSUCHCODE", "%", "A" * 100_000, "\0"])
def test_an_unknown_code_looks_like_a_hidden_game(ctx, code) -> None:
    with pytest.raises(NotFound):
        ask(ctx, access.watchable, code)


def test_a_session_is_good_until_the_person_signs_out_everywhere(ctx) -> None:
    with ctx.db.write() as writing:
        alice = person(writing, "Alice")
    token = ctx.keys.mint("session", alice.id, alice.version)
    assert ask(ctx, access.person_of_session, token).id == alice.id
    change(ctx, Person, version=2)
    for dead in (token, "", None, ctx.keys.mint("seat", alice.id, 2)):
        assert ask(ctx, access.person_of_session, dead) is None


def api_token(ctx, person_id: int | None) -> str:
    with ctx.db.write() as session:
        row = ApiToken(person_id=person_id, created_at=access.clock.now(session))
        session.add(row)
        session.flush()
        return ctx.keys.mint("api", row.id, row.version)


def test_a_bearer_is_a_host_a_person_or_a_seat(ctx, game) -> None:
    seat = seat_at(ctx, game, 1)
    assert ask(ctx, access.api_identity, api_token(ctx, None)) == Identity("host")
    assert ask(ctx, access.api_identity, api_token(ctx, seat.person_id)) == Identity("person", seat.person_id)
    assert ask(ctx, access.api_identity, token_of(ctx, game, 1)) == Identity("seat", seat.person_id, seat.id, game.id)


def test_a_revoked_or_foreign_bearer_is_nobody(ctx, game, clock) -> None:
    token = api_token(ctx, None)
    change(ctx, ApiToken, revoked_at=clock.now)
    for dead in (token, "", "x", ctx.keys.mint("invite", 1), ctx.keys.mint("api", 99)):
        with pytest.raises(NotSignedIn):
            ask(ctx, access.api_identity, dead)


def test_a_caller_has_the_seat_of_its_own(ctx, game) -> None:
    other = create_game(ctx, names=("Dana", "Bob"))
    bob = seat_at(ctx, game, 1)
    assert ask(ctx, access.seat_at, game, Identity("person", bob.person_id)).number == 1
    assert ask(ctx, access.seat_at, game, Identity("seat", bob.person_id, bob.id, game.id)).number == 1
    # One seat's token is good for that game alone, though Bob sits at both tables.
    assert ask(ctx, access.seat_at, other, Identity("seat", bob.person_id, bob.id, game.id)) is None
    assert ask(ctx, access.seat_at, game, Identity("host")) is ask(ctx, access.seat_at, game, None) is None


def test_a_game_for_its_players_alone_is_not_there_for_charlie(ctx, game) -> None:
    change(ctx, Game, watch="players")
    hidden = reload(ctx, game)
    for identity in (None, Identity("host"), Identity("person", 999)):
        with pytest.raises(NotFound):
            ask(ctx, access.seat_at, hidden, identity)
    assert ask(ctx, access.seat_at, hidden, Identity("person", seat_at(ctx, game, 0).person_id)).number == 0
