"""Postmark's inbound stream: JSON with the mail as it came in ``RawEmail``, where that was ticked.

Postmark signs nothing: the address that it is given holds a name and a password, and it sends them along.
"""

from hmac import compare_digest
from json import loads
from typing import Any

from flask import Request

from noirmail.config import Settings
from noirmail.mail.incoming.limits import Exceeded
from noirmail.service.arrivals import headers_of, sender_of
from noirmail.web.webhooks.arrival import Arrival, NotGenuine, Shut, Unreadable


def read(settings: Settings, request: Request) -> Arrival:
    """The mail of a call with the right password; raises Shut, NotGenuine and Unreadable."""
    if settings.postmark_login is None:
        raise Shut
    given = request.authorization
    login = f"{given.username}:{given.password}" if given and given.type == "basic" else ""
    if not compare_digest(login.encode("utf-8", "replace"), settings.postmark_login.encode()):
        raise NotGenuine
    told = _json(request.get_data())
    text, recipient = told.get("RawEmail"), told.get("OriginalRecipient")
    if not isinstance(text, str) or not isinstance(recipient, str):
        raise Unreadable("there is no RawEmail: tick that the raw mail is to be included")
    raw = text.encode("utf-8", "replace")
    return Arrival(raw, _sender(raw), recipient)


def _json(body: bytes) -> dict[str, Any]:
    try:
        told = loads(body)
    except (ValueError, RecursionError) as error:
        raise Unreadable("the JSON cannot be read") from error
    if not isinstance(told, dict):
        raise Unreadable("the JSON is no object")
    return told


def _sender(raw: bytes) -> str:
    try:
        return sender_of(headers_of(raw))
    except Exceeded:
        return ""
