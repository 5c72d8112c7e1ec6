"""A player with nothing but a mail program that shows plain text: reads the mailbox by IMAP, answers by SMTP.

Knows of the game what the text parts of its mails say, and chooses among what they offer.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from imaplib import IMAP4
from random import Random
from smtplib import SMTP

from tests.post import text_of
from tests.servers.mail import PASSWORD, PLAYERS, MailSystem

_OFFER = re.compile(r"^  (\w+) … +(.+)$")
_SHIFT = re.compile(r"([rc]\d)(?:-[rc](\d))?")


class Player:
    """Somebody at the table, by name."""

    def __init__(self, mails: MailSystem, name: str) -> None:
        self.address = f"{name.lower()}@{PLAYERS}"
        self.read: list[EmailMessage] = []
        self._smtp = mails.smtp
        self._box = IMAP4("127.0.0.1", mails.imap)
        self._box.login(name.lower(), PASSWORD)
        self._box.select()
        self._seen = max(self._uids(1), default=0)

    def leave(self) -> None:
        """Close the mail program."""
        self._box.logout()

    def new_mails(self) -> list[EmailMessage]:
        """What has come in since the last look."""
        self._box.noop()
        new = self._uids(self._seen + 1)
        found = [message_from_bytes(self._fetched(uid), policy=default) for uid in new]
        self._seen = max([self._seen, *new])
        self.read += found
        return found

    def _uids(self, first: int) -> list[int]:
        # Where there is none so high, the highest is named all the same.
        uids = self._box.uid("SEARCH", f"UID {first}:*")[1][0].split()
        return [uid for uid in map(int, uids) if uid >= first]

    def _fetched(self, uid: int) -> bytes:
        part = self._box.uid("FETCH", str(uid), "(BODY[])")[1][0]
        assert isinstance(part, tuple)
        return bytes(part[1])

    def answer(self, mail: EmailMessage, words: str) -> str:
        """Write back, as mail programs do: the own words above the quoted mail. The Message-ID."""
        made = EmailMessage()
        made["From"] = self.address
        made["To"] = mail["Reply-To"]
        made["Subject"] = f"Re: {mail['Subject']}"
        made["In-Reply-To"] = made["References"] = mail["Message-ID"]
        quoted = "".join(f"> {line}\n" for line in text_of(mail).splitlines())
        made.set_content(f"{words}\n\nOn {mail['Date']}, {mail['From']} wrote:\n{quoted}\n-- \nSent by hand\n")
        made["Message-ID"] = f"<{len(self.read)}.{self._seen}.{self.address}>"
        with SMTP("127.0.0.1", self._smtp) as server:
            server.send_message(made)
        return str(made["Message-ID"])


@contextmanager
def players(mails: MailSystem, names: Sequence[str]) -> Iterator[list[Player]]:
    """Their mail programs, open while the block runs."""
    with ExitStack() as open_boxes:
        table = [Player(mails, name) for name in names]
        for player in table:
            open_boxes.callback(player.leave)
        yield table


def choice(text: str, rng: Random, eager: Sequence[str]) -> str | None:
    """A move that the text offers, of the first kind in ``eager`` that is there; None where it offers none."""
    offers = dict(_offers(text))
    if not offers:
        return None
    kind = next((kind for kind in eager if kind in offers), None) or rng.choice(sorted(offers))
    return f"{kind} {rng.choice(offers[kind])}".strip()


def _offers(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each kind of move that the text tells, with what may stand behind it."""
    offers = text.partition("What you can do:\n")[2]
    # Long lines are folded; what goes on is indented deeper.
    for line in re.sub(r"\n {4,}", " ", offers).splitlines():
        found = _OFFER.match(line)
        if found and (ways := _ways(found[2])):
            yield found[1], ways


def _ways(pattern: str) -> list[str]:
    first, then, _rest = pattern.partition(", then ")
    if then:
        lines = ("row left", "row right", "column up", "column down")
        return [f"{card} {line}" for card in _ways(first) for line in lines]
    if pattern.startswith(("one of ", "only ")):
        return [way.replace("-", " ") for way in pattern.removeprefix("one of ").removeprefix("only ").split()]
    if pattern in ("let it go by", "by drawing a card"):
        return [""]
    if "left or right" in pattern or "up or down" in pattern:
        allowed, *barred = pattern.split(", not ")
        return [way for way in _shifts(allowed) if way not in barred]
    return []


def _shifts(pattern: str) -> Iterator[str]:
    for line in _SHIFT.finditer(pattern):
        first = line[1]
        for number in range(int(first[1]), int(line[2] or first[1]) + 1):
            for direction in ("left", "right") if first[0] == "r" else ("up", "down"):
                yield f"{first[0]}{number} {direction}"
