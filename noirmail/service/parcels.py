"""What is known of a mail when its time comes: its row, whom it goes to, and whether it still matters (TRUST R69)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, bindparam, func, select
from sqlalchemy.orm import Session

from noirmail.service.suppression import is_blocked
from noirmail.store.models import Base

# A row of the outbox with what belongs to it; columns of other tables bear the table's name in front.
Parcel = Row[Any]

_tables = Base.metadata.tables
_mails, _seats, _people = _tables["outbox"], _tables["seat"], _tables["person"]
_games, _sign_ins, _decisions = _tables["game"], _tables["sign_in"], _tables["decision"]

_PARCELS: Final = (
    select(
        _mails,
        *(_seats.c[name].label(f"seat_{name}") for name in ("version", "number", "state", "mail", "standin", "name")),
        *(_seats.c[name].label(f"seat_{name}") for name in ("invited_email", "invited_key", "invited_at")),
        *(_seats.c[name].label(f"seat_{name}") for name in ("person_id", "muted", "present_until")),
        *(
            _games.c[name].label(f"game_{name}")
            for name in ("code", "status", "number", "per_turn", "finished_at", "revealed_at")
        ),
        *(_sign_ins.c[name].label(f"sign_in_{name}") for name in ("purpose", "email", "used_at", "expires_at")),
        *(_decisions.c[name].label(f"decision_{name}") for name in ("id", "phase", "due_at")),
        *(_people.c[name].label(f"person_{name}") for name in ("email", "email_key", "zone", "muted", "mail_mode")),
        *(_people.c[name].label(f"person_{name}") for name in ("quiet_from", "quiet_to", "digest_at", "visited_at")),
    )
    .join_from(_mails, _seats, _seats.c.id == _mails.c.seat_id, isouter=True)
    .join(_games, _games.c.id == _mails.c.game_id, isouter=True)
    .join(_people, _people.c.id == func.coalesce(_mails.c.person_id, _seats.c.person_id), isouter=True)
    .join(_sign_ins, _sign_ins.c.id == _mails.c.sign_in_id, isouter=True)
    .join(
        _decisions,
        (_decisions.c.game_id == _mails.c.game_id)
        & (_decisions.c.seat == _seats.c.number)
        & (_decisions.c.number == _mails.c.decision),
        isouter=True,
    )
    .where(_mails.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(_mails.c.due_at, _mails.c.id)
)
_LATE: Final = select(_decisions.c.id).where(
    _decisions.c.game_id == bindparam("game"), _decisions.c.seat == bindparam("seat"), _decisions.c.phase == "late"
)
# What tells a seat more than the news that the game has begun.
_NEWER: Final = select(_mails.c.id).where(
    _mails.c.seat_id == bindparam("seat"),
    _mails.c.id > bindparam("mail"),
    _mails.c.kind.in_(("your-turn", "game-over")),
    _mails.c.state.in_(("pending", "sent")),
)


# What goes to an address that may be nobody's yet.
_TO_ADDRESS: Final = frozenset({"sign-in", "address-change"})
# What its reader has just asked for goes out even where the seat takes no mail.
_ASKED_FOR: Final = frozenset({"fresh-link", "answer"})


def parcels(session: Session, ids: Iterable[int]) -> list[Parcel]:
    """The mails of those ids, in the order in which they are due."""
    return list(session.connection().execute(_PARCELS, {"ids": list(ids)}))


def address_of(parcel: Parcel) -> str | None:
    """Where the mail goes now, None where there is nowhere."""
    if parcel.kind in _TO_ADDRESS:
        return _text(parcel.sign_in_email)
    return _text(parcel.seat_invited_email if parcel.kind == "invitation" else parcel.person_email)


def holder_of(parcel: Parcel) -> str:
    """The address, as it is compared, to which a mail of a game goes."""
    key: str | None = parcel.seat_invited_key if parcel.kind == "invitation" else parcel.person_email_key
    return key or ""


def obsolete(session: Session, parcel: Parcel, now: datetime) -> str | None:
    """Why the mail does not matter any more, None where it does."""
    if parcel.state != "pending":
        return "it is settled already"
    if address_of(parcel) is None:
        return "there is no address"
    if is_blocked(session, parcel.data):
        return "the address wants nothing from this site"
    if parcel.kind in _TO_ADDRESS:
        spent = parcel.sign_in_used_at is not None or parcel.sign_in_expires_at <= now
        return _if(spent, "the link is spent or too old")
    if parcel.kind == "digest":
        return None
    if parcel.kind in _ASKED_FOR:
        return _if(parcel.seat_state != "joined", "the place was emptied")
    if not parcel.seat_mail:
        return "the seat takes no mail"
    return _IN_GAME[parcel.kind](session, parcel)


def _happened(_session: Session, parcel: Parcel) -> str | None:
    offered = parcel.data["what"] in ("agreed", "pause-offered")
    if parcel.game_status != "running":
        return "the game is over"
    return _if(offered and parcel.game_number != parcel.ply, "a move took the offer back")


def _messages(_session: Session, _parcel: Parcel) -> str | None:
    return None


def _if(condition: bool, reason: str) -> str | None:
    return reason if condition else None


def _text(value: str | None) -> str | None:
    return value or None


def _invitation(session: Session, parcel: Parcel) -> str | None:
    held = parcel.seat_state == "invited" and parcel.seat_version == parcel.data.get("version")
    # In a running game a seat waits for somebody to take it over.
    return _if(not held or parcel.game_status not in ("open", "running"), "the place is not held any more")


def _answer(session: Session, parcel: Parcel) -> str | None:
    told = "cancelled" if parcel.data["answer"] == "cancelled" else parcel.data.get("while", "open")
    return _if(parcel.game_status != told, "the table has gone on")


def _game_start(session: Session, parcel: Parcel) -> str | None:
    newer = session.connection().execute(_NEWER, {"seat": parcel.seat_id, "mail": parcel.id}).first()
    return _if(parcel.game_status != "running" or newer is not None, "there is newer news")


def _your_turn(session: Session, parcel: Parcel) -> str | None:
    owed = parcel.decision_phase not in {None, "closed"} and not parcel.seat_standin
    return _if(parcel.game_status != "running" or not owed, "the decision is not open any more")


def _reminder(session: Session, parcel: Parcel) -> str | None:
    due = parcel.data.get("due")
    same = parcel.decision_due_at is not None and parcel.decision_due_at.isoformat() == due
    return _your_turn(session, parcel) or _if(not same or parcel.decision_phase != "reminded", "the deadline moved")


def _time_ran_out(session: Session, parcel: Parcel) -> str | None:
    if parcel.game_status != "running":
        return "the game is over"
    if parcel.data["then"] == "standin":
        return None
    late = {"game": parcel.game_id, "seat": parcel.data["late"]}
    return _if(session.connection().execute(_LATE, late).first() is None, "somebody has moved")


def _game_over(session: Session, parcel: Parcel) -> str | None:
    return _if(parcel.game_status != "finished", "the ending was taken back")


_IN_GAME: Final = {
    "invitation": _invitation,
    "invitation-answer": _answer,
    "game-start": _game_start,
    "your-turn": _your_turn,
    "reminder": _reminder,
    "time-ran-out": _time_ran_out,
    "game-over": _game_over,
    "messages": _messages,
    "happened": _happened,
}
