"""From a row of the outbox to a letter. What is written depends on the row and on facts that never change.

So that a second try, hours later, gives the same bytes: the position is the row's, the deadline is counted from
the row's date, and nothing is told of what goes on elsewhere at the table.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, cast

from noirmail.mail import kinds
from noirmail.mail.letter import Letter
from noirmail.mail.links import Links
from noirmail.mail.names import tame, tamed
from noirmail.service import links, postbox, tables, talk, transcripts
from noirmail.service.context import Context
from noirmail.service.parcels import Parcel, address_of, holder_of, parcels
from noirmail.service.places import PATIENCE
from noirmail.service.suppression import can_block
from noirmail.store.models import Game, Seat, SignIn
from noirmail.words.table import Table


def letter_of(ctx: Context, parcel: Parcel) -> Letter:
    """The letter that a mail of the outbox is; raises LookupError where it has no address."""
    to = address_of(parcel)
    if to is None:
        raise LookupError("a mail without an address")
    about = _CONTEXTS[parcel.kind](ctx, parcel)
    of_game = parcel.game_id is not None
    person_id = parcel.person_id or parcel.seat_person_id
    known = person_id is not None and parcel.kind != "invitation"
    mails = links.mails_url(ctx, person_id, parcel.person_email_key) if known else None
    game_off = links.unsubscribe_url(ctx, parcel.seat_id, holder_of(parcel)) if of_game else None
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
        list_id=_list_id(ctx, parcel),
        help_url=f"{ctx.settings.base_url}/promise",
        unsubscribe=game_off or (mails if parcel.kind == "digest" else None),
        unsubscribe_kind=f"{game_off}/{parcel.kind}" if game_off and parcel.kind in kinds.OPTIONAL else None,
        mails=mails,
        picture=bool(parcel.data.get("picture")),
        reply_to=_reply_to(ctx, parcel),
        auto_submitted="auto-replied" if parcel.kind == "answer" else "auto-generated",
        block=links.block_url(ctx, parcel.id) if can_block(parcel.data) else None,
    )


def _list_id(ctx: Context, parcel: Parcel) -> str:
    if parcel.game_id is not None:
        return f"{parcel.game_code.lower()}.games.{ctx.settings.mail_domain}"
    return f"digest.{ctx.settings.mail_domain}" if parcel.kind == "digest" else ""


def _reply_to(ctx: Context, parcel: Parcel) -> str | None:
    """Where the mail is answered to; None where no answer would be read."""
    if not ctx.settings.incoming or parcel.seat_number is None:
        return None
    if parcel.decision_id is None:
        return postbox.seat_address(ctx, parcel.seat_id, parcel.seat_version)
    return postbox.decision_address(ctx, parcel.decision_id, parcel.seat_version)


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
    if parcel.data.get("secrets", True):
        return tamed(tables.table(ctx, parcel.game_id, parcel.seat_number, ply=parcel.ply))
    return _public_table(ctx, parcel)


def _public_table(ctx: Context, parcel: Parcel) -> Table:
    """The table as everybody may see it, for a reader who wants no secrets in mails; whose seat it is, is none."""
    seat = parcel.seat_number
    table = tables.table(ctx, parcel.game_id, None, ply=parcel.ply)
    seats = tuple(replace(one, you=seat is not None and one.number == seat) for one in table.seats)
    return tamed(replace(table, viewer=seat, seats=seats))


def _sign_in(ctx: Context, parcel: Parcel) -> kinds.SignIn:
    url = links.sign_in_url(ctx, SignIn(id=parcel.sign_in_id))
    return kinds.SignIn(url=url, expires_at=parcel.sign_in_expires_at)


def _address_change(ctx: Context, parcel: Parcel) -> kinds.AddressChange:
    step, row = parcel.sign_in_purpose, SignIn(id=parcel.sign_in_id)
    url = ctx.settings.base_url if step == "former" else links.address_url(ctx, row, step)
    return kinds.AddressChange(step=step, url=url, expires_at=parcel.sign_in_expires_at)


def _invitation(ctx: Context, parcel: Parcel) -> kinds.Invitation:
    ply, until = parcel.data.get("ply"), parcel.data.get("until")
    # Who is asked to take over a seat of a running game sees of it what everybody may.
    table = _table(ctx, parcel) if ply is None else tamed(tables.table(ctx, parcel.game_id, None, ply=ply))
    return kinds.Invitation(
        table=table,
        opener=table.seats[parcel.data.get("by", 0)].name,
        name=tame(parcel.seat_name),
        url=links.invite_url(ctx, _seat(parcel)),
        expires_at=datetime.fromisoformat(until) if until else (parcel.seat_invited_at or parcel.date) + PATIENCE,
        confirm=bool(parcel.data.get("confirm")),
        rules=links.rules_url(ctx, table.game.ruleset),
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
    table, again = _table(ctx, parcel), bool(parcel.data.get("again"))
    rules = None if again else links.rules_url(ctx, table.game.ruleset)
    return kinds.GameStart(table=table, again=again, links=_links(ctx, parcel), rules=rules)


def _your_turn(ctx: Context, parcel: Parcel) -> kinds.YourTurn:
    table, again = _table(ctx, parcel), bool(parcel.data.get("again"))
    return kinds.YourTurn(
        table=table,
        decision=parcel.decision,
        due=parcel.date + timedelta(seconds=parcel.game_per_turn),
        again=again,
        links=_links(ctx, parcel),
        said=_said(ctx, parcel),
        # Whoever moves first hears by this mail that the game has begun.
        rules=links.rules_url(ctx, table.game.ruleset) if parcel.ply == 0 and not again else None,
    )


def _said(ctx: Context, parcel: Parcel) -> tuple[kinds.Spoken, ...]:
    """What was said at the table, as far as the mail's row tells it."""
    if "said" not in parcel.data:
        return ()
    first, upto = parcel.data["said"]
    said = talk.said_between(ctx, parcel.game_id, first, upto)
    return tuple(kinds.Spoken(tame(one.name), tuple(map(tame, one.text.split("\n"))), one.at) for one in said)


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
    if reversible:
        table = _table(ctx, parcel)
    else:
        table = tamed(tables.table(ctx, parcel.game_id, parcel.seat_number, ply=parcel.ply, eyes="all"))
    if table.game.watch == "players":
        replay = f"{ways.seat}/ply/0"
    else:
        replay = links.replay_url(ctx, Game(code=parcel.game_code), 0)
    return kinds.GameOver(table=table, reversible=reversible, replay=replay, links=ways, said=_said(ctx, parcel))


