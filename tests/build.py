"""What tests start from: games made with defaults, and moves made through the real door."""

from collections.abc import Mapping, Sequence
from itertools import count
from secrets import token_hex

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.engine.deal import commitment_of
from noirmail.engine.rulesets import options_of, ruleset
from noirmail.service import links, moves, tables
from noirmail.service.context import Context
from noirmail.service.starting import follow_up, start_when_full
from noirmail.store.models import Game, Person, Seat

# The example of RECORD, "The deal": what it gives is printed there, so tests may know the cards.
#   A F Q U Z
#   P E K V S
#   C W Y T G
#   I D M J R
#   O B L N H      deck: H F · E Z Y A · C N D L R P Q W U T M O I J V G B K S
SEED = bytes(range(32))

_keys = count(1)


def create_game(
    ctx: Context,
    kind: str = "kvi",
    names: Sequence[str] = ("Alice", "Bob"),
    *,
    seed: bytes = SEED,
    words: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    seating: str = "given",
    per_turn: int = 3 * 24 * 3600,
    on_timeout: str = "claim",
    watch: str = "link",
    house: Sequence[str] = (),
    without_mail: Sequence[str] = (),
) -> Game:
    """A running game between people of these names, each with an address at example.test.

    Those in ``house`` are played by the house; those in ``without_mail`` sit there by their link alone.
    """
    with ctx.db.write() as session:
        now = clock.now(session)
        game = Game(
            code=token_hex(5).upper(),
            ruleset=kind,
            version=ruleset(kind).description.version,
            options=options_of(kind, options or {}),
            players=len(names),
            seating=seating,
            watch=watch,
            per_turn=per_turn,
            on_timeout=on_timeout,
            seed=seed,
            commitment=commitment_of(seed),
            opened_at=now,
        )
        session.add(game)
        session.flush()
        for place, name in enumerate(names):
            seat = Seat(game_id=game.id, place=place, name=name, state="joined", joined_at=now)
            seat.number = place if seating == "given" else None
            seat.word = words[place] if words else ""
            seat.kind = "house" if name in house else "person"
            if name not in house and name not in without_mail:
                seat.person_id = person(session, name).id
            session.add(seat)
        assert start_when_full(ctx, session, game, now)
    follow_up(ctx, game.id, started=True)
    return game


def person(session: Session, name: str) -> Person:
    """The person of that name at example.test, made if there is none."""
    email = f"{name.lower()}@example.test"
    found = session.scalar(select(Person).where(Person.email_key == email))
    if found is None:
        found = Person(email=email, email_key=email, name=name, created_at=clock.now(session))
        session.add(found)
        session.flush()
    return found


def seat_at(ctx: Context, game: Game, number: int) -> Seat:
    """The seat of that number as it is now."""
    with ctx.db.read() as session:
        return session.scalars(select(Seat).where(Seat.game_id == game.id, Seat.number == number)).one()


def token_of(ctx: Context, game: Game, number: int) -> str:
    """The token of a seat's page."""
    seat = seat_at(ctx, game, number)
    return ctx.keys.mint("seat", seat.id, seat.version)


def unsubscribe_token(ctx: Context, game: Game, number: int) -> str:
    """The token in the mails of a seat that turns them off."""
    seat = seat_at(ctx, game, number)
    with ctx.db.read() as session:
        holder = session.get_one(Person, seat.person_id).email_key
    return links.unsubscribe_url(ctx, seat.id, holder).rpartition("/")[2]


def mails_token(ctx: Context, game: Game, number: int) -> str:
    """The token by which the person at a seat says how their mails come."""
    seat = seat_at(ctx, game, number)
    with ctx.db.read() as session:
        holder = session.get_one(Person, seat.person_id)
    return links.mails_url(ctx, holder.id, holder.email_key).rpartition("/")[2]


def reload(ctx: Context, game: Game) -> Game:
    """The game as it is now."""
    with ctx.db.read() as session:
        return session.get_one(Game, game.id)


def after(ctx: Context, game: Game, *texts: str) -> Game:
    """The game after these moves, each by the first seat that is to act, or by the one in ``1: kill T``."""
    for text in texts:
        view = tables.table(ctx, game.id, None).view
        assert view is not None
        seat, _, said = text.rpartition(": ")
        number = int(seat) if seat else view.to_act[0]
        moves.submit(ctx, game.id, number, said, view.decisions[number], f"test-{next(_keys)}", "page")
    return reload(ctx, game)
