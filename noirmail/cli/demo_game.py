"""Two people play a game by their mails: they know what mails and pages show them, and nothing else."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from random import Random
from time import monotonic, sleep
from urllib.parse import urlsplit

from noirmail.cli.browsing import Browser, CannotGo, Link, Page

_MAIL_SECONDS = 30
_MOST_MOVES = 400
_ACTION = re.compile(r"/s/[^/]+/d\d+/([a-z]+)-")
_RESULT = re.compile(r">The result: (.*?)</p>", re.DOTALL)
_PREVIEW = re.compile(r'<p class="preview">(.*?)</p>', re.DOTALL)
# What brings a game to its end.
_EAGER = ("identity", "kill", "accuse", "exonerate")


@dataclass(slots=True)
class Person:
    """Somebody with an address and a browser. ``read``: the newest mail that was opened."""

    name: str
    email: str
    browser: Browser
    read: int = 0

    def new_mails(self) -> list[Page]:
        """The HTML parts of the mails that came since the last look, oldest first."""
        mine = [link.address for link in self.browser.open("/mailbox").links if link.under == self.email]
        numbers = sorted({int(found[1]) for link in mine if (found := re.search(r"/mailbox/(\d+)$", link))})
        new = [number for number in numbers if number > self.read]
        self.read = max(numbers, default=self.read)
        return [self.browser.open(f"/mailbox/{number}/html") for number in new]

    def link_from_mail(self, part: str) -> Link:
        """The link that a mail brings soon whose path has ``part`` in it; raises CannotGo."""
        for mail in _soon(self):
            for link in mail.links:
                if part in urlsplit(link.address).path:
                    return link
        raise CannotGo(f"no mail with a link to {part} came for {self.name}")


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: the address of its replay, the number of moves, and what a mail said of its result."""

    replay: str
    moves: int
    result: str


def play(opener: Person, guest: Person, seed: int, tell: Callable[[str], None]) -> Played:
    """Play a game of Killer vs. Inspector from the first mail to its end; ``tell`` hears of every move.

    Raises CannotGo where a page, a link or a mail is not there.
    """
    _sign_in(opener)
    tell(f"{opener.name} has signed in by a link from a mail.")
    _open_table(opener, guest)
    tell(f"{opener.name} has opened a table and invited {guest.name}.")
    _accept(guest)
    tell(f"{guest.name} has accepted; the cards are dealt.")
    rng = Random(seed)
    for number in range(_MOST_MOVES):
        person, mail = _whose_mail(opener, guest)
        over = _RESULT.search(mail.source)
        if over:
            return Played(mail.link("/g/").address, number, f"{person.name} reads: {_plain(over[1])}")
        tell(f"{number + 1:3}  {person.name}: {_move(person, mail, rng)}")
    raise CannotGo(f"the game did not end within {_MOST_MOVES} moves")


def _sign_in(person: Person) -> None:
    asking = person.browser.open("/sign-in").form("email")
    person.browser.send(asking, {"email": person.email})
    entering = person.browser.open(person.link_from_mail("/sign-in/").address).form("yes")
    person.browser.send(entering, {"yes": "1", "name": person.name})


def _open_table(opener: Person, guest: Person) -> None:
    form = opener.browser.open("/new?ruleset=kvi").form("email1", "own_seat")
    opener.browser.send(form, {"own_name": opener.name, "email1": guest.email, "name1": guest.name})


def _accept(guest: Person) -> None:
    form = guest.browser.open(guest.link_from_mail("/i/").address).form("choice")
    guest.browser.send(form, {"choice": "accept", "name": guest.name, "word": "rain on a tin roof"})


def _whose_mail(*people: Person) -> tuple[Person, Page]:
    """Who has a mail that asks for a move or tells the result, and the mail; raises CannotGo."""
    end = monotonic() + _MAIL_SECONDS
    while monotonic() < end:
        for person in people:
            for mail in person.new_mails():
                if _RESULT.search(mail.source) or _actions(mail):
                    return person, mail
        sleep(0.05)
    raise CannotGo("nobody was asked for a move")


def _move(person: Person, mail: Page, rng: Random) -> str:
    """Follow the link of an action, tick the box, send; the action in words."""
    actions = _actions(mail)
    kinds = [kind for kind in _EAGER if kind in actions] or sorted(actions)
    link = rng.choice(actions[rng.choice(kinds)])
    preview = person.browser.open(link.address)
    said = _PREVIEW.search(preview.source)
    person.browser.send(preview.form("action", "key", "yes"), {"yes": "1"})
    return _plain(said[1]) if said else link.text


def _actions(mail: Page) -> dict[str, list[Link]]:
    """The links of a mail that name an action, by kind of action."""
    found: dict[str, list[Link]] = {}
    for link in mail.links:
        named = _ACTION.search(urlsplit(link.address).path)
        if named:
            found.setdefault(named[1], []).append(link)
    return found


def _soon(person: Person) -> Iterator[Page]:
    """A person's mails as they come, for a while."""
    end = monotonic() + _MAIL_SECONDS
    while monotonic() < end:
        yield from person.new_mails()
        sleep(0.05)


def _plain(source: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", "", source)).split())
