"""Whole games by reply only, through Postfix and Dovecot, by people whose mail programs show plain text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from random import Random
from threading import Event

import pytest

from noirmail.config import Settings
from noirmail.service.context import Context
from noirmail.worker.context import close, hold, make_context
from noirmail.worker.mail_door import Listener
from tests.build import create_game, reload
from tests.conftest import settings_for
from tests.mailsystem.player import Player, choice, players
from tests.post import text_of
from tests.servers.door import mail_door
from tests.servers.mail import GAMES, MailSystem, mail_system
from tests.worker.processes import until

NAMES = ("Alice", "Bob", "Charlie", "Dana")
# What hurried players do where they can, so that a game ends within some dozens of moves.
EAGER = {"kvi": ("identity", "kill", "accuse"), "dragnet": ("suspicion", "rethink", "shift")}
SEED = 3
MOST_MOVES = 150


@pytest.fixture(scope="module")
def mails() -> Iterator[MailSystem]:
    """A mail system with a mailbox for each player."""
    with mail_system(*(name.lower() for name in NAMES)) as system:
        yield system


@pytest.fixture
def noir(sqlite_url: str, tmp_path: Path, mails: MailSystem) -> Iterator[Context]:
    """A noirmail that sends through the mail system, and to which the mail system brings what is for it."""
    settings: Settings = settings_for(
        sqlite_url,
        tmp_path,
        NOIRMAIL_SMTP_URL=mails.smtp_url,
        NOIRMAIL_MAIL_FROM=f"noir@{GAMES}",
        NOIRMAIL_INCOMING="on",
    )
    wake = Event()
    ctx = make_context(settings, wake=wake.set)
    hold(ctx)
    # Celery reads its settings from the Context that is held.
    from noirmail.worker.plain import Duties

    with mail_door(ctx, Listener("lmtp", "127.0.0.1", mails.lmtp)), Duties(wake):
        yield ctx
    close(ctx)
    hold(None)


@dataclass
class Played:
    """What became of a game."""

    moves: int
    results: list[str]


def play(table: Sequence[Player], eager: Sequence[str]) -> Played:
    """Everybody answers what asks for a move, until everybody has read how it ended."""
    rng = Random(SEED)
    results: dict[str, str] = {}
    moves = 0
    while len(results) < len(table):
        for player, text, mail in until(lambda: [(p, _text(m), m) for p in table for m in p.new_mails()], 30):
            if ended := re.search(r"The result: (.+)", text):
                results[player.address] = ended[1]
            elif move := choice(text, rng, eager):
                moves += 1
                assert moves < MOST_MOVES, "the game does not end"
                player.answer(mail, move)
    return Played(moves, list(results.values()))


def _text(mail: EmailMessage) -> str:
    return text_of(mail).replace("\r\n", "\n")


@pytest.mark.parametrize(("kind", "number"), [("kvi", 2), ("dragnet", 4)])
def test_a_game_is_played_to_its_end_by_reply_only(noir: Context, mails: MailSystem, kind: str, number: int) -> None:
    names = NAMES[:number]
    with players(mails, names) as table:
        game = create_game(noir, kind, names)
        noir.wake()
        played = play(table, EAGER[kind])

    assert reload(noir, game).status == "finished"
    # Who won is told to each in other words, and why in the same.
    assert len({said.partition(". ")[2] for said in played.results}) == 1
    assert played.moves > 5


def test_a_move_that_cannot_be_is_answered_with_what_can(noir: Context, mails: MailSystem) -> None:
    with players(mails, NAMES[:1]) as (alice,):
        create_game(noir, "kvi", NAMES[:2])
        noir.wake()
        (turn,) = until(alice.new_mails, 30)
        wrong = alice.answer(turn, "kill A")
        (answer,) = until(alice.new_mails, 30)

    assert answer["In-Reply-To"] == wrong
    assert "Nothing was done." in _text(answer)
    assert choice(_text(answer), Random(SEED), ("kill",)) is not None


def test_an_answer_to_a_wrong_address_comes_back_from_the_mail_system(noir: Context, mails: MailSystem) -> None:
    with players(mails, NAMES[:1]) as (alice,):
        create_game(noir, "kvi", NAMES[:2])
        noir.wake()
        (turn,) = until(alice.new_mails, 30)
        turn.replace_header("Reply-To", str(turn["Reply-To"]).replace("+", "+a", 1))
        alice.answer(turn, "kill J")
        (back,) = until(alice.new_mails, 30)

    assert back.get_content_type() == "multipart/report"
    assert "550 5.1.1 No such address here" in back.as_string()
