"""How fast turn mails go out, in CPU time of whoever sends them: claimed, looked at, rendered, sent and marked."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from sqlalchemy import insert, update
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.bench.sink import mail_sink
from noirmail.config import Settings
from noirmail.engine.deal import SEED_BYTES, commitment_of, deal_of
from noirmail.engine.play import legal, push, start
from noirmail.engine.playout import choose
from noirmail.mail.transports import SmtpTransport
from noirmail.service import deadlines, notices, outbox
from noirmail.service.context import Context
from noirmail.service.starting import start_when_full
from noirmail.service.tokens import Keyring
from noirmail.store.database import Database
from noirmail.store.models import Decision, Game, OutboxMail, Person, Seat, Step

# Beyond what the vault keeps, so that each mail's game is replayed from its deal, as in a fresh worker.
MAILS = 600
_PLIES = 20
_NAMES = ("Ada", "Ben")


@dataclass(frozen=True, slots=True)
class MailFigures:
    """``mails`` a round; ``per_second``: mails per CPU second of the sender, by round."""

    mails: int
    per_second: tuple[float, ...]

    def __str__(self) -> str:
        middle = median(self.per_second)
        rounds = " ".join(f"{figure:.0f}" for figure in self.per_second)
        return (
            f"{self.mails} turn mails a round, mails per CPU second: {rounds}; "
            f"median {middle:.0f}, {1000 / middle:.2f} ms a mail"
        )


def bench_mail(rounds: int = 3, mails: int = MAILS, database_url: str | None = None) -> MailFigures:
    """Send the turn mails of ``mails`` games in mid-game, ``rounds`` times, to a sink on loopback.

    ``database_url``: an empty database to fill, a SQLite file where None. The outbox's own code does all the work.
    """
    with TemporaryDirectory() as folder, mail_sink() as sink, _context(folder, sink, database_url) as ctx:
        with ctx.db.write() as session:
            rng = Random(1)
            for number in range(mails):
                _lay(ctx, session, number, rng)
        figures = tuple(mails / _round(ctx) for _round_number in range(rounds))
    return MailFigures(mails, figures)


def _round(ctx: Context) -> float:
    """Send every turn's mail once; the CPU seconds that it took."""
    with ctx.db.write() as session:
        now = clock.now(session)
        turns = (OutboxMail.kind == "your-turn", OutboxMail.ply == _PLIES)
        session.execute(update(OutboxMail).values(state="superseded"))
        session.execute(update(OutboxMail).where(*turns).values(state="pending", due_at=now, tries=0))
        session.execute(update(Decision).where(Decision.number == _PLIES).values(phase="waiting"))
    began = process_time()
    while outbox.drain(ctx):
        pass
    return process_time() - began


@contextmanager
def _context(folder: str, sink: str, database_url: str | None) -> Iterator[Context]:
    variables = {
        "NOIRMAIL_MODE": "test",
        "NOIRMAIL_DATA_DIR": folder,
        "NOIRMAIL_BASE_URL": "https://noir.example.test",
    }
    if database_url:
        variables["NOIRMAIL_DATABASE_URL"] = database_url
    settings = Settings.from_environ(variables)
    db, transport = Database(settings.database_url), SmtpTransport(sink)
    db.migrate()
    try:
        yield Context(settings, db, Keyring(settings.keys), transport, lambda: None)
    finally:
        transport.close()
        db.dispose()


def _lay(ctx: Context, session: Session, number: int, rng: Random) -> None:
    """A game of Killer vs. Inspector after 20 random plies, with the mail of the turn in the outbox."""
    now = clock.now(session)
    while not (actions := _actions(seed := rng.randbytes(SEED_BYTES), rng)):
        pass
    game = _game(session, number, seed, now)
    start_when_full(ctx, session, game, now)
    steps = [
        {
            "game_id": game.id,
            "ply": ply,
            "seat": seat,
            "action": text,
            "public": public,
            "decision": ply - 1,
            "at": now,
        }
        | {"by": "player", "channel": "page", "key": None}
        for ply, (seat, text, public) in enumerate(actions, 1)
    ]
    session.execute(insert(Step), steps)
    to_act = 1 - actions[-1][0]
    game.number, game.to_act = _PLIES, [to_act]
    deadlines.open_decisions(session, game.id, now, {to_act: _PLIES}, frozenset())
    notices.your_turn(ctx, session, game.id, {to_act: _PLIES}, _PLIES, now)


def _actions(seed: bytes, rng: Random) -> list[tuple[int, str, str]]:
    """Seat, action and public form of 20 random plies; empty where the game was over before."""
    state = start("kvi", {}, 2, deal_of(seed, (), 2, lot=False).deal)
    actions = []
    while state.to_act and state.ply < _PLIES:
        seat = state.to_act[0]
        action = choose(list(legal(state, seat)), rng)
        actions.append((seat, action.text, action.public))
        state = push(state, seat, action)
    return actions if state.to_act else []


def _game(session: Session, number: int, seed: bytes, now: datetime) -> Game:
    game = Game(
        code=f"BENCH{number}",
        ruleset="kvi",
        version=1,
        options={"kills": 10},
        players=2,
        seating="given",
        watch="link",
        per_turn=259_200,
        on_timeout="claim",
        seed=seed,
        commitment=commitment_of(seed),
        opened_at=now,
    )
    session.add(game)
    session.flush()
    for place, name in enumerate(_NAMES):
        email = f"{name.lower()}{number}@example.test"
        person = Person(email=email, email_key=email, name=name, zone="Europe/Rome", created_at=now)
        session.add(person)
        session.flush()
        seat = Seat(game_id=game.id, place=place, number=place, state="joined", person_id=person.id, name=name)
        seat.joined_at = now
        session.add(seat)
    return game
