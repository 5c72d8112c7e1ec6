"""How often one network address may ask for what costs mail or work (TRUST R99, R100).

Counted in this process alone, by the clock hour: with several processes an address gets as many times as much. What
an address, a person or a seat may cause is counted in the database besides, by ``noirmail.service.ratelimit``.
"""

from collections import Counter
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Final

from flask import Flask, request
from werkzeug.middleware.proxy_fix import ProxyFix

from noirmail import clock
from noirmail.rates import Rates
from noirmail.service.context import Context
from noirmail.service.errors import NotSignedIn, RateLimited
from noirmail.web.api.callers import identity_of

_HOUR: Final = 3600
# So many addresses are told apart. With more, counting begins anew: little memory, and nobody is locked out.
_MOST: Final = 100_000
# By the route's endpoint, what a POST to it asks for.
_ASKS: Final[Mapping[str, str]] = {
    "account.ask_sign_in": "sign_in",
    "joining.join_by_link": "join",
    "joining.join_listed": "join",
    "api.join": "join",
    "home.start_practice": "practice",
    "opening.open_table": "invite",
    "room.invite": "invite",
}


class Limiter:
    """Counts by network address and kind of request, within one hour of the clock."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._hour = 0
        self._counts: Counter[tuple[str, str]] = Counter()

    def wait(self, kind: str, who: str, most: int, seconds: float) -> int:
        """Count one request at that time; how many seconds to wait where there were ``most`` this hour, else 0."""
        hour, passed = divmod(int(seconds), _HOUR)
        with self._lock:
            if hour != self._hour or len(self._counts) >= _MOST:
                self._hour = hour
                self._counts.clear()
            self._counts[kind, who] += 1
            return _HOUR - passed if self._counts[kind, who] > most else 0


def limit_rates(app: Flask) -> None:
    """Count the requests to the application by where they come from; ``NOIRMAIL_PROXIES`` says whom to believe it."""
    ctx: Context = app.extensions["noirmail"]
    limiter = Limiter()
    if ctx.settings.proxies:
        # Nothing else that a proxy says: links are made from the settings (TRUST R23).
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=ctx.settings.proxies, x_proto=0, x_host=0)  # type: ignore[method-assign]

    @app.before_request
    def count() -> None:
        check_rate(app.extensions["noirmail"], limiter)


def check_rate(ctx: Context, limiter: Limiter) -> None:
    """Raise RateLimited where the request's address asked too often. A host's token is never limited."""
    for kind in _kinds():
        most = _most(ctx.settings.rates, kind)
        seconds = clock.process_now().timestamp()
        wait = limiter.wait(kind, _who(request.remote_addr or ""), most, seconds) if most else 0
        if wait and not _is_host(ctx):
            raise RateLimited(wait)


def _kinds() -> list[str]:
    """What the request asks for that is counted."""
    asked = _ASKS.get(request.endpoint or "") if request.method == "POST" else None
    return [kind for kind in (asked, "api" if request.path.startswith("/api/") else None) if kind]


def _most(rates: Rates, kind: str) -> int:
    most: int = getattr(rates, kind)
    return most


def _who(address: str) -> str:
    """The address as it is counted: of IPv6 the network, since everybody has a whole one."""
    try:
        known = ip_address(address)
    except ValueError:
        return address[:64]
    if not isinstance(known, IPv6Address):
        return str(known)
    return str(known.ipv4_mapped or known.packed[:8].hex())


def _is_host(ctx: Context) -> bool:
    if not request.path.startswith("/api/"):
        return False
    try:
        identity = identity_of(ctx)
    except NotSignedIn:
        return False
    return identity is not None and identity.kind == "host"
