"""What every answer carries and every request has to pass (TRUST R37, R95, R97; "Decided" 14)."""

from flask import Flask, Response, request, session
from flask_wtf.csrf import generate_csrf, validate_csrf
from werkzeug.exceptions import Forbidden, NotFound

from noirmail.i18n import gettext as _

BODY_LIMIT = 256 * 1024
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
# For the HTML of a mail in its frame: its own styles alone; its links leave the frame by a click of a person alone.
MAIL_FRAME = (
    "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; "
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: cid:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)
# Pages that are somebody's own: never kept by a cache, never listed by a search engine.
PRIVATE = (
    *("/s/", "/i/", "/j/", "/u/", "/m/", "/b/", "/address/"),
    *("/sign-in", "/sign-out", "/me", "/new", "/practice", "/mailbox"),
)
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def harden(app: Flask, base_url: str, session_key: str | bytes) -> None:
    """Limit bodies, set the cookie's rules, and put the headers on every answer, errors included."""
    https = base_url.startswith("https://")
    app.config.update(
        SECRET_KEY=session_key,
        MAX_CONTENT_LENGTH=BODY_LIMIT,
        MAX_FORM_MEMORY_SIZE=BODY_LIMIT,
        SESSION_COOKIE_NAME="__Host-noirmail" if https else "noirmail",
        SESSION_COOKIE_SECURE=https,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_PATH="/",
        # A cookie that is renewed by looking at a page would be a change by a GET.
        SESSION_REFRESH_EACH_REQUEST=False,
        # A page that lay open for days can still be sent.
        WTF_CSRF_TIME_LIMIT=None,
    )

    @app.after_request
    def put_headers(response: Response) -> Response:
        return _with_headers(response, https)


def _with_headers(response: Response, https: bool) -> Response:
    headers = response.headers
    headers.setdefault("Content-Security-Policy", POLICY)
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if https:
        headers["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains"
    if request.path.startswith(PRIVATE):
        headers["Cache-Control"] = "no-store"
        headers["X-Robots-Tag"] = "noindex"
    return response


def readable_address() -> None:
    """Refuse an address with a NUL, which is in no text of ours and which not every database takes: NotFound."""
    if "\0" in request.path or any("\0" in text for pair in request.args.items(multi=True) for text in pair):
        raise NotFound


def same_site_only(base_url: str) -> None:
    """Refuse a POST that another site's page sent. Raises Forbidden.

    Browsers say where a request came from; one that says nothing is no browser, or an old one whose form is
    protected by its session's token. ``Origin: null`` is what our own pages send, since they hide the referrer.
    """
    if request.method in SAFE:
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is None:
        foreign = request.headers.get("Origin", "null") not in ("null", base_url)
    else:
        foreign = site not in ("same-origin", "none")
    if foreign:
        raise Forbidden(_("That form was sent from another site. Open the page here and send it again."))


def checked_form() -> None:
    """Refuse a POST that comes with a cookie but without that session's own form token. Raises Forbidden."""
    if request.method in SAFE or not session:
        return
    try:
        validate_csrf(request.form.get("csrf_token"))
    except ValueError as error:
        raise Forbidden(_("That form does not belong to this sign-in. Open the page again and send it.")) from error


def form_token() -> str | None:
    """What a form of an account must carry; None without a session, for which no cookie is made."""
    return str(generate_csrf()) if session else None
