"""From nothing to a running game, as people do it: by sign-in link, form, invitations and answers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apiflask import APIFlask

from noirmail.engine.rules import OptionValue
from noirmail.service.context import Context
from tests.games.players import Player, Turn, links_of
from tests.post import deliver_all
from tests.web.pages.reading import form, links

NAMES = ("Alice", "Bob", "Dana", "Erin")


@dataclass
class Table:
    """A game and who sits at it; ``seats`` by seat number, ``code`` as everybody may know it.

    ``waited``: how often somebody still owed an answer after somebody else had given theirs.
    """

    ctx: Context
    app: APIFlask
    players: list[Player]
    code: str = ""
    seats: tuple[Player, ...] = ()
    waited: int = 0

    def post(self) -> list[tuple[Player, Turn]]:
        """Bring everybody their mails; who was asked for a move, and what."""
        asked = []
        for mail in deliver_all(self.ctx):
            (player,) = [one for one in self.players if one.email in str(mail["To"])]
            turn = player.get(mail)
            if turn is not None:
                asked.append((player, turn))
        return asked

    def watched(self) -> dict[str, Any]:
        """The game as the API shows it to everybody."""
        answer = self.app.test_client().get(f"/api/v1/games/{self.code}")
        assert answer.status_code == 200
        return dict(answer.get_json())


def opened(ctx: Context, app: APIFlask, ruleset: str, players: int, options: Mapping[str, OptionValue]) -> Table:
    """A table that Alice has opened and the others have joined, every step by mail and page."""
    people = [Player(name, f"{name.lower()}@example.test", app.test_client(), ruleset) for name in NAMES[:players]]
    table = Table(ctx, app, people)
    _sign_in(table, people[0])
    _open(people, ruleset, options)
    for guest in people[1:]:
        table.post()
        _accept(guest)
    return table


def _sign_in(table: Table, opener: Player) -> None:
    form(opener.client.get("/sign-in"), "/sign-in").send(opener.client, email=opener.email)
    table.post()
    (link,) = [link for link in links_of(opener.mails[-1]) if link.startswith("/sign-in/")]
    form(opener.client.get(link), link).send(opener.client, name=opener.name, yes="1")


def _open(people: Sequence[Player], ruleset: str, options: Mapping[str, OptionValue]) -> None:
    opener = people[0]
    asked = form(opener.client.get(f"/new?ruleset={ruleset}&players={len(people)}"), "/new")
    typed = {"own_name": opener.name} | {f"option.{name}": str(value).lower() for name, value in options.items()}
    for number, guest in enumerate(people[1:], 1):
        typed |= {f"email{number}": guest.email, f"name{number}": guest.name}
    answer = asked.send(opener.client, **typed)
    assert answer.status_code == 200
    (opener.base,) = {found[0] for link in links(answer) if (found := re.search(r"/s/[a-z2-7]+", link))}


def _accept(guest: Player) -> None:
    (link,) = {link for link in links_of(guest.mails[-1]) if link.startswith("/i/")}
    answer = form(guest.client.get(link), link).send(
        guest.client, choice="accept", name=guest.name, word=f"{guest.name} was here"
    )
    assert answer.status_code == 200
