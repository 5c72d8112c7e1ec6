"""What the host sees of dead mails and does about them (TRUST R72)."""

import pytest

from noirmail.mail.transports import Accepted, MemoryTransport, PermanentRefusal
from noirmail.service import deadletters, outbox
from noirmail.service.context import Context
from noirmail.service.errors import NotFound, Refused
from tests.build import create_game
from tests.cast import ALICE
from tests.post import deliver_all, read
from tests.service.timeline import mails, owed


class Refusing(MemoryTransport):
    """Knows no Alice."""

    def send(self, envelope_from: str, to: str, raw: bytes) -> Accepted:
        if to == ALICE.email:
            raise PermanentRefusal(550, "rcpt", "no such user <alice@example.test>")
        return super().send(envelope_from, to, raw)


@pytest.fixture
def dead(ctx: Context) -> deadletters.Entry:
    """A turn of Alice's that a mail server has refused for good."""
    create_game(ctx)
    outbox.drain(Context(ctx.settings, ctx.db, ctx.keys, Refusing(), ctx.wake))
    (entry,) = deadletters.listed(ctx)
    return entry


def test_a_dead_mail_is_listed_with_its_reason_and_a_masked_address(ctx, dead) -> None:
    assert (dead.kind, dead.to, dead.tries, dead.again_at) == ("your-turn", "a***@example.test", 1, None)
    assert "550 no such user <a***@example.test>" in dead.note


def test_a_mail_that_waits_is_listed_with_its_next_try(ctx, clock) -> None:
    create_game(ctx)
    assert [entry.again_at for entry in deadletters.listed(ctx, "pending")] == [clock.now, clock.now]


def test_a_dead_mail_goes_out_once_more_as_it_was(ctx, dead) -> None:
    deadletters.resend(ctx, dead.id)
    (mail,) = deliver_all(ctx)
    assert mail["To"] == ALICE.email
    assert mail["Message-ID"] == mails(ctx, "your-turn")[0].message_id
    assert deadletters.listed(ctx) == []
    assert read(ctx.transport.sent[-1].raw)["Date"] == mail["Date"]


def test_a_mail_that_was_given_up_is_settled(ctx, dead) -> None:
    deadletters.drop(ctx, dead.id)
    assert deadletters.listed(ctx) == []
    assert deliver_all(ctx) == []
    with pytest.raises(Refused):
        deadletters.drop(ctx, dead.id)


def test_giving_up_a_turn_that_waits_lets_its_time_run(ctx) -> None:
    game = create_game(ctx)
    deadletters.drop(ctx, mails(ctx, "your-turn")[0].id)
    assert owed(ctx, game, 0).phase == "running"


def test_only_a_dead_mail_is_sent_once_more(ctx) -> None:
    create_game(ctx)
    with pytest.raises(Refused):
        deadletters.resend(ctx, mails(ctx)[0].id)
    with pytest.raises(NotFound):
        deadletters.resend(ctx, 999)
    with pytest.raises(NotFound):
        deadletters.drop(ctx, 999)
