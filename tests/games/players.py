"""Somebody who plays by mails and pages: knows what they show, and nothing else."""

import re
from dataclasses import dataclass, field
from email.message import EmailMessage
from html import unescape
from random import Random
from typing import Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.games.policy import choose
from tests.post import html_of
from tests.web.pages.reading import Form, form, forms

_LINK = re.compile(r'href="([^"]+)"')
_ACTION = re.compile(r"(/s/[a-z2-7]+)/d(\d+)/([a-z][a-z0-9-]*)$")
_SEAT = re.compile(r"/s/[a-z2-7]+")
# One link for all of them: they are chosen, or put together, on the page that it leads to.
_ON_PAGE = ("collapse", "solve")


@dataclass(frozen=True)
class Turn:
    """What a mail asks for: the number of the decision, and the links that answer it, by canonical action."""

    decision: int
    links: dict[str, str]


@dataclass
class Player:
    """A person with a mail address and a browser. ``base``: the seat's own path, once a link has told it."""

    name: str
    email: str
    client: FlaskClient
    ruleset: str
    base: str = ""
    mails: list[EmailMessage] = field(default_factory=list)
    turn: Turn | None = None
    # The page that the last move brought, where it goes on with the same turn.
    page: TestResponse | None = None
    made: list[str] = field(default_factory=list)

    def get(self, mail: EmailMessage) -> Turn | None:
        """Read a mail: what it asks for, None where it only tells something."""
        self.mails.append(mail)
        links = links_of(mail)
        self.base = next((found[0] for link in links if (found := _SEAT.match(link))), self.base)
        found = turn_of(links)
        self.turn = found or self.turn
        return found

    def move(self, rng: Random) -> str:
        """Answer the newest mail by one of its links, or go on with the page of the move before; the action."""
        preview = self._from_page(rng) if self.page is not None else self._from_mail(rng)
        sending = next(found for found in forms(preview) if "key" in found.fields)
        answer = sending.send(self.client, yes="1")
        assert answer.status_code == 200, answer.get_data(as_text=True)
        self.made.append(sending.fields["action"])
        self.page = answer if _choices(answer) else None
        return self.made[-1]

    def api(self, code: str) -> dict[str, Any]:
        """The game as the API shows it to this seat."""
        token = self.base.rpartition("/")[2]
        answer = self.client.get(f"/api/v1/games/{code}", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200
        return dict(answer.get_json())

    def _from_mail(self, rng: Random) -> TestResponse:
        assert self.turn is not None, f"{self.name} has no mail to answer"
        text = choose(self.ruleset, list(self.turn.links), rng)
        page = self.client.get(self.turn.links[text])
        return self._from_form(page, text, rng) if text in _ON_PAGE else page

    def _from_page(self, rng: Random) -> TestResponse:
        assert self.page is not None
        asked = _choices(self.page)
        assert asked is not None
        return asked.send(self.client, action=choose(self.ruleset, asked.choices["action"], rng))

    def _from_form(self, page: TestResponse, kind: str, rng: Random) -> TestResponse:
        asked = rng.choice([found for found in forms(page) if found.action.endswith("/preview")])
        chosen = {}
        for name, ways in sorted(asked.choices.items()):
            chosen[name] = rng.choice([way for way in ways if name != "action" or way.startswith(kind)])
        return asked.send(self.client, **chosen)


def links_of(mail: EmailMessage) -> list[str]:
    """The paths of the links in a mail's HTML, in their order."""
    return [urlsplit(unescape(link)).path for link in _LINK.findall(html_of(mail))]


def turn_of(links: list[str]) -> Turn | None:
    """The turn that the links of a mail are about, None where they are about none."""
    named = [found for link in links if (found := _ACTION.search(link))]
    if not named:
        return None
    decisions = {int(found[2]) for found in named}
    assert len(decisions) == 1, "a mail is about one decision"
    return Turn(decisions.pop(), {text_of(found[3]): found.string for found in named})


def text_of(slug: str) -> str:
    """The canonical action that a link names: ``kill-t`` is ``kill T``."""
    return " ".join(word.upper() if len(word) == 1 and word.isalpha() else word for word in slug.split("-"))


def _choices(page: TestResponse) -> Form | None:
    """The form of a board page that offers moves, None where nothing is to be done."""
    return next((found for found in forms(page) if found.action.endswith("/preview")), None)


def can_answer(player: Player, code: str) -> bool:
    """Whether the newest mail's links, the page and the API still take this player's answer."""
    assert player.turn is not None
    number = player.turn.decision
    first = next(link for text, link in player.turn.links.items() if text not in _ON_PAGE)
    preview = form(player.client.get(first), f"/d{number}")
    page = form(player.client.get(player.base), f"/d{number}/preview")
    return bool(preview.fields["key"] and page.choices["action"]) and player.api(code)["decision"] == number
