"""Refusals and faults as pages, or as problem details below /api/; nothing of what the server knows gets out."""

from dataclasses import dataclass

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from noirmail.i18n import gettext as _
from noirmail.logs import report
from noirmail.service.errors import DeadLink, LinkEnded, NotSignedIn, RateLimited, ServiceError
from noirmail.web import problems
from noirmail.web.rendering import page


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What went wrong, in words. ``reference``: by which the host finds the fault in the logs, or empty.

    ``fresh``: the address where a fresh link can be asked for, or empty. ``sign_in``: signing in helps. ``watch``:
    where the game can be seen still, or empty.
    """

    title: str
    words: str
    reference: str
    fresh: str
    sign_in: bool
    watch: str


def register_errors(app: Flask) -> None:
    """Answer every exception that leaves a view."""
    app.register_error_handler(ServiceError, _refused)
    app.register_error_handler(HTTPException, _not_served)
    app.register_error_handler(Exception, _failed)


def error_page(
    status: int, title: str, words: str, *, reference: str = "", fresh: str = "", watch: str = ""
) -> Response:
    """A page that says what went wrong and what can be done next."""
    model = ErrorPage(title, words, reference, fresh, sign_in=status == 401, watch=watch)
    return page("error.html", model, title=title, status=status, own=True)


def _refused(error: ServiceError) -> Response:
    if _is_api():
        return problems.of_service(error)
    if isinstance(error, NotSignedIn):
        words = _("This page is for people who have signed in. The links to your seats work without.")
        return error_page(error.status, _("Sign in first"), words)
    if isinstance(error, LinkEnded):
        return error_page(error.status, error.title, error.detail, watch=error.watch)
    answer = error_page(error.status, error.title, error.detail, fresh=_fresh_link(error))
    if isinstance(error, RateLimited):
        answer.headers["Retry-After"] = str(error.retry_after)
    return answer


def _fresh_link(error: ServiceError) -> str:
    """Where the holder of a dead seat link gets a new one; every dead link of a seat shows the same."""
    parts = request.path.split("/")
    return f"/s/{parts[2]}/fresh" if isinstance(error, DeadLink) and parts[1] == "s" else ""


def _not_served(error: HTTPException) -> Response:
    if _is_api():
        return problems.of_http(error)
    status = error.code or 500
    told = {
        403: _("That form was not accepted"),
        404: _("Nothing here"),
        405: _("Not in this way"),
        413: _("Too much at once"),
    }
    words = {
        403: error.description or "",
        404: _("There is nothing at this address, or it is not for you to see."),
        405: _("This address cannot be used in that way. Go back and follow the links and buttons of the page."),
        413: _("What was sent is too large. Nothing was changed."),
    }
    title = told.get(status, _("That request could not be read"))
    answer = error_page(status, title, words.get(status, _("Nothing was changed. Go back and try again.")))
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            answer.headers[name] = value
    return answer


def _failed(error: Exception) -> Response:
    if _is_api():
        return problems.of_failure(error)
    words = _("Something went wrong here, and nothing was changed by this request that you were not told of.")
    return error_page(500, _("A fault"), words, reference=report(error))


def _is_api() -> bool:
    return request.path.startswith("/api/")
