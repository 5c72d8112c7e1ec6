"""Who is asked to take over a seat sees nothing of its cards before: twin deals look alike by every link and mail."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from apiflask import APIFlask

from noirmail.service import parting
from noirmail.store.models import Seat
from tests.build import reload, seat_at
from tests.conftest import Clock
from tests.leaks.compare import let_time_pass
from tests.leaks.masks import masked
from tests.leaks.twin_games import Twin, twin_tables
from tests.post import deliver_all

CHARLIE = "charlie@example.test"


@pytest.fixture
def twins(sqlite_template: Path, tmp_path: Path, clock: Clock) -> Iterator[tuple[Twin, Twin]]:
    """Two games of Spy Tag in teams that a spectator cannot tell apart; the mover of each is late."""
    with twin_tables(("spytag", 4, {}), None, Random(5), sqlite_template, tmp_path, 16) as made:
        for hours in (58, 15):
            let_time_pass(made, clock, hours)
        yield made


def freed(twin: Twin, email: str) -> Seat:
    """The late player's seat, given away by the partner."""
    (late,) = twin.state.to_act
    deliver_all(twin.ctx)
    parting.for_partner(twin.ctx, twin.game.id, (late + 2) % 4, "person", email)
    return seat_at(twin.ctx, twin.game, late)


def seen(app: APIFlask, twin: Twin, path: str) -> str:
    app.extensions["noirmail"] = twin.ctx
    answer = app.test_client().get(path)
    assert answer.status_code == 200
    return masked(answer.get_data(as_text=True), twin.game.code)


def test_the_link_that_is_passed_on_tells_twins_not_apart(one_app: APIFlask, twins: tuple[Twin, Twin]) -> None:
    pages = []
    for twin in twins:
        freed(twin, "")
        game = reload(twin.ctx, twin.game)
        pages.append(seen(one_app, twin, f"/j/{twin.ctx.keys.mint('join', game.id, game.join_version)}"))

    assert pages[0] == pages[1]


def test_the_invitation_and_its_page_tell_twins_not_apart(one_app: APIFlask, twins: tuple[Twin, Twin]) -> None:
    told = []
    for twin in twins:
        seat = freed(twin, CHARLIE)
        (mail,) = deliver_all(twin.ctx)
        parts = [masked(part.get_content(), twin.game.code) for part in mail.walk() if not part.is_multipart()]
        told.append((seen(one_app, twin, f"/i/{twin.ctx.keys.mint('invite', seat.id, seat.version)}"), parts))

    assert told[0] == told[1]
