"""Looking changes nothing: every address of the application, asked again and again by whoever scans mails."""

import pytest
from apiflask import APIFlask
from sqlalchemy import select

from noirmail.service import links, lobby, people
from noirmail.service.opening import NewGame, NewPlace
from noirmail.store.models import OutboxMail, Seat, SignIn
from tests.build import after, create_game, unsubscribe_token
from tests.post import deliver_all
from tests.web.pages.conftest import Table, everything, person_of

SCANNERS = [
    "Mozilla/5.0 (Windows NT 10.0) Chrome/120 Safari/537.36",
    "Slackbot-LinkExpanding 1.0",
    "BingPreview/1.0b",
]
# Reading the log of a mailbox that is empty, or of an API that has tests of its own, says nothing here.
SKIPPED = ("/api/", "/assets/")


def addresses(table: Table) -> dict[str, str]:
    """A value for each argument of a route; those that name a kind of link by the route's beginning."""
    ctx = table.ctx
    new = NewGame("kvi", (NewPlace("opener"), NewPlace("invite", "Bob", "bob@example.test")), public=True)
    open_table = lobby.open_game(ctx, new, person_of(ctx, "Dana"))
    people.ask_sign_in(ctx, "dana@example.test")
    with ctx.db.read() as session:
        sign_in = session.scalars(select(SignIn)).one()
        invited = session.scalars(select(Seat).where(Seat.state == "invited")).one()
        invitation = session.scalars(select(OutboxMail).where(OutboxMail.kind == "invitation")).one()
    return {
        "/s/": table.alice.removeprefix("/s/"),
        "/i/": ctx.keys.mint("invite", invited.id, invited.version),
        "/j/": ctx.keys.mint("join", open_table.game_id),
        "/u/": unsubscribe_token(ctx, table.game, 0),
        "/m/": links.mails_url(ctx, person_of(ctx, "Alice").id, "alice@example.test").rpartition("/")[2],
        "/b/": ctx.keys.mint("suppress", invitation.id),
        "/sign-in/": ctx.keys.mint("sign-in", sign_in.id),
        "/games/": open_table.code,
        "/g/": table.game.code,
    }


def paths(app: APIFlask, table: Table) -> list[str]:
    """An address for every route that can be looked at."""
    known = addresses(table)
    found = []
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.rule.startswith(SKIPPED):
            continue
        key = next((value for prefix, value in known.items() if rule.rule.startswith(prefix)), "")
        values = {"token": key, "code": key, "decision": 2, "slug": "disguise-f", "ply": 1, "eyes": "all"}
        values |= {"name": "resign", "ruleset": "kvi", "mail_id": 1, "kind": "reminder", "filename": "openapi.json"}
        with app.test_request_context():
            found.append(app.url_for(rule.endpoint, **{name: values[name] for name in rule.arguments}))
    return found


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_looking_at_any_address_changes_nothing(table: Table, method: str) -> None:
    after(table.ctx, table.game, "kill N", "identity A")
    deliver_all(table.ctx)
    every = paths(table.app, table)
    before = everything(table.ctx)

    answers = [look(table, path, method, time) for path in every for time in range(10)]

    assert everything(table.ctx) == before
    assert len(every) > 30
    assert {cookie for _status, cookie in answers} == {None}


def look(table: Table, path: str, method: str, time: int) -> tuple[int, str | None]:
    client = table.app.test_client()
    answer = client.open(path, method=method, headers={"User-Agent": SCANNERS[time % len(SCANNERS)]})
    answer.close()
    return answer.status_code, answer.headers.get("Set-Cookie")


def test_no_page_is_a_fault(table: Table) -> None:
    after(table.ctx, table.game, "kill N", "identity A")

    statuses = {path: look(table, path, "GET", 0)[0] for path in paths(table.app, table)}

    # Nobody sweeps in this test, so the server is not ready.
    assert {path for path, status in statuses.items() if status >= 500} == {"/readyz"}


def test_a_table_in_any_state_can_be_looked_at(table: Table) -> None:
    for texts in (["kill N"], ["identity A"], ["solve H F"]):
        after(table.ctx, table.game, *(["shift r1 right"] if "solve" in texts[0] else []), *texts)
        for seat in (table.alice, table.bob, f"/g/{table.game.code}"):
            assert table.get(seat).status_code == 200


@pytest.mark.parametrize("kind", ["kvi", "kvi-classic", "hitman", "spytag", "dragnet", "buddycops"])
def test_every_rule_set_has_its_page_and_its_table(table: Table, kind: str) -> None:
    names = ["Alice", "Bob"] if kind in ("kvi", "kvi-classic", "hitman") else ["Alice", "Bob", "Dana"]
    game = create_game(table.ctx, kind, names)

    assert table.get(f"/rules/{kind}").status_code == 200
    assert table.get(f"/g/{game.code}").status_code == 200
