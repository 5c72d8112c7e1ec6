"""Refusals of the JSON API as problem details (RFC 9457)."""

from collections.abc import Mapping
from http import HTTPStatus
from json import dumps

from flask import Response
from werkzeug.exceptions import HTTPException

from noirmail.i18n import gettext as _
from noirmail.logs import report
from noirmail.service.errors import ServiceError

MEDIA_TYPE = "application/problem+json"
# A kind of refusal is named by this and its code, such as urn:noirmail:problem:stale-decision.
KIND = "urn:noirmail:problem:"


def problem(
    status: int,
    title: str,
    detail: str,
    *,
    code: str | None = None,
    headers: Mapping[str, str] | None = None,
    **members: object,
) -> Response:
    """A problem details answer; ``members`` stand beside RFC 9457's own.

    Without a ``code`` the type is ``about:blank``: the status says all. Nothing may keep the answer.
    """
    body = {"type": KIND + code if code else "about:blank", "title": title, "status": status, "detail": detail}
    answer = Response(dumps(body | members, ensure_ascii=False), status=status, content_type=MEDIA_TYPE)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers.extend(headers or {})
    return answer


def of_service(error: ServiceError) -> Response:
    """The problem that a service's refusal is: its own status, code, words and members."""
    members = dict(error.extra)
    if error.field is not None:
        members["field"] = error.field
    headers = {"WWW-Authenticate": "Bearer"} if error.status == 401 else {}
    if "retry_after" in members:
        headers["Retry-After"] = str(members.pop("retry_after"))
    return problem(error.status, error.title, error.detail, code=error.code, headers=headers, **members)


def of_http(error: HTTPException) -> Response:
    """The problem for what was refused before any service saw it: path, method, size, media type."""
    status = error.code or 500
    told = {
        404: _("There is nothing at this address, or it is not for you."),
        405: _("This address does not know that method; Allow names those that it knows."),
        413: _("The body is too large."),
        415: _("The body must be JSON, sent as application/json."),
    }
    detail = told.get(status, _("The request could not be read."))
    headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    return problem(status, HTTPStatus(status).phrase, detail, headers=headers)


def of_failure(error: Exception) -> Response:
    """A neutral 500 for what nobody foresaw; the log says it under the same reference (TRUST R106)."""
    detail = _("Something went wrong here. Try again; if it stays so, tell the host this reference.")
    return problem(500, HTTPStatus(500).phrase, detail, code="failure", reference=report(error))
