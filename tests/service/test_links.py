"""Addresses hold one key each, in their path."""

from urllib.parse import urlsplit

from noirmail.engine.actions import action_of
from noirmail.service import links
from noirmail.store.models import SignIn
from tests.build import create_game, seat_at


def test_a_seats_pages_lie_under_its_token(ctx) -> None:
    game = create_game(ctx)
    seat = seat_at(ctx, game, 0)
    token = ctx.keys.mint("seat", seat.id, 1)
    assert links.seat_url(ctx, seat) == f"http://localhost/s/{token}"
    assert links.action_url(ctx, seat, 4, action_of("kill T")) == f"http://localhost/s/{token}/d4/kill-t"


def test_no_address_has_a_query_or_a_fragment_or_is_too_long_for_a_mail(ctx) -> None:
    game = create_game(ctx)
    seat = seat_at(ctx, game, 0)
    longest = action_of("collapse columns A B C D E")
    addresses = [
        *(links.seat_url(ctx, seat), links.action_url(ctx, seat, 100, longest), links.invite_url(ctx, seat)),
        *(
            links.join_url(ctx, game),
            links.sign_in_url(ctx, SignIn(id=1)),
            links.unsubscribe_url(ctx, seat.id, "alice@example.test"),
        ),
        links.block_url(ctx, 1),
        *(links.watch_url(ctx, game), links.replay_url(ctx, game, 12)),
    ]
    assert len(set(addresses)) == len(addresses)
    for address in addresses:
        parts = urlsplit(address)
        assert (parts.netloc, parts.query, parts.fragment) == ("localhost", "", "")
        assert len(address) <= 150


def test_an_action_is_read_back_from_its_address() -> None:
    for text in ("kill T", "shift r3 right 2", "solve L M", "identity G"):
        assert links.text_of(links.slug_of(action_of(text))) == text.lower()
