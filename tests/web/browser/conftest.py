"""What browser tests share: a game behind a real port, its mails, and a browser in several moods."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page

from noirmail.service import lobby, people, seating
from noirmail.service.opening import NewGame, NewPlace
from noirmail.store.models import Game
from tests.build import after, create_game, person, token_of
from tests.post import deliver_all, html_of, text_of
from tests.servers.web import Site

_LINK = re.compile(r"http://127\.0\.0\.1:\d+/[^\s\"<>]+")


@dataclass(frozen=True)
class Scene:
    """A site with a game after two moves, a table that waits, and every link of every mail that was sent."""

    site: Site
    game: Game
    alice: str
    bob: str
    room: str
    links: tuple[str, ...]


@pytest.fixture
def scene(site: Site) -> Scene:
    """Alice and Bob play, Dana invites Charlie and asks for a sign-in link; all mails are delivered."""
    ctx = site.ctx
    game = create_game(ctx)
    after(ctx, game, "kill N", "identity A")
    with ctx.db.write() as session:
        dana = person(session, "Dana")
    new = NewGame("kvi", (NewPlace("opener"), NewPlace("invite", "Charlie", "charlie@example.test")))
    place = lobby.open_game(ctx, new, dana)
    people.ask_sign_in(ctx, "dana@example.test")
    seating.fresh_link(ctx, token_of(ctx, game, 1))
    mails = deliver_all(ctx)
    found = [link for mail in mails for text in (text_of(mail), html_of(mail)) for link in _LINK.findall(text)]
    seats = [f"{site.url}/s/{token_of(ctx, game, number)}" for number in (0, 1)]
    return Scene(site, game, *seats, f"{site.url}/s/{place.token}", tuple(dict.fromkeys(found)))


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page of 360 pixels, with scripts."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """A browser without scripts and without cookies."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    context.route("**/*", lambda route: route.continue_(headers={**route.request.headers, "cookie": ""}))
    yield context.new_page()
    context.close()
