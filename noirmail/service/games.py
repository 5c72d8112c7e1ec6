"""Lists of games: a person's own, those with free places, those that anybody may watch."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from noirmail.engine.rules import OptionValue
from noirmail.i18n import gettext as _
from noirmail.service.context import Context
from noirmail.service.errors import BadInput
from noirmail.store.models import Decision, Game, Person, Seat

PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list. ``names``: by place, empty where nobody has joined; ``free``: how many places wait.

    For a person's own games besides: ``seat``, None before seats are drawn; ``token``, the key of the seat's page,
    or of the invitation where ``invited``; ``decision`` and ``due`` of what the person owes, None where nothing is
    owed, or no time runs.
    """

    code: str
    title: str
    ruleset: str
    options: dict[str, OptionValue]
    status: str
    players: int
    ply: int
    names: tuple[str, ...]
    free: int
    watch: str
    per_turn: int
    on_timeout: str
    opened_at: datetime
    finished_at: datetime | None
    seat: int | None = None
    token: str | None = None
    invited: bool = False
    decision: int | None = None
    due: datetime | None = None


def games_of(
    ctx: Context, person_id: int, *, status: str | None = None, after: str | None = None, limit: int = PAGE
) -> list[Listed]:
    """The games in which a person sits or to which their address is invited, newest first, after the code ``after``.

    Cancelled ones are left out. Raises BadInput for a status or code that there is not.
    """
    with ctx.db.read() as session:
        key = session.get_one(Person, person_id).email_key
        own = or_(Seat.person_id == person_id, Seat.invited_key == key)
        rows = session.execute(
            select(Game, Seat)
            .join(Seat, Seat.game_id == Game.id)
            .where(own, *_chosen(session, status, after))
            .order_by(Game.id.desc())
            .limit(_at_most(limit))
        ).all()
        games = [row[0] for row in rows]
        seats, owed = _seats(session, games), _owed(session, games)
        return [_own(ctx, game, seat, seats[game.id], owed.get((game.id, seat.number))) for game, seat in rows]


def all_of(ctx: Context, person_id: int) -> list[Listed]:
    """Every game of a person that is not over, however many, and the newest of the finished; else as ``games_of``."""
    found: list[Listed] = []
    for status in ("running", "open"):
        page = games_of(ctx, person_id, status=status)
        while page:
            found += page
            page = games_of(ctx, person_id, status=status, after=page[-1].code) if len(page) == PAGE else []
    return found + games_of(ctx, person_id, status="finished")


def open_games(ctx: Context, after: str | None = None, limit: int = PAGE) -> list[Listed]:
    """The open tables that list a free place, newest first, after the code ``after``; raises BadInput for no code."""
    free = select(Seat.id).where(Seat.game_id == Game.id, Seat.state == "free").exists()
    with ctx.db.read() as session:
        return _listed(
            session, [Game.status == "open", Game.public.is_(True), free, *_chosen(session, None, after)], limit
        )


def watchable_games(
    ctx: Context, *, status: str | None = None, after: str | None = None, limit: int = PAGE
) -> list[Listed]:
    """The games that everybody may watch, newest first, after the code ``after``; not those by link alone.

    Raises BadInput for a status or code that there is not.
    """
    with ctx.db.read() as session:
        return _listed(session, [Game.watch == "everyone", *_chosen(session, status, after)], limit)


def _chosen(session: Session, status: str | None, after: str | None) -> list[ColumnElement[bool]]:
    if status not in (None, "open", "running", "finished"):
        raise BadInput(_("This must be one of: %(choices)s.", choices="open, running, finished"), "status")
    chosen = [Game.status == status if status else Game.status != "cancelled"]
    if after is not None:
        last = session.scalar(select(Game.id).where(Game.code == after.upper())) if len(after) <= 16 else None
        if last is None:
            raise BadInput(_("There is no game of this code."), "after")
        chosen.append(Game.id < last)
    return chosen


def _listed(session: Session, chosen: Sequence[ColumnElement[bool]], limit: int) -> list[Listed]:
    games = session.scalars(select(Game).where(*chosen).order_by(Game.id.desc()).limit(_at_most(limit))).all()
    seats = _seats(session, games)
    return [_line(game, seats[game.id]) for game in games]


def _own(ctx: Context, game: Game, seat: Seat, seats: Sequence[Seat], owed: Decision | None) -> Listed:
    invited = seat.state == "invited"
    return replace(
        _line(game, seats),
        seat=seat.number,
        token=ctx.keys.mint("invite" if invited else "seat", seat.id, seat.version),
        invited=invited,
        decision=owed.number if owed else None,
        due=owed.due_at if owed else None,
    )


def _line(game: Game, seats: Sequence[Seat]) -> Listed:
    return Listed(
        code=game.code,
        title=game.title,
        ruleset=game.ruleset,
        options=dict(game.options),
        status=game.status,
        players=game.players,
        ply=game.number,
        names=tuple(seat.name if seat.state == "joined" else "" for seat in seats),
        free=sum(seat.state == "free" for seat in seats),
        watch=game.watch,
        per_turn=game.per_turn,
        on_timeout=game.on_timeout,
        opened_at=game.opened_at,
        finished_at=game.finished_at,
    )


def _seats(session: Session, games: Iterable[Game]) -> dict[int, list[Seat]]:
    seats: dict[int, list[Seat]] = {game.id: [] for game in games}
    for seat in session.scalars(select(Seat).where(Seat.game_id.in_(seats)).order_by(Seat.place)):
        seats[seat.game_id].append(seat)
    return seats


def _owed(session: Session, games: Iterable[Game]) -> dict[tuple[int, int | None], Decision]:
    ids = [game.id for game in games]
    rows = session.scalars(select(Decision).where(Decision.game_id.in_(ids), Decision.phase != "closed"))
    return {(row.game_id, row.seat): row for row in rows}


def _at_most(limit: int) -> int:
    return max(1, min(limit, PAGE))
