"""Whether the process lives, and whether the house works: for whoever watches the server (TRUST R107)."""

from flask import Blueprint, Response
from sqlalchemy.exc import SQLAlchemyError

from noirmail.service import health as look
from noirmail.web.pages.doors import context

health = Blueprint("health", __name__)


@health.get("/healthz")
def healthz() -> Response:
    """The process answers."""
    return Response("ok\n", mimetype="text/plain")


@health.get("/readyz")
def readyz() -> Response:
    """Database reachable, deadlines watched, mails going out; 503 where one of them is not. Counts and times only."""
    try:
        found = look.health(context())
    except SQLAlchemyError:
        return Response("database: away\n", status=503, mimetype="text/plain")
    swept = "never" if found.swept_ago is None else f"{found.swept_ago.total_seconds():.0f} s ago"
    oldest = "none" if found.oldest_waits is None else f"{found.oldest_waits.total_seconds():.0f} s"
    lines = [
        "database: ok",
        f"last sweep: {swept}",
        f"mails waiting: {found.waiting}, the oldest for: {oldest}",
        f"mails refused for good: {found.dead}",
    ]
    ready = found.sweeping and found.sending
    return Response("\n".join(lines) + "\n", status=200 if ready else 503, mimetype="text/plain")
