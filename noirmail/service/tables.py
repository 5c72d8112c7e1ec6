"""A table as one person may see it: the one thing that pages, mails and the API are made from."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, Literal

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.engine.rulesets import ruleset
from noirmail.engine.view import View
from noirmail.i18n import gettext as _
from noirmail.service import vault
from noirmail.service.context import Context
from noirmail.service.errors import NotFound, Refused
from noirmail.service.vault import AnyRow, GameRow
from noirmail.store.models import Base
from noirmail.words.table import GameInfo, SeatInfo, Table

Eyes = int | Literal["all"] | None

# Built once: putting a statement together costs more than running it.
_tables = Base.metadata.tables
_games, _seats, _people, _decisions = _tables["game"], _tables["seat"], _tables["person"], _tables["decision"].c
_GAME: Final = select(_games).where(_games.c.id == bindparam("game"))
_SEATS: Final = (
    select(_seats, _people.c.address_broken_at, _people.c.absent_until.label("away_until"))
    .join_from(_seats, _people, _people.c.id == _seats.c.person_id, isouter=True)
    .where(_seats.c.game_id == bindparam("game"))
    .order_by(_seats.c.place)
)
_OWED: Final = select(*_decisions["seat", "number", "phase", "due_at"]).where(
    _decisions.game_id == bindparam("game"), _decisions.phase != "closed"
)
_REMATCH: Final = select(_games.c.code).where(_games.c.rematch_of == bindparam("game"))


def table(ctx: Context, game_id: int, viewer: int | None, *, ply: int | None = None, eyes: Eyes = None) -> Table:
    """The table for one viewer, a seat number or None: as it is now, or after ``ply`` as known at that time.

    Once everything is open, the table as it is now shows it; a ply shows it for ``eyes`` all, or what the seat
    ``eyes`` knew then. Raises NotFound for a game, ply or seat that does not exist, Refused for foreign eyes before.
    """
    with ctx.db.read() as session:
        game = _game(session, game_id)
        seats = session.connection().execute(_SEATS, {"game": game_id}).all()
        opened = is_open(session, game)
        view = _view(session, game, viewer, ply, _checked(eyes, viewer, game, opened), opened)
        past = vault.past(session, game, view.ply) if view else None
        owed = _owed(session, game, view)
        rematch = _rematch_code(session, game)
    mine = owed.get(viewer) if viewer is not None else None
    return Table(
        game=_game_info(game, opened, rematch),
        seats=tuple(_seat_info(row, game, view, owed, viewer) for row in seats),
        view=view,
        viewer=viewer,
        decision=mine.number if mine else None,
        due=mine.due_at if mine else None,
        may_claim=_may_claim(game, seats, owed, viewer),
        agreed=_agreed(game, seats),
        times=dict(enumerate(past.at, 1)) if past else {},
        by=dict(enumerate(past.by, 1)) if past else {},
        opened=opened,
    )


def views(ctx: Context, game_id: int, viewer: int | None, *, eyes: Eyes = None) -> list[View]:
    """Every position of a game that has begun, as the viewer knew it then, the one before the first action first.

    ``eyes`` and what is raised: as in ``table``; before the start the list is empty.
    """
    with ctx.db.read() as session:
        game = _game(session, game_id)
        opened = is_open(session, game)
        seen = _checked(eyes, viewer, game, opened)
        if game.board is None:
            return []
        if seen == "all":
            return vault.positions(session, game, viewer, opened=True)
        return vault.positions(session, game, viewer if seen is None else seen)


def is_open(session: Session, game: GameRow) -> bool:
    """Whether everything about the game may be shown to everybody who may see it (TRUST "Decided" 7)."""
    return game.revealed_at is not None and game.revealed_at <= clock.now(session)


def _game(session: Session, game_id: int) -> AnyRow:
    row = session.connection().execute(_GAME, {"game": game_id}).one_or_none()
    if row is None:
        raise NotFound
    return row


def _checked(eyes: Eyes, viewer: int | None, game: AnyRow, opened: bool) -> Eyes:
    if isinstance(eyes, int) and not 0 <= eyes < game.players:
        raise NotFound
    if eyes is not None and eyes != viewer and not opened:
        raise Refused(_("Other people's cards are shown after the end of the game."))
    return eyes


def _view(
    session: Session, game: AnyRow, viewer: int | None, ply: int | None, eyes: Eyes, opened: bool
) -> View | None:
    if game.board is None:
        if ply is not None:
            raise NotFound
        return None
    if ply is not None and not 0 <= ply <= game.number:
        raise NotFound
    if eyes == "all" or (eyes is None and ply is None):
        return vault.view(session, game, viewer, ply, opened=opened)
    return vault.view(session, game, viewer if eyes is None else eyes, ply)


def _owed(session: Session, game: AnyRow, view: View | None) -> Mapping[int, AnyRow]:
    """The open decisions by seat, where the view is the game as it is now."""
    if view is None or game.status != "running" or view.ply != game.number:
        return {}
    rows = session.connection().execute(_OWED, {"game": game.id})
    # A move that was committed since the game was read may have opened others.
    return {row.seat: row for row in rows if view.decisions.get(row.seat) == row.number}


def _rematch_code(session: Session, game: AnyRow) -> str | None:
    if game.status != "finished":
        return None
    code: str | None = session.connection().scalar(_REMATCH, {"game": game.id})
    return code


def _may_claim(game: AnyRow, seats: Sequence[AnyRow], owed: Mapping[int, AnyRow], viewer: int | None) -> bool:
    """Whether ``parting.claim`` would end the game for the viewer; a late player's partner in time chooses first."""
    playing = {row.number for row in seats if row.kind == "person" and row.state == "joined" and not row.standin}
    if viewer not in playing or viewer is None or game.on_timeout != "claim":
        return False
    side_of = partial(ruleset(game.ruleset, game.version).description.side_of, players=game.players)
    late = [row for row in owed.values() if row.phase == "late" and row.seat not in side_of(viewer)]
    if not late:
        return False
    first = min(late, key=lambda row: (row.due_at, row.seat)).seat
    return not playing.intersection(side_of(first)) - {row.seat for row in late}


