"""Every surface that a viewer can look at, made from the application's own routes: a new one is covered by itself."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from noirmail.engine.rulesets import RULESETS
from noirmail.service.links import slug_of
from noirmail.service.tables import table
from noirmail.web.pages.deed_words import DEEDS
from tests.build import mails_token, token_of, unsubscribe_token
from tests.leaks.masks import masked, masked_headers
from tests.leaks.twin_games import Twin

# Routes that no game stands behind, or that act at once; each with the reason why it is left out.
LEFT_OUT: Mapping[str, str] = {
    "mailbox.everybody": "the mailbox of the embedded mode shows everybody's mails on purpose",
    "mailbox.one": "the mailbox of the embedded mode shows everybody's mails on purpose",
    "mailbox.html": "the mailbox of the embedded mode shows everybody's mails on purpose",
    "api.resign": "ends the game, and then everything is open",
    "api.agree": "changes the game",
    "api.claim": "changes the game",
}
# Addresses asked of one route, unless a caller has more time: with several arguments there are thousands.
MOST = 6
# Actions that are hardly ever legal, for the texts of refusals.
ATTEMPTS = ("kill a", "accuse b", "exonerate c", "shift r1 left", "disguise d", "solve a b", "nonsense")


@dataclass(frozen=True)
class Seen:
    """What one request showed: status, headers and body, without nonces."""

    where: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: str


@dataclass(frozen=True)
class Looker:
    """A viewer with their keys: a seat's tokens, or nothing but the public code."""

    client: FlaskClient
    twin: Twin
    viewer: int | None

    @property
    def values(self) -> Mapping[str, tuple[object, ...]]:
        """What the arguments of routes can be for this viewer."""
        state = self.twin.state
        return {
            "code": (self.twin.game.code,),
            "id": (self.twin.game.code,),
            "ply": tuple(range(0, state.ply + 1, 3)),
            "n": tuple(range(0, state.ply + 1, 3)),
            "eyes": ("all", *(f"seat-{seat}" for seat in range(state.players))),
            "decision": tuple(sorted({0, state.ply, *state.decisions.values()})),
            "slug": (*self._slugs(), "solve", "collapse"),
            "ruleset": tuple(RULESETS),
            "token": tuple(self._tokens().values()),
            "name": tuple(DEEDS),
        }

    def keys_of(self, rule: Rule) -> tuple[object, ...]:
        """The tokens that a route is tried with: the one that it is for, or each where it is for none of them."""
        tokens = self._tokens()
        own = tokens.get(rule.rule[:3])
        return (own,) if own else tuple(tokens.values())

    def _tokens(self) -> Mapping[str, str]:
        """By the beginning of the paths that they open."""
        if self.viewer is None:
            return {"": "a" * 35}
        ctx, game = self.twin.ctx, self.twin.game
        return {
            "/s/": token_of(ctx, game, self.viewer),
            "/u/": unsubscribe_token(ctx, game, self.viewer),
            "/m/": mails_token(ctx, game, self.viewer),
        }

    def _slugs(self) -> tuple[str, ...]:
        view = table(self.twin.ctx, self.twin.game.id, self.viewer).view
        legal = [slug_of(action) for action in view.legal] if view else []
        return (*legal[::4], *(text.replace(" ", "-") for text in ATTEMPTS))

    def headers(self) -> list[dict[str, str]]:
        """With the seat's key and as a spectator."""
        if self.viewer is None:
            return [{}]
        return [{"Authorization": f"Bearer {self._tokens()['/s/']}"}, {}]


def covered(app: APIFlask) -> list[tuple[Rule, str]]:
    """Every route with each of its methods, but for those that are left out by name."""
    return [
        (rule, method)
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        if rule.endpoint not in LEFT_OUT
    ]


def look(app: APIFlask, twin: Twin, viewer: int | None, only: str | None = None, most: int = MOST) -> Iterator[Seen]:
    """Everything that the viewer sees by asking every route; ``only`` one endpoint where it is named."""
    looker = Looker(app.test_client(use_cookies=False), twin, viewer)
    for rule, method in covered(app):
        if only in (None, rule.endpoint):
            yield from _asked(looker, rule, method, most)


def _asked(looker: Looker, rule: Rule, method: str, most: int) -> Iterator[Seen]:
    values = looker.values
    names = sorted(rule.arguments)
    values = {**values, "token": looker.keys_of(rule)}
    for chosen in _some(product(*(values.get(name, (1,)) for name in names)), most):
        built = rule.build(dict(zip(names, chosen, strict=True)))
        assert built is not None, f"no address for {rule.rule}"
        path = built[1]
        for headers, payload in product(
            looker.headers() if "/api/" in path else [{}], _payloads(looker, path, method)
        ):
            yield _request(looker, method, path, headers, payload)


def _some(combinations: Iterable[tuple[object, ...]], most: int) -> list[tuple[object, ...]]:
    """At most so many of the combinations, spread evenly: the same for both twins."""
    everything = list(combinations)
    return everything[:: -(-len(everything) // most)] if everything else []


def _payloads(looker: Looker, path: str, method: str) -> list[dict[str, object]]:
    """The bodies that a POST is tried with: none of them is a legal move that was ticked."""
    if method != "POST":
        return [{}]
    if "/api/" in path:
        decision = looker.twin.state.decisions.get(-1 if looker.viewer is None else looker.viewer, 0)
        return [{"json": {"action": text, "decision": decision, "key": text}} for text in ("nonsense", "kill X")]
    return [{"data": {}}, *({"data": {"action": text}} for text in ATTEMPTS[:3])]


def _request(looker: Looker, method: str, path: str, headers: dict[str, str], payload: dict[str, object]) -> Seen:
    looker.client.application.extensions["noirmail"] = looker.twin.ctx
    answer = looker.client.open(path, method=method, headers=headers, **payload)  # type: ignore[arg-type]
    assert answer.status_code != 500, path
    code = looker.twin.game.code
    shown = masked_headers(list(answer.headers.items()), code)
    where = masked(f"{method} {path} {sorted(headers)} {payload}", code)
    return Seen(where, answer.status_code, tuple(shown), masked(answer.get_data(as_text=True), code))
