"""How fast mails go out: never above the rate, to all and to each domain, and none is lost (TRUST R73)."""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise

import pytest
from sqlalchemy import update

from noirmail.mail.transports import Accepted, MemoryTransport
from noirmail.outgoing import Outgoing
from noirmail.service import outbox
from noirmail.service.context import Context
from noirmail.store.models import Person
from tests.build import create_game
from tests.conftest import Clock
from tests.service.timeline import mails


@dataclass
class Watched(MemoryTransport):
    """Notes when each mail was sent, and to which domain."""

    clock: Clock | None = None
    at: list[tuple[datetime, str]] = field(default_factory=list)

    def send(self, envelope_from: str, to: str, raw: bytes) -> Accepted:
        assert self.clock is not None
        self.at.append((self.clock.now, to.partition("@")[2]))
        return super().send(envelope_from, to, raw)


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    monkeypatch.setattr(outbox, "sleep", lambda seconds: clock.move(seconds=seconds))


def paced(ctx: Context, clock: Clock, **rates: float) -> Context:
    settings = replace(ctx.settings, outgoing=Outgoing(**rates))
    return replace(ctx, settings=settings, transport=Watched(clock=clock))


def drain_all(ctx: Context, clock: Clock) -> None:
    while {mail.state for mail in mails(ctx)} & {"pending"}:
        if not outbox.drain(ctx):
            clock.move(seconds=1)


def elsewhere(ctx: Context, name: str) -> None:
    with ctx.db.write() as session:
        session.execute(update(Person).where(Person.name == name).values(email=f"{name}@other.test"))


def test_mails_never_go_faster_than_the_rate_and_none_is_lost(ctx_any, clock) -> None:
    for _game in range(15):
        create_game(ctx_any)
    sending = paced(ctx_any, clock, rate=10)
    drain_all(sending, clock)
    assert Counter(mail.state for mail in mails(ctx_any)) == {"sent": 30}
    times = [at for at, _domain in sending.transport.at]
    assert min((later - earlier).total_seconds() for earlier, later in pairwise(times)) >= 0.1
    assert (times[-1] - times[0]).total_seconds() < 6


def test_a_domain_that_has_to_wait_holds_up_no_other(ctx, clock) -> None:
    for _game in range(5):
        create_game(ctx)
    elsewhere(ctx, "Bob")
    sending = paced(ctx, clock, domain_rate=0.5)
    start = clock.now
    outbox.drain(sending)
    assert sending.transport.at == [(start, "example.test"), (start, "other.test")]
    drain_all(sending, clock)
    for domain in ("example.test", "other.test"):
        times = [at for at, to in sending.transport.at if to == domain]
        assert len(times) == 5
        assert min((later - earlier).total_seconds() for earlier, later in pairwise(times)) >= 2


def test_a_mail_that_waits_its_turn_has_had_no_try(ctx, clock) -> None:
    create_game(ctx)
    outbox.drain(paced(ctx, clock, rate=0.01))
    assert sorted((mail.state, mail.tries) for mail in mails(ctx)) == [("pending", 0), ("sent", 1)]
