"""Mailgun's routes: ``forward("https://…/webhooks/mailgun/mime")`` posts a form with the mail as it came.

The signature covers a time and a token, not the mail: so a token is good for one mail (TRUST R64).
"""

from datetime import timedelta
from hmac import compare_digest, digest
from typing import Final

from flask import Request

from noirmail import clock
from noirmail.config import Settings
from noirmail.web.webhooks.arrival import Arrival, NotGenuine, Shut, Unreadable
from noirmail.web.webhooks.forms import fields_of

# Mailgun tries for eight hours, perhaps with the first time and token; its clock and ours may differ a little.
PAST: Final = timedelta(hours=9)
FUTURE: Final = timedelta(minutes=5)


def read(settings: Settings, request: Request) -> Arrival:
    """The mail of a call that Mailgun signed; raises Shut, NotGenuine and Unreadable."""
    if settings.mailgun_key is None:
        raise Shut
    fields = fields_of(request)
    token = fields.get("token", b"")
    _check(settings.mailgun_key.encode(), fields.get("timestamp", b""), token, fields.get("signature", b""))
    raw = fields.get("body-mime")
    if raw is None:
        raise Unreadable("there is no body-mime: the route's address must end with mime")
    sender, recipient = (fields.get(name, b"").decode("utf-8", "replace") for name in ("sender", "recipient"))
    return Arrival(raw, sender.strip("<> "), recipient, token.decode("latin-1"))


def _check(key: bytes, moment: bytes, token: bytes, signature: bytes) -> None:
    made = digest(key, moment + token, "sha256").hex().encode()
    if not token or not compare_digest(made, signature):
        raise NotGenuine
    age = clock.process_now().timestamp() - _seconds(moment)
    if not -FUTURE.total_seconds() <= age <= PAST.total_seconds():
        raise NotGenuine


def _seconds(moment: bytes) -> int:
    try:
        return int(moment[:20])
    except ValueError:
        raise NotGenuine from None
