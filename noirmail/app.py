"""The web application: settings in, APIFlask application out. Everything that it needs is put together here."""

from collections.abc import Callable
from time import perf_counter

from apiflask import APIFlask
from flask import Response, g, request
from structlog import get_logger

from noirmail.config import Settings
from noirmail.logs import set_up_logs
from noirmail.mail.transports import Transport
from noirmail.web import register
from noirmail.worker.context import make_context

log = get_logger("noirmail.web")


def create_app(
    settings: Settings, *, transport: Transport | None = None, wake: Callable[[], None] | None = None
) -> APIFlask:
    """The application for ``settings``; its Context stands in ``app.extensions["noirmail"]``.

    ``transport`` and ``wake`` take the place of what the settings ask for. Opens no connection: a database that
    is away is noticed by the first request.
    """
    set_up_logs(settings)
    app = APIFlask(
        "noirmail",
        title="noirmail",
        version="1",
        docs_path=None,
        spec_path="/openapi.json",
        openapi_blueprint_url_prefix="/api/v1",
        static_folder=None,  # type: ignore[arg-type]
    )
    if settings.mode == "embedded":
        # Everybody's mails are on a page there: no page of the web may make a name point at it and read along.
        app.config["TRUSTED_HOSTS"] = ["127.0.0.1", "localhost"]
    app.extensions["noirmail"] = make_context(settings, transport=transport, wake=wake)
    register(app)
    app.before_request(_start_watch)
    app.after_request(_log_request)
    return app


def _start_watch() -> None:
    g.started = perf_counter()


def _log_request(response: Response) -> Response:
    """One line a request, with its route and nothing that stood in the path: that holds tokens and moves."""
    log.info(
        "request",
        method=request.method,
        route=request.url_rule.rule if request.url_rule else "none",
        status=response.status_code,
        ms=round((perf_counter() - g.started) * 1000, 1) if "started" in g else None,
    )
    return response
