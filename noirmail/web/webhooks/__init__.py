"""The doors of providers that take mail for noirmail and post it (TRUST R64, R65).

401: not genuine. 503: it cannot be stored now. Anything else but a success, too, makes the provider try again; the
one status by which it gives a mail up is for a mail that is for nobody here, or that nobody will read.
"""

from typing import Final

from flask import Blueprint, Response, request
from werkzeug.exceptions import HTTPException, NotFound

from noirmail import clock
from noirmail.logs import report
from noirmail.mail.incoming.limits import MAIL_BYTES
from noirmail.service.arrivals import too_much
from noirmail.service.ingest import ingest
from noirmail.service.used_tokens import use
from noirmail.web.pages.doors import context
from noirmail.web.webhooks import mailgun, postmark
from noirmail.web.webhooks.arrival import Arrival, NotGenuine, Provider, Shut, Unreadable

webhooks = Blueprint("webhooks", __name__, url_prefix="/webhooks")

BODY_LIMIT: Final = 1024 * 1024
PROVIDERS: Final = {
    "mailgun/mime": Provider("mailgun", mailgun.read, never=406),
    "postmark": Provider("postmark", postmark.read, never=403),
}


@webhooks.post("/<path:name>")
def receive(name: str) -> Response:
    """Take the mail of a call."""
    provider = PROVIDERS.get(name)
    if provider is None:
        raise NotFound
    request.max_content_length = BODY_LIMIT
    try:
        return _taken(provider, provider.read(context().settings, request))
    except Shut:
        raise NotFound from None
    except NotGenuine:
        return _said(401, "not genuine")
    except Unreadable as error:
        return _said(422, str(error))
    except HTTPException:
        raise
    # Whatever it was, the mail is not stored: the provider must keep it and try again.
    except Exception as error:
        return _said(503, f"not now ({report(error)})")


def _taken(provider: Provider, arrival: Arrival) -> Response:
    # The provider took it already, and nobody could be told of a refusal: of a large mail the beginning has to do.
    raw = arrival.raw[:MAIL_BYTES]
    if too_much(raw):
        return _said(provider.never, "too many headers")
    content = raw + b"\0" + arrival.recipient.encode()
    if arrival.token is not None and not use(context(), provider.name, arrival.token, content):
        return _said(401, "the token was used for another mail")
    mail_id = ingest(context(), raw, arrival.sender, arrival.recipient, clock.process_now(), provider.name)
    return _said(provider.never, "for nobody here") if mail_id is None else _said(200, "taken")


def _said(status: int, words: str) -> Response:
    answer = Response(f"{words}\n", status=status, mimetype="text/plain")
    answer.headers["Cache-Control"] = "no-store"
    if status == 401:
        answer.headers["WWW-Authenticate"] = 'Basic realm="noirmail"'
    return answer
