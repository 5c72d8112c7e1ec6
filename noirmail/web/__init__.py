"""The HTTP door: pages and JSON API. Made from Views and what services give; no full state of a game comes here."""

from flask import Flask, request

from noirmail.service.context import Context
from noirmail.web.api import api
from noirmail.web.assets import assets
from noirmail.web.errors import register_errors
from noirmail.web.limits import limit_rates
from noirmail.web.pages.account import account
from noirmail.web.pages.addresses import addresses
from noirmail.web.pages.blocking import blocking
from noirmail.web.pages.deeds import deeds
from noirmail.web.pages.gallery import gallery
from noirmail.web.pages.health import health
from noirmail.web.pages.held import held
from noirmail.web.pages.home import home
from noirmail.web.pages.joining import joining
from noirmail.web.pages.mailbox import mailbox
from noirmail.web.pages.mails import mails
from noirmail.web.pages.opening import opening
from noirmail.web.pages.room import room
from noirmail.web.pages.rules import rules
from noirmail.web.pages.seat import seat
from noirmail.web.pages.unsubscribe import unsubscribe
from noirmail.web.pages.watch import watch
from noirmail.web.security import checked_form, harden, readable_address, same_site_only
from noirmail.web.webhooks import webhooks

PAGES = (
    home,
    account,
    addresses,
    opening,
    joining,
    unsubscribe,
    mails,
    blocking,
    rules,
    seat,
    deeds,
    held,
    room,
    watch,
    mailbox,
    gallery,
    health,
)
# A token in the path is the key there, and no cookie says anything (TRUST R95).
KEYED = ("/s/", "/u/", "/m/", "/b/", "/api/", "/webhooks/")


def register(app: Flask) -> None:
    """Give the application its pages and its API; ``app.extensions["noirmail"]`` is the services' Context."""
    ctx: Context = app.extensions["noirmail"]
    harden(app, ctx.settings.base_url, ctx.settings.session_key)
    for blueprint in (assets, *PAGES):
        app.register_blueprint(blueprint)
    app.register_blueprint(api)
    app.register_blueprint(webhooks)
    register_errors(app)

    limit_rates(app)

    @app.before_request
    def look_at_request() -> None:
        if not request.path.startswith("/api/"):
            # The API names the member that is wrong.
            readable_address()
        if not request.path.startswith(KEYED):
            same_site_only(ctx.settings.base_url)
            checked_form()
