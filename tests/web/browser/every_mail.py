"""One mail of every kind, really sent, and every link that a scanner finds in them."""

import re
from dataclasses import dataclass, replace
from email.message import EmailMessage

from sqlalchemy import select

from noirmail.mail.transports import MemoryTransport
from noirmail.service import addresses, lobby, parting, pausing, people, preferences, seating, talk
from noirmail.service.context import Context
from noirmail.service.opening import NewGame, NewPlace
from noirmail.service.testmail import send_test
from noirmail.service.unheard import GATHERED
from noirmail.store.models import Game, OutboxMail
from tests.build import create_game, person, token_of
from tests.cast import ALICE, BOB, CHARLIE, DANA
from tests.conftest import Clock
from tests.post import deliver_all, html_of, mails_to, read, text_of
from tests.service.replying import reply
from tests.service.timeline import sweep_after

DAY = 24 * 3600
NEW = "dana@elsewhere.test"

_LINK = re.compile(r"https?://[^\s\"<>]+")


@dataclass(frozen=True)
class Sent:
    """What was sent: the kinds, the links of all mails, and the proof of the browser that asks for an address."""

    kinds: frozenset[str]
    links: tuple[str, ...]
    proof: str


def send_every_kind(ctx: Context, clock: Clock) -> Sent:
    """Let services send every kind of mail; every link in them is as good as it ever is when this returns."""
    _what_takes_a_day(ctx, clock)
    game = create_game(ctx)
    _what_a_table_tells(ctx, clock, game)
    _what_comes_before_a_start(ctx)
    proof = _what_an_account_gets(ctx)
    seating.fresh_link(ctx, token_of(ctx, game, 1))
    send_test(ctx, CHARLIE.email)
    deliver_all(ctx)
    return Sent(kinds_sent(ctx), links_sent(ctx), proof)


def kinds_sent(ctx: Context) -> frozenset[str]:
    """The kinds of all mails that a mail system has taken."""
    with ctx.db.read() as session:
        kinds = {row.message_id: row.kind for row in session.scalars(select(OutboxMail))}
    # What the host sends to try the way passes the outbox by.
    return frozenset(kinds.get(str(mail["Message-ID"]), "test") for mail in _mails(ctx))


def links_sent(ctx: Context) -> tuple[str, ...]:
    """The links of all mails, each once: those of both parts, and those that a mail program makes buttons of."""
    parts = (part for mail in _mails(ctx) for part in (text_of(mail), html_of(mail), *map(str, mail.values())))
    return tuple(dict.fromkeys(link for part in parts for link in _LINK.findall(part)))


def tokens(ctx: Context, path: str) -> list[str]:
    """The tokens of the links with that path, in the order in which they were sent."""
    return [link.rpartition(path)[2] for link in links_sent(ctx) if path in link]


def last_link(ctx: Context) -> str:
    """The only link of the text of the mail that is sent next, apart from where help is to be had."""
    (mail,) = deliver_all(ctx)
    found = re.finditer(_LINK, text_of(mail))
    return next(link[0] for link in found if not link[0].endswith("/promise"))


def _mails(ctx: Context) -> list[EmailMessage]:
    assert isinstance(ctx.transport, MemoryTransport)
    return [read(sent.raw) for sent in ctx.transport.sent]


def _what_takes_a_day(ctx: Context, clock: Clock) -> None:
    """Time runs out at one table and nearly so at another; Dana has what waits told once a day."""
    with ctx.db.write() as session:
        dana = person(session, DANA.name).id
    preferences.keep(ctx, dana, replace(preferences.preferences_of(ctx, dana), mode="digest"))
    create_game(ctx, per_turn=DAY)
    create_game(ctx, per_turn=30 * 3600, without_mail=(BOB.name,))
    create_game(ctx, names=(DANA.name, BOB.name), without_mail=(BOB.name,))
    deliver_all(ctx)
    sweep_after(ctx, clock, hours=25)
    deliver_all(ctx)


def _what_a_table_tells(ctx: Context, clock: Clock, game: Game) -> None:
    """Alice talks, offers a pause and answers a mail; so does somebody else in her name; another game ends."""
    (turn,) = mails_to(ALICE.email, deliver_all(ctx))
    reply(ctx, turn, "show", ALICE)
    reply(ctx, turn, "show", CHARLIE)
    talk.say(ctx, game.id, 0, "Good luck!", "one")
    pausing.offer(ctx, game.id, 0, 7)
    parting.resign(ctx, create_game(ctx, without_mail=(BOB.name,)).id, 0)
    clock.move(GATHERED)
    deliver_all(ctx)


def _what_comes_before_a_start(ctx: Context) -> None:
    """Alice invites two to tables of their own, and one of them declines."""
    with ctx.db.write() as session:
        alice = person(session, ALICE.name)
    for guest in (BOB, CHARLIE):
        place = NewPlace("invite", guest.name, guest.email)
        lobby.open_game(ctx, NewGame("kvi", (NewPlace("opener"), place)), alice)
    deliver_all(ctx)
    seating.decline(ctx, tokens(ctx, "/i/")[0])


def _what_an_account_gets(ctx: Context) -> str:
    """A link to sign in with, and every step to another address; what the browser keeps that asked for one."""
    with ctx.db.write() as session:
        charlie, dana = person(session, CHARLIE.name).id, person(session, DANA.name).id
    _propose(ctx, charlie, "charlie@elsewhere.test")
    addresses.confirm(ctx, tokens(ctx, "/address/address/")[-1])
    _propose(ctx, dana, NEW)
    people.ask_sign_in(ctx, BOB.email)
    return addresses.ask(ctx, dana)


def _propose(ctx: Context, person_id: int, email: str) -> None:
    proof = addresses.ask(ctx, person_id)
    deliver_all(ctx)
    addresses.propose(ctx, tokens(ctx, "/address/owner/")[-1], proof, email)
    deliver_all(ctx)
