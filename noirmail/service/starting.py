"""How a table starts: seats, cards, decisions and mails in one transaction (RECORD, "The deal")."""

from datetime import datetime

from sqlalchemy.orm import Session
from structlog import get_logger

from noirmail.engine.deal import deal_of
from noirmail.service import deadlines, house, notices, parking, sitters, vault
from noirmail.service.context import Context
from noirmail.service.happenings import note
from noirmail.service.places import seats_of
from noirmail.store.models import Game, Seat

log = get_logger("noirmail.service.starting")


def start_when_full(ctx: Context, session: Session, game: Game, now: datetime) -> bool:
    """Start a taken, open game once every place is joined; False, and nothing changed, where one is not.

    Seats are drawn by lot or stay as given; the deal comes from the seed, whose commitment everybody saw before
    joining, and the words in order of joining. After the commit ``follow_up`` is due.
    """
    session.flush()
    seats = seats_of(session, game.id)
    if any(seat.state != "joined" for seat in seats):
        return False
    seats = _in_order_of_joining(session, seats)
    _deal(game, seats)
    game.status = "running"
    game.started_at = now
    game.expires_at = None
    session.flush()
    view = vault.view(session, game, None)
    game.to_act = list(view.to_act)
    quiet = sitters.quiet(sitters.sitters(session, game.id))
    deadlines.open_decisions(session, game.id, now, view.decisions, quiet)
    notices.game_started(ctx, session, game.id, view.decisions, now)
    note(session, game.id, "started", now, ply=0, channel="rules")
    return True


def follow_up(ctx: Context, game_id: int, started: bool) -> None:
    """What comes after the commit: mails go out, and the house makes its moves where the game has started."""
    ctx.wake()
    if started:
        let_house_play(ctx, game_id)


def let_house_play(ctx: Context, game_id: int) -> None:
    """Let the house move where it is to act. What was committed stands, whatever happens; the sweep comes behind."""
    try:
        house.play_house(ctx, game_id)
    except Exception:
        log.exception("the house could not move", game=game_id)
        parking.count_fault(ctx, game_id)


def _deal(game: Game, seats: list[Seat]) -> None:
    words = [seat.word for seat in seats]
    dealt = deal_of(game.seed, words, game.players, game.seating == "lot")
    game.words = list(words)
    game.board, game.deck, game.first = dealt.deal.board, dealt.deal.deck, dealt.deal.first
    if dealt.lot is not None:
        game.lot = list(dealt.lot)
        for number, place in enumerate(dealt.lot):
            seats[place].number = number


def _in_order_of_joining(session: Session, seats: list[Seat]) -> list[Seat]:
    """The seats by the time they were joined, with ``place`` set to it: the order of the words and of the lot."""
    ordered = sorted(seats, key=lambda seat: (seat.joined_at, seat.place))
    if ordered != seats:
        for seat in seats:
            # Out of the way first: a table never has a place twice.
            seat.place += len(seats)
        session.flush()
        for place, seat in enumerate(ordered):
            seat.place = place
        session.flush()
    return ordered
