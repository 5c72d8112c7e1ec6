"""A mail that the host sends to see whether mail goes out and arrives; it passes the outbox by, to tell at once."""

from secrets import token_hex

from noirmail import clock
from noirmail.mail.compose import compose
from noirmail.mail.kinds import TestMail
from noirmail.mail.letter import Letter
from noirmail.service.context import Context


def send_test(ctx: Context, to: str) -> None:
    """Hand a test mail over; raises the transport's refusals where it is not taken."""
    settings = ctx.settings
    with ctx.db.read() as session:
        now = clock.now(session)
    letter = Letter(
        kind="test",
        sender=settings.mail_from,
        to=to,
        message_id=f"<{token_hex(16)}@{settings.mail_domain}>",
        date=now.replace(microsecond=0),
        boundary=f"noir-{token_hex(12)}",
        language="en",
        zone="UTC",
        context=TestMail(settings.base_url),
    )
    # What comes back of it is for whoever runs the site.
    ctx.transport.send(settings.mail_from, to, compose(letter))