def _messages(ctx: Context, parcel: Parcel) -> kinds.Messages:
    return kinds.Messages(table=_table(ctx, parcel), said=_said(ctx, parcel), links=_links(ctx, parcel))


def _happened(ctx: Context, parcel: Parcel) -> kinds.Happened:
    until = parcel.data.get("until")
    return kinds.Happened(
        table=_table(ctx, parcel),
        what=parcel.data["what"],
        by=parcel.data["by"],
        days=parcel.data.get("days"),
        until=datetime.fromisoformat(until) if until else None,
        links=_links(ctx, parcel),
    )


def _digest(ctx: Context, parcel: Parcel) -> kinds.Digest:
    with ctx.db.read() as session:
        told = parcels(session, parcel.data["mails"])
    items = sorted(told, key=lambda one: one.id)
    made = tuple(_CONTEXTS[one.kind](ctx, one) for one in items)
    return kinds.Digest(cast("tuple[kinds.Game, ...]", made), f"{ctx.settings.base_url}/me")


def _to_mail(ctx: Context, parcel: Parcel) -> kinds.Answer:
    told = transcripts.opened(ctx, parcel.data)
    confirm = f"{links.seat_url(ctx, _seat(parcel))}/mail/{told.confirm}" if told.confirm else None
    return kinds.Answer(
        table=_table(ctx, parcel),
        headline=told.headline,
        lines=tuple(kinds.Obeyed(tame(line.said), tame(line.result)) for line in told.lines),
        sections=tuple(kinds.Section(one.title, tuple(map(tame, one.lines))) for one in told.sections),
        board=told.board,
        decision=parcel.decision,
        due=told.due,
        confirm=confirm,
        links=_links(ctx, parcel),
        resumes=told.resumes,
    )


_CONTEXTS: Final[Mapping[str, Callable[[Context, Parcel], kinds.Context]]] = {
    "sign-in": _sign_in,
    "address-change": _address_change,
    "invitation": _invitation,
    "invitation-answer": _answer,
    "fresh-link": _fresh_link,
    "game-start": _game_start,
    "your-turn": _your_turn,
    "reminder": _reminder,
    "time-ran-out": _time_ran_out,
    "game-over": _game_over,
    "messages": _messages,
    "happened": _happened,
    "answer": _to_mail,
    "digest": _digest,
}
