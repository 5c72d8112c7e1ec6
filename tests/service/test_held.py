"""A mail that may be somebody else's waits for the word of the player whose seat it speaks for (TRUST R53)."""

import pytest

from noirmail.service import held
from noirmail.service.errors import NotFound
from tests.build import after, create_game, reload, seat_at
from tests.cast import ALICE, CHARLIE
from tests.service.replying import inbox, reply, turn_of


@pytest.fixture
def game(ctx):
    return create_game(ctx)


@pytest.fixture
def waiting(ctx, game) -> int | None:
    """Somebody else wrote to Alice's address."""
    return reply(ctx, turn_of(ctx, ALICE), "Hello,\nkill neil\nmessage from my other address", CHARLIE)


def test_its_player_reads_what_it_says(ctx, game, waiting) -> None:
    seat = seat_at(ctx, game, 0).id
    assert held.look(ctx, seat, waiting).lines == ("kill neil", "message from my other address")
    assert reload(ctx, game).number == 0


def test_its_player_lets_it_be_done(ctx, game, waiting) -> None:
    told = held.confirm(ctx, seat_at(ctx, game, 0).id, waiting)
    assert reload(ctx, game).number == 1
    assert told.headline == "Your move is made."
    assert inbox(ctx, waiting).state == "done"


def test_it_is_done_once(ctx, game, waiting) -> None:
    seat = seat_at(ctx, game, 0).id
    held.confirm(ctx, seat, waiting)
    with pytest.raises(NotFound):
        held.confirm(ctx, seat, waiting)


def test_nobody_else_can_read_or_confirm_it(ctx, game, waiting) -> None:
    other = seat_at(ctx, game, 1).id
    for deed in (held.look, held.confirm):
        with pytest.raises(NotFound):
            deed(ctx, other, waiting)
    assert reload(ctx, game).number == 0


@pytest.mark.parametrize("mail_id", [0, -1, 99, 2**70])
def test_there_is_nothing_at_other_numbers(ctx, game, waiting, mail_id) -> None:
    with pytest.raises(NotFound):
        held.look(ctx, seat_at(ctx, game, 0).id, mail_id)


def test_what_was_held_too_long_is_told_so(ctx, game, waiting) -> None:
    after(ctx, game, "kill J", "identity E")
    told = held.confirm(ctx, seat_at(ctx, game, 0).id, waiting)
    assert told.headline == "The game has moved on: nothing was done."
    assert reload(ctx, game).number == 2


def test_what_needs_no_word_does_not_wait(ctx, game) -> None:
    done = reply(ctx, turn_of(ctx, ALICE), "show", ALICE)
    with pytest.raises(NotFound):
        held.look(ctx, seat_at(ctx, game, 0).id, done)
