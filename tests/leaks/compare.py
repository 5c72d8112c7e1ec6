"""What differs between twins: surfaces asked in the same order, mails received in the same order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes
from email.policy import default

from apiflask import APIFlask

from noirmail.service import outage
from noirmail.service.sweep import sweep
from noirmail.store.models import Heartbeat
from tests.conftest import Clock
from tests.leaks.masks import masked, masked_headers
from tests.leaks.surfaces import MOST, look
from tests.leaks.twin_games import Twin, mails_to_viewer


@dataclass
class Mailbag:
    """The mails that the viewer of one twin got, and what they were about."""

    twin: Twin
    viewer: int | None
    mails: list[bytes] = field(default_factory=list)

    def collect(self) -> None:
        self.mails += mails_to_viewer(self.twin.ctx, self.viewer)


def differences(
    app: APIFlask, twins: Sequence[Twin], viewer: int | None, only: str | None = None, most: int = MOST
) -> Iterator[str]:
    """The requests that tell the twins apart; none where nothing does."""
    one, other = (look(app, twin, viewer, only, most) for twin in twins)
    for mine, theirs in zip(one, other, strict=True):
        if mine != theirs:
            yield mine.where


def mail_differences(one: Mailbag, other: Mailbag) -> list[int]:
    """The places in the mailbags at which the mails tell the twins apart."""
    assert len(one.mails) == len(other.mails)
    pairs = enumerate(zip(one.mails, other.mails, strict=True))
    return [
        place
        for place, (mine, theirs) in pairs
        if _shown(mine, one.twin.game.code) != _shown(theirs, other.twin.game.code)
    ]


def _shown(raw: bytes, code: str) -> object:
    mail = message_from_bytes(raw, policy=default)
    parts = [
        (masked_headers(list(part.items()), code), masked(str(part.get_content()), code))
        for part in mail.walk()
        if not part.is_multipart()
    ]
    return masked_headers(list(mail.items()), code), parts


def let_time_pass(twins: Sequence[Twin], clock: Clock, hours: float) -> None:
    """Turn the clock on by so many hours and sweep both, as if the sweep had run all the time."""
    now = clock.move(timedelta(hours=hours))
    for twin in twins:
        with twin.ctx.db.write() as session:
            session.merge(Heartbeat(name=outage.DUTY, at=now))
        sweep(twin.ctx)
