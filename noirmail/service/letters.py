"""From a row of the outbox to a letter. What is written depends on the row and on facts that never change.

So that a second try, hours later, gives the same bytes: the position is the row's, the deadline is counted from
the row's date, and nothing is told of what goes on elsewhere at the table.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from noirmail.mail import kinds
from noirmail.mail.letter import Letter
from noirmail.mail.links import Links
from noirmail.mail.names import tame, tamed
from noirmail.service import links, tables
from noirmail.service.context import Context
from noirmail.service.parcels import Parcel, address_of, holder_of
from noirmail.service.places import PATIENCE
from noirmail.service.suppression import can_block
from noirmail.store.models import Game, Seat, SignIn
from noirmail.words.table import Table


def letter_of(ctx: Context, parcel: Parcel) -> Letter:
    """The letter that a mail of the outbox is; raises LookupError where it has no address."""
    to = address_of(parcel)
    if to is None:
        raise LookupError("a mail without an address")
    about = _sign_in(ctx, parcel) if parcel.kind == "sign-in" else _CONTEXTS[parcel.kind](ctx, parcel)
    of_game = parcel.game_id is not None
    return Letter(
        kind=parcel.kind,
        sender=ctx.settings.mail_from,
        to=to,
        message_id=parcel.message_id,
        date=parcel.date,
        boundary=parcel.boundary,
        language=parcel.language,
        zone=parcel.zone,
        context=about,
        references=tuple(parcel.references),
        list_id=f"{parcel.game_code.lower()}.games.{ctx.settings.mail_domain}" if of_game else "",
        help_url=f"{ctx.settings.base_url}/promise" if of_game else "",
        unsubscribe=links.unsubscribe_url(ctx, parcel.seat_id, holder_of(parcel)) if of_game else None,
        block=links.block_url(ctx, parcel.id) if can_block(parcel.data) else None,
    )


def bounce_address(ctx: Context, mail_id: int) -> str:
    """The envelope sender of a mail: what comes back to it tells which mail, and nobody else can make it (R15)."""
    return f"b+{ctx.keys.mint('bounce', mail_id)}@{ctx.settings.mail_domain}"


def _seat(parcel: Parcel) -> Seat:
    return Seat(id=parcel.seat_id, version=parcel.seat_version)


def _links(ctx: Context, parcel: Parcel) -> Links:
    page = links.seat_url(ctx, _seat(parcel))
    return Links(
        seat=page,
        action=lambda decision, action: f"{page}/d{decision}/{links.slug_of(action)}",
        form=lambda decision, kind: f"{page}/d{decision}/{kind}",
    )


def _table(ctx: Context, parcel: Parcel) -> Table:
    """The table as the reader knew it at the mail's ply; before the start as everybody may see it."""
    return tamed(tables.table(ctx, parcel.game_id, parcel.seat_number, ply=parcel.ply))


def _sign_in(ctx: Context, parcel: Parcel) -> kinds.SignIn:
    url = links.sign_in_url(ctx, SignIn(id=parcel.sign_in_id))
    return kinds.SignIn(url=url, expires_at=parcel.sign_in_expires_at)


def _invitation(ctx: Context, parcel: Parcel) -> kinds.Invitation:
    table = _table(ctx, parcel)
    return kinds.Invitation(
        table=table,
        opener=table.seats[0].name,
        name=tame(parcel.seat_name),
        url=links.invite_url(ctx, _seat(parcel)),
        expires_at=(parcel.seat_invited_at or parcel.date) + PATIENCE,
        confirm=bool(parcel.data.get("confirm")),
    )


def _answer(ctx: Context, parcel: Parcel) -> kinds.InvitationAnswer:
    return kinds.InvitationAnswer(
        table=_table(ctx, parcel),
        answer=parcel.data["answer"],
        name=tame(parcel.data.get("name", "")),
        url=links.seat_url(ctx, _seat(parcel)),
    )


def _fresh_link(ctx: Context, parcel: Parcel) -> kinds.FreshLink:
    return kinds.FreshLink(table=_table(ctx, parcel), url=links.seat_url(ctx, _seat(parcel)))


def _game_start(ctx: Context, parcel: Parcel) -> kinds.GameStart:
    return kinds.GameStart(table=_table(ctx, parcel), again=bool(parcel.data.get("again")), links=_links(ctx, parcel))


def _your_turn(ctx: Context, parcel: Parcel) -> kinds.YourTurn:
    return kinds.YourTurn(
        table=_table(ctx, parcel),
        decision=parcel.decision,
        due=parcel.date + timedelta(seconds=parcel.game_per_turn),
        again=bool(parcel.data.get("again")),
        links=_links(ctx, parcel),
    )


def _reminder(ctx: Context, parcel: Parcel) -> kinds.Reminder:
    return kinds.Reminder(
        table=_table(ctx, parcel),
        decision=parcel.decision,
        due=datetime.fromisoformat(parcel.data["due"]),
        links=_links(ctx, parcel),
    )


def _time_ran_out(ctx: Context, parcel: Parcel) -> kinds.TimeRanOut:
    until = parcel.data["until"]
    return kinds.TimeRanOut(
        table=_table(ctx, parcel),
        late=parcel.data["late"],
        then=parcel.data["then"],
        until=datetime.fromisoformat(until) if until else None,
        links=_links(ctx, parcel),
    )


def _game_over(ctx: Context, parcel: Parcel) -> kinds.GameOver:
    ways = _links(ctx, parcel)
    reversible = bool(parcel.game_finished_at and parcel.game_revealed_at > parcel.game_finished_at)
    eyes: tables.Eyes = None if reversible else "all"
    table = tamed(tables.table(ctx, parcel.game_id, parcel.seat_number, ply=parcel.ply, eyes=eyes))
    if table.game.watch == "players":
        replay = f"{ways.seat}/ply/0"
    else:
        replay = links.replay_url(ctx, Game(code=parcel.game_code), 0)
    return kinds.GameOver(table=table, reversible=reversible, replay=replay, links=ways)


_CONTEXTS: Final[Mapping[str, Callable[[Context, Parcel], kinds.Game]]] = {
    "invitation": _invitation,
    "invitation-answer": _answer,
    "fresh-link": _fresh_link,
    "game-start": _game_start,
    "your-turn": _your_turn,
    "reminder": _reminder,
    "time-ran-out": _time_ran_out,
    "game-over": _game_over,
}