def _agreed(game: AnyRow, seats: Sequence[AnyRow]) -> tuple[int, ...]:
    if game.status != "running":
        return ()
    return tuple(sorted(row.number for row in seats if row.agreed_at_ply == game.number))


def _seat_info(
    row: AnyRow, game: AnyRow, view: View | None, owed: Mapping[int, AnyRow], viewer: int | None
) -> SeatInfo:
    decision = owed.get(row.number)
    seated = view is not None and row.number is not None
    person = row.kind == "person" and row.state == "joined"
    return SeatInfo(
        place=row.place,
        number=row.number,
        name=row.name,
        kind=row.kind,
        state=row.state,
        role=view.roles[row.number] if view and seated else None,
        to_act=bool(view and seated and row.number in view.to_act),
        due=decision.due_at if decision else None,
        late=bool(decision and decision.phase == "late"),
        standin=row.standin,
        silent=person and (not row.mail or row.person_id is None or row.address_broken_at is not None),
        you=viewer is not None and row.number == viewer,
        broken=row.address_broken_at is not None,
        away_until=max((at for at in (row.absent_until, row.away_until) if at), default=None),
        pause_days=row.pause_days if row.pause_ply == game.number else None,
    )


def _game_info(game: AnyRow, opened: bool, rematch: str | None) -> GameInfo:
    """Named one by one: what is not named here stays inside."""
    return GameInfo(
        code=game.code,
        title=game.title,
        ruleset=game.ruleset,
        options=game.options,
        players=game.players,
        status=game.status,
        seating=game.seating,
        watch=game.watch,
        public=game.public,
        per_turn=game.per_turn,
        on_timeout=game.on_timeout,
        commitment=game.commitment,
        seed=game.seed.hex() if opened else None,
        words=tuple(game.words or ()) if opened else None,
        lot=None if game.lot is None else tuple(game.lot),
        opened_at=game.opened_at,
        expires_at=game.expires_at,
        started_at=game.started_at,
        finished_at=game.finished_at,
        revealed_at=game.revealed_at,
        rematch_code=rematch,
        talk=game.talk,
        paused_until=game.paused_until,
    )
