"""A player's move, from its text to the committed step and the answer of the house (ARCHITECTURE, "One move")."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session
from structlog import get_logger

from noirmail.engine.actions import Action
from noirmail.engine.errors import IllegalAction, InvalidAction
from noirmail.engine.notation import read_action
from noirmail.engine.state import State
from noirmail.i18n import gettext as _
from noirmail.service import vault
from noirmail.service.context import Context
from noirmail.service.errors import BadAction, KeyReused, NotFound, Refused, StaleDecision
from noirmail.service.limits import clean_action, clean_key
from noirmail.service.starting import let_house_play
from noirmail.service.steps import (
    Channel,
    Position,
    SomebodyWasFaster,
    append,
    position,
    read_seats,
)
from noirmail.service.vault import AnyRow
from noirmail.store.models import Step
from noirmail.words.actions import action_words

log = get_logger("noirmail.service.moves")

# How often to look again after somebody was faster. Each time a step was made, so it hardly ever comes to three.
_TRIES: Final = 20

_step = Step.__table__.c
_EARLIER: Final = select(_step.ply, _step.action).where(
    _step.game_id == bindparam("game"), _step.seat == bindparam("seat"), _step.key == bindparam("key")
)


@dataclass(frozen=True, slots=True)
class Receipt:
    """A committed step. ``action`` is canonical; ``fresh``: made by this call, not by an earlier one of its key."""

    ply: int
    action: str
    fresh: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """A legal action before it is made: what it would do, in words, and the key under which to send it."""

    action: Action
    words: str
    nonce: str
    decision: int


def submit(ctx: Context, game_id: int, seat: int, text: str, decision: int, key: str, channel: Channel) -> Receipt:
    """Make the action that ``text`` says as the seat's answer to ``decision``, and let the house answer.

    The step is committed when this returns. A repeated ``key`` with the same action gives the first receipt. Raises
    NotFound, BadInput (text or key), BadAction, KeyReused, StaleDecision, or TooLate once it is recorded that the
    service moves for the seat; then nothing was changed.
    """
    text, key = clean_action(text), clean_key(key)
    for _attempt in range(_TRIES):
        with ctx.db.read() as session:
            seats = _seats(session, game_id, seat)
            earlier = _earlier(session, game_id, seat, key)
            if earlier is not None:
                return _repeated(session, seats, seat, earlier, text)
            before = _to_answer(session, seats, seat, decision)
        after = _pushed(before.past.state, seat, text)
        try:
            ply = append(ctx, before, after, key=key, channel=channel, by="player")
        except SomebodyWasFaster:
            continue
        if before.served.intersection(after.to_act):
            let_house_play(ctx, game_id)
        return Receipt(ply, after.steps[-1].action.text, fresh=True)
    log.error("a step could not be written", game=game_id, tries=_TRIES)
    raise Refused(_("Too much is happening at this table. Try again."))


def preview(ctx: Context, game_id: int, seat: int, text: str, decision: int) -> Preview:
    """What the action that ``text`` says would do; changes nothing. Raises as ``submit`` does.

    The nonce stands for seat, decision and action, and is the key to send them with.
    """
    text = clean_action(text)
    with ctx.db.read() as session:
        seats = _seats(session, game_id, seat)
        state = _to_answer(session, seats, seat, decision).past.state
    action = _pushed(state, seat, text).steps[-1].action
    nonce = ctx.keys.nonce("preview", seats[seat].seat_id, decision, action.text)
    return Preview(action, action_words(action, vault.show(state, seat)), nonce, decision)


def is_previewed(ctx: Context, seat_id: int, decision: int, action: str, nonce: str) -> bool:
    """Whether ``nonce`` came with the preview of this canonical action for this seat and decision (TRUST R30)."""
    return ctx.keys.is_nonce("preview", nonce, seat_id, decision, action)


def _seats(session: Session, game_id: int, seat: int) -> tuple[AnyRow, ...]:
    seats = read_seats(session, game_id)
    if not 0 <= seat < len(seats):
        raise NotFound
    return seats


def _earlier(session: Session, game_id: int, seat: int, key: str) -> AnyRow | None:
    return session.connection().execute(_EARLIER, {"game": game_id, "seat": seat, "key": key}).one_or_none()


def _repeated(session: Session, seats: tuple[AnyRow, ...], seat: int, earlier: AnyRow, text: str) -> Receipt:
    """The first receipt, where the text says the same action as it did then; raises KeyReused."""
    if text != earlier.action:
        then = vault.load(session, seats[0], earlier.ply - 1)
        try:
            said = _pushed(then, seat, text).steps[-1].action.text
        except BadAction:
            raise KeyReused from None
        if said != earlier.action:
            raise KeyReused
    return Receipt(earlier.ply, earlier.action, fresh=False)


def _to_answer(session: Session, seats: tuple[AnyRow, ...], seat: int, decision: int) -> Position:
    """The position in which the seat owes that decision; raises StaleDecision."""
    game = seats[0]
    if game.status != "running":
        raise StaleDecision(game.number, None)
    before = position(session, seats)
    owed = before.past.state.decisions.get(seat)
    if owed is None or owed != decision:
        raise StaleDecision(game.number, owed)
    return before


def _pushed(state: State, seat: int, text: str) -> State:
    """The position after the action that the text says; raises BadAction.

    A canonical text always says itself; only another needs the View in whose light people's words are read.
    """
    try:
        try:
            return vault.push(state, seat, text)
        except (InvalidAction, IllegalAction):
            return vault.push(state, seat, read_action(text, vault.show(state, seat)))
    except (InvalidAction, IllegalAction) as error:
        raise BadAction(str(error)) from error
