"""Who is told what, and the rows of the outbox that tell it.

A row fixes all that the mail's bytes depend on (TRUST R3, "Decided" 16) and holds no text, no secret, no address.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, Final, Literal

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from noirmail.engine.view import Outcome
from noirmail.service import unheard
from noirmail.service.context import Context
from noirmail.service.once import insert_once
from noirmail.store.models import Base, Decision, Game, OutboxMail, Person, Seat, SignIn

TimeRanOut = Literal["claim", "choose", "standin"]
Happened = Literal["agreed", "pause-offered", "paused", "absent"]

# How many Message-IDs References has besides the first of the thread (TRUST R5).
_REFERENCES = 10
_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)

# On the way of every move, so they are built once.
_PEOPLE: Final = (
    select(Seat, Person)
    .join(Person, Person.id == Seat.person_id)
    .where(Seat.game_id == bindparam("game"), Seat.kind == "person", Seat.mail, Person.address_broken_at.is_(None))
    .order_by(Seat.number, Seat.place)
)
_outbox = Base.metadata.tables["outbox"].c
_BEFORE: Final = (
    select(_outbox.references, _outbox.message_id)
    .where(_outbox.seat_id == bindparam("seat"), _outbox.state.in_(("pending", "sent")))
    .where(_outbox.date >= bindparam("since"))
    .order_by(_outbox.id.desc())
    .limit(1)
)


def after_step(
    ctx: Context,
    session: Session,
    game_id: int,
    ply: int,
    decisions: Mapping[int, int],
    quiet: frozenset[int],
    result: Outcome | None,
    now: datetime,
) -> None:
    """Queue what a step brings: to each seat asked by it its turn, and at the end the result to everybody.

    ``decisions``: what every seat owes after the step; a decision older than ``ply`` was mailed before. Seats in
    ``quiet`` get no turn. A decision is mailed once at most.
    """
    if result is not None:
        game_over(ctx, session, game_id, ply, now)
        return
    asked = {seat for seat, number in decisions.items() if number == ply} - quiet
    if asked:
        your_turn(ctx, session, game_id, dict.fromkeys(asked, ply), ply, now)


def your_turn(
    ctx: Context, session: Session, game_id: int, decisions: Mapping[int, int], ply: int, now: datetime, **data: Any
) -> None:
    """Queue the mail of each of these decisions (seat → number) for seats that get mail, in seat order."""
    for seat, person in people_at(session, game_id):
        number = None if seat.number is None or seat.standin else decisions.get(seat.number)
        if number is not None:
            key = f"your-turn:{game_id}:{seat.number}:{number}"
            told = data if seat.unheard_id is None else {**data, **unheard.take_up(session, seat)}
            queue(
                ctx,
                session,
                "your-turn",
                key=key,
                now=now,
                to=seat,
                person=person,
                ply=ply,
                decision=number,
                data=told,
            )


def game_started(ctx: Context, session: Session, game_id: int, decisions: Mapping[int, int], now: datetime) -> None:
    """Queue the start: to those who must act their turn, which says so too, to the others that the game runs."""
    your_turn(ctx, session, game_id, decisions, 0, now)
    for seat, person in people_at(session, game_id):
        if seat.number not in decisions:
            key = f"game-start:{game_id}:{seat.number}"
            queue(ctx, session, "game-start", key=key, now=now, to=seat, person=person, ply=0)


def game_over(ctx: Context, session: Session, game_id: int, ply: int, now: datetime) -> None:
    """Queue the result for everybody who sat at the game and gets mail, those with a stand-in included."""
    ended = int(now.timestamp())
    for seat, person in people_at(session, game_id):
        key = f"game-over:{game_id}:{seat.number}:{ended}"
        told = unheard.take_up(session, seat)
        queue(ctx, session, "game-over", key=key, now=now, to=seat, person=person, ply=ply, data=told)


def reminder(ctx: Context, session: Session, row: Decision, ply: int, now: datetime) -> None:
    """Queue the reminder of a decision, once for each time at which it is due."""
    for seat, person in people_at(session, row.game_id):
        if seat.number == row.seat and row.due_at is not None:
            key = f"reminder:{row.game_id}:{row.seat}:{row.number}:{int(row.due_at.timestamp())}"
            queue(
                ctx,
                session,
                "reminder",
                key=key,
                now=now,
                to=seat,
                person=person,
                ply=ply,
                decision=row.number,
                data={"due": row.due_at.isoformat()},
            )


def time_ran_out(ctx: Context, session: Session, game: Game, row: Decision, then: TimeRanOut, now: datetime) -> None:
    """Queue for everybody that the time of a decision ran out, once for each time at which it was due.

    ``then``: what comes of it: ``claim`` (the other side may end the game or wait), ``choose`` (the partners
    choose), ``standin`` (the service moves for the seat from now on). ``wake_at`` of the row: when the game ends by
    itself otherwise.
    """
    due = int((row.due_at or now).timestamp())
    until = None if then == "standin" or row.wake_at is None else row.wake_at.isoformat()
    for seat, person in people_at(session, game.id):
        if not seat.standin or seat.number == row.seat:
            queue(
                ctx,
                session,
                "time-ran-out",
                key=f"time-ran-out:{game.id}:{seat.number}:{row.seat}:{row.number}:{then}:{due}",
                now=now,
                to=seat,
                person=person,
                ply=game.number,
                decision=row.number if seat.number == row.seat else None,
                data={"late": row.seat, "then": then, "until": until},
            )


def happened(ctx: Context, session: Session, game: Game, what: Happened, by: int, now: datetime, **data: Any) -> None:
    """Queue for everybody else what the player at seat ``by`` did that they answer for, or have to know."""
    told = {"what": what, "by": by, **data}
    about = ":".join(str(value) for value in (what, by, game.number, int(now.timestamp())))
    for seat, person in people_at(session, game.id):
        if seat.number != by and not seat.standin:
            key = f"happened:{game.id}:{seat.number}:{about}"
            queue(ctx, session, "happened", key=key, now=now, to=seat, person=person, ply=game.number, data=told)


def goes_on(
    ctx: Context, session: Session, game_id: int, decisions: Mapping[int, int], ply: int, now: datetime
) -> None:
    """Queue for everybody that an ending was taken back: their turn again for those who owe a decision."""
    again = int(now.timestamp())
    for seat, person in people_at(session, game_id):
        number = None if seat.number is None or seat.standin else decisions.get(seat.number)
        kind = "game-start" if number is None else "your-turn"
        key = f"{kind}:{game_id}:{seat.number}:again:{again}"
        queue(
            ctx,
            session,
            kind,
            key=key,
            now=now,
            to=seat,
            person=person,
            ply=ply,
            decision=number,
            data={"again": True},
        )


def taken_over(
    ctx: Context, session: Session, seat: Seat, person: Person, row: Decision | None, ply: int, now: datetime
) -> None:
    """Queue for whoever has just taken over a seat of a running game what that seat owes, or that the game runs."""
    kind = "game-start" if row is None else "your-turn"
    number = None if row is None else row.number
    key = f"{kind}:{seat.game_id}:{seat.number}:taken-over:{seat.version}"
    queue(ctx, session, kind, key=key, now=now, to=seat, person=person, ply=ply, decision=number)


def people_at(session: Session, game_id: int) -> list[tuple[Seat, Person]]:
    """The seats that get mail, each with its person, in seat order (before the start: in order of joining)."""
    return [(seat, person) for seat, person in session.execute(_PEOPLE, {"game": game_id})]


def queue(
    ctx: Context,
    session: Session,
    kind: str,
    *,
    key: str,
    now: datetime,
    to: Seat | None = None,
    person: Person | None = None,
    sign_in: SignIn | None = None,
    ply: int | None = None,
    decision: int | None = None,
    data: Mapping[str, Any] | None = None,
    due_at: datetime | None = None,
    answers: str | None = None,
) -> bool:
    """Put one mail into the outbox: the only place where a Message-ID is minted.

    ``to``: whose thread and address; ``sign_in``: whose address where there is no seat. ``person``: whose
    language and zone, English and UTC where there is none; whose address, too, where there is neither of these.
    ``due_at``: when it goes out, where not now. ``answers``: the Message-ID of the mail that it answers. A second
    mail of the same ``key`` changes nothing: False.
    """
    references = _thread(session, to) if to else []
    row = {
        "kind": kind,
        "key": key,
        "game_id": to.game_id if to else None,
        "seat_id": to.id if to else None,
        "sign_in_id": sign_in.id if sign_in else None,
        "person_id": person.id if person and not to and not sign_in else None,
        "ply": ply,
        "decision": decision,
        "data": {**(options(person) if person else {}), **(data or {})},
        "message_id": f"<{token_hex(16)}@{ctx.settings.mail_domain}>",
        # A Date header has no fractions, and deadlines are counted from it.
        "date": (due_at or now).replace(microsecond=0),
        "boundary": f"noir-{token_hex(12)}",
        "language": person.language if person else "en",
        "zone": person.zone if person else "UTC",
        "references": [*references, answers] if answers else references,
        "state": "pending",
        "due_at": due_at or now,
        "tries": 0,
    }
    return insert_once(session, OutboxMail, row, "key")


def options(person: Person) -> dict[str, bool]:
    """What a person has chosen for the look of mails, as far as it is not as usual: fixed with the mail."""
    chosen = {"secrets": person.secrets, "picture": person.picture}
    return {name: value for name, value in chosen.items() if value != (name == "secrets")}


def _thread(session: Session, seat: Seat) -> list[str]:
    """The first Message-ID of the seat's thread and its last ones, up to the mail before this (TRUST R5).

    What went to whoever held the place before is another thread.
    """
    since = seat.invited_at or seat.joined_at or _LONG_AGO
    last = session.connection().execute(_BEFORE, {"seat": seat.id, "since": since.replace(microsecond=0)}).first()
    if last is None:
        return []
    thread: list[str] = [*last.references, last.message_id]
    return thread if len(thread) <= _REFERENCES + 1 else [thread[0], *thread[-_REFERENCES:]]
