"""The search for leaks finds one: planted in each surface in turn, in the body and in a header."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email import message_from_bytes
from email.policy import default
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random

import pytest
from apiflask import APIFlask
from flask import Response, request
from sqlalchemy import select

from noirmail.service.context import Context
from noirmail.store.models import Game, OutboxMail, Seat
from tests.conftest import Clock
from tests.engine.build import Config
from tests.leaks.compare import Mailbag, differences, let_time_pass, mail_differences
from tests.leaks.surfaces import covered
from tests.leaks.twin_games import Twin, pair_of, twin_tables

KVI: Config = ("kvi", 2, {})
LIMIT = 16


@contextmanager
def leaking(app: APIFlask, endpoint: str, into: str) -> Iterator[None]:
    """While the block runs, one endpoint tells something that depends on the deck."""

    def leak(response: Response) -> Response:
        if request.endpoint == endpoint and into == "body":
            response.direct_passthrough = False
            # An answer without a body would have to become one with a body to tell anything there.
            response.status_code = 200 if response.status_code == 204 else response.status_code
            response.set_data(response.get_data() + _hint(app).encode())
        elif request.endpoint == endpoint:
            response.headers["X-Hint"] = _hint(app)
        return response

    leaks = app.after_request_funcs[None]
    leaks.insert(0, leak)
    try:
        yield
    finally:
        leaks.remove(leak)


def _hint(app: APIFlask) -> str:
    return sha256(_deck(app.extensions["noirmail"]).encode()).hexdigest()[:8]


def _deck(ctx: Context) -> str:
    with ctx.db.read() as session:
        return session.scalars(select(Game.deck)).one() or ""


@pytest.fixture
def twins(sqlite_template: Path, tmp_path: Path, clock: Clock) -> Iterator[tuple[Twin, Twin]]:
    # Where it is for the viewer to act, there is a reminder, too.
    seed = next(seed for seed in count() if 1 in pair_of(KVI, 1, Random(seed), LIMIT)[0].to_act)
    with twin_tables(KVI, 1, Random(seed), sqlite_template, tmp_path / "twins", LIMIT) as made:
        yield made


@pytest.mark.parametrize("into", ["body", "header"])
def test_a_leak_planted_in_any_route_is_caught(one_app: APIFlask, twins: tuple[Twin, Twin], into: str) -> None:
    quiet = []
    for endpoint in sorted({rule.endpoint for rule, _method in covered(one_app)}):
        with leaking(one_app, endpoint, into):
            if not any(differences(one_app, twins, 1, only=endpoint)):
                quiet.append(endpoint)

    assert quiet == []


def test_a_leak_planted_in_any_mail_is_caught(twins: tuple[Twin, Twin], clock: Clock) -> None:
    bags = [Mailbag(twin, 1, list(twin.mails)) for twin in twins]
    for hours in (58, 15, 73):
        let_time_pass(twins, clock, hours)
        for bag in bags:
            bag.collect()

    assert kinds_to(twins[0], 1) == {"your-turn", "reminder", "time-ran-out", "game-over", "game-start"}
    for into in ("header", "text", "html"):
        leaky = [replace(bag, mails=[spoiled(raw, bag.twin, into) for raw in bag.mails]) for bag in bags]
        assert mail_differences(*leaky) == list(range(len(bags[0].mails)))


def spoiled(raw: bytes, twin: Twin, into: str) -> bytes:
    """The mail with something that depends on the deck, in one of its places."""
    mail = message_from_bytes(raw, policy=default)
    hint = sha256(_deck(twin.ctx).encode()).hexdigest()[:8]
    if into == "header":
        mail["X-Hint"] = hint
    else:
        part = mail.get_body(("plain",) if into == "text" else ("html",))
        assert part is not None
        part.set_content(f"{part.get_content()}{hint}", subtype=part.get_content_subtype())
    return mail.as_bytes()


def kinds_to(twin: Twin, seat: int) -> set[str]:
    """The kinds of mail that went to a seat."""
    with twin.ctx.db.read() as session:
        mails = select(OutboxMail.kind).join(Seat, Seat.id == OutboxMail.seat_id)
        return set(session.scalars(mails.where(Seat.number == seat, OutboxMail.state == "sent")))
