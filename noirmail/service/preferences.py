"""What a player wants of mails: when, how many, of which kinds, and how they look.

What holds in all games is the person's, and kept on the account's page; what holds in one game is the seat's (R31).
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, cast, get_args
from zoneinfo import available_timezones

from sqlalchemy import select
from sqlalchemy.orm import Session

from noirmail import clock
from noirmail.i18n import LANGUAGES
from noirmail.i18n import gettext as _
from noirmail.mail.kinds import OPTIONAL
from noirmail.service import deadlines, links, notices, presence, seating
from noirmail.service.context import Context
from noirmail.service.errors import BadInput, DeadLink
from noirmail.store.models import Decision, Game, OutboxMail, Person, Seat

MailMode = Literal["each", "digest", "visit"]
_TIME: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True, slots=True)
class Preferences:
    """``digest_at``, ``quiet_from`` and ``quiet_to`` are minutes of the local day; ``quiet_from`` and ``quiet_to``
    are None where mail may come at any time. ``secrets``: mails may tell the person's own. ``muted``: kinds that
    are not wanted.
    """

    language: str
    zone: str
    mode: MailMode
    digest_at: int
    quiet_from: int | None
    quiet_to: int | None
    secrets: bool
    picture: bool
    muted: frozenset[str]


def preferences_of(ctx: Context, person_id: int) -> Preferences:
    """What a person has chosen."""
    with ctx.db.read() as session:
        return _preferences(session.get_one(Person, person_id))


def keep(ctx: Context, person_id: int, wanted: Preferences) -> None:
    """Keep what a person chose; raises BadInput. Mails that nobody has tried to send yet follow it.

    Where mails are gathered from now on, the time of decisions that wait for their mail runs from now.
    """
    _check(wanted)
    with ctx.db.write() as session:
        person = session.get_one(Person, person_id)
        before = _preferences(person)
        person.language, person.zone = wanted.language, wanted.zone
        person.mail_mode, person.digest_at = wanted.mode, wanted.digest_at
        person.quiet_from, person.quiet_to = _hours(wanted)
        person.secrets, person.picture = wanted.secrets, wanted.picture
        person.muted = _joined(wanted.muted)
        now = clock.now(session)
        presence.visited(session, person_id, now)
        if before != _preferences(person):
            _refit(session, person)
        if before.mode == "each" != wanted.mode:
            for row in _waiting(session, person_id):
                deadlines.start_without_mail(session, row.game_id, row.seat, row.number, now)
    ctx.wake()


def person_of_link(ctx: Context, token: str) -> int:
    """Whose mails a link in a mail is about; it ends where the address changes. Raises DeadLink."""
    with ctx.db.read() as session:
        person = session.get(Person, ctx.keys.parse(token))
    ctx.keys.check("mails", token, links.holder_number(person.email_key) if person else None)
    if person is None:
        raise DeadLink
    return person.id


def all_off(ctx: Context, person_id: int) -> None:
    """Turn off the mails of every game that the person sits at now and that is not over."""
    playing = (
        select(Seat.id)
        .join(Game, Game.id == Seat.game_id)
        .where(Seat.person_id == person_id, Seat.mail, Game.status.in_(("open", "running")))
    )
    with ctx.db.read() as session:
        seats = list(session.scalars(playing))
    for seat_id in seats:
        seating.set_mail(ctx, seat_id, on=False)


def muted_at(ctx: Context, seat_id: int) -> frozenset[str]:
    """The kinds of mail that are turned off for one game."""
    with ctx.db.read() as session:
        return frozenset(session.get_one(Seat, seat_id).muted.split())


def mute_at(ctx: Context, seat_id: int, kinds: frozenset[str]) -> None:
    """Turn off exactly these kinds of mail for one game; raises BadInput for a kind that is none of OPTIONAL."""
    _check_kinds(kinds)
    with ctx.db.write() as session:
        session.get_one(Seat, seat_id).muted = _joined(kinds)


def mute_one(ctx: Context, seat_id: int, kind: str, *, off: bool) -> None:
    """Turn one kind of mail off for one game, or on again; raises BadInput for a kind that is none of OPTIONAL."""
    known = muted_at(ctx, seat_id)
    mute_at(ctx, seat_id, known | {kind} if off else known - {kind})


def minute_of(text: str, field: str) -> int:
    """``HH:MM`` as a minute of the day; raises BadInput."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise BadInput(_("A time of the day is needed, such as 22:30."), field)
    return int(found[1]) * 60 + int(found[2])


def _preferences(person: Person) -> Preferences:
    return Preferences(
        language=person.language,
        zone=person.zone,
        mode=cast("MailMode", person.mail_mode),
        digest_at=person.digest_at,
        quiet_from=person.quiet_from,
        quiet_to=person.quiet_to,
        secrets=person.secrets,
        picture=person.picture,
        muted=frozenset(person.muted.split()),
    )


def _check(wanted: Preferences) -> None:
    if wanted.language not in LANGUAGES:
        raise BadInput(_("noirmail does not speak this language."), "language")
    if wanted.zone not in available_timezones():
        raise BadInput(_("There is no such time zone."), "zone")
    if wanted.mode not in get_args(MailMode):
        raise BadInput(_("This must be one of: %(choices)s.", choices=", ".join(get_args(MailMode))), "mode")
    for field in ("digest_at", "quiet_from", "quiet_to"):
        minute = getattr(wanted, field)
        if minute is not None and not 0 <= minute < 24 * 60:
            raise BadInput(_("A time of the day is needed, such as 22:30."), field)
    _check_kinds(wanted.muted)


def _check_kinds(kinds: frozenset[str]) -> None:
    if not kinds <= set(OPTIONAL):
        raise BadInput(_("This must be one of: %(choices)s.", choices=", ".join(OPTIONAL)), "kinds")


def _hours(wanted: Preferences) -> tuple[int, int] | tuple[None, None]:
    if wanted.quiet_from is None or wanted.quiet_to is None or wanted.quiet_from == wanted.quiet_to:
        return None, None
    return wanted.quiet_from, wanted.quiet_to


def _refit(session: Session, person: Person) -> None:
    """Let mails that nobody has tried to send follow what was chosen, and be looked at again now."""
    mails = (
        select(OutboxMail)
        .join(Seat, Seat.id == OutboxMail.seat_id)
        .where(Seat.person_id == person.id, OutboxMail.state == "pending", OutboxMail.tries == 0)
    )
    for mail in session.scalars(mails):
        usual = {name: value for name, value in mail.data.items() if name not in ("secrets", "picture")}
        mail.data = {**usual, **notices.options(person)}
        mail.language, mail.zone = person.language, person.zone
        mail.due_at = mail.date if mail.kind != "messages" else mail.due_at


def _waiting(session: Session, person_id: int) -> list[Decision]:
    rows = (
        select(Decision)
        .join(Seat, (Seat.game_id == Decision.game_id) & (Seat.number == Decision.seat))
        .where(Seat.person_id == person_id, Decision.phase == "waiting")
    )
    return list(session.scalars(rows))


def _joined(kinds: frozenset[str]) -> str:
    return " ".join(sorted(kinds))
