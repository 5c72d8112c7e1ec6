"""Two games that differ only in what a viewer may not know give that viewer the same bytes on every surface."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from apiflask import APIFlask

from tests.conftest import Clock
from tests.engine.build import CONFIGS, Config
from tests.leaks.compare import Mailbag, differences, let_time_pass, mail_differences
from tests.leaks.surfaces import LEFT_OUT, covered
from tests.leaks.twin_games import Twin, twin_tables

KVI: Config = ("kvi", 2, {})
Make = Callable[[Config, int | None, int], tuple[Twin, Twin]]


@pytest.fixture
def twins_of(sqlite_template: Path, tmp_path: Path, clock: Clock) -> Iterator[Make]:
    """Makes twin tables; they are closed at the end of the test."""
    with ExitStack() as stack:

        def make(config: Config, viewer: int | None, seed: int) -> tuple[Twin, Twin]:
            folder = tmp_path / f"{seed}-{viewer}"
            return stack.enter_context(twin_tables(config, viewer, Random(seed), sqlite_template, folder, 16))

        yield make


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_no_page_and_no_json_tells_twins_apart(one_app: APIFlask, twins_of: Make, viewer: int | None) -> None:
    assert list(differences(one_app, twins_of(KVI, viewer, 1), viewer)) == []


@pytest.mark.parametrize("viewer", [0, 1])
def test_no_mail_tells_twins_apart_not_even_when_time_runs_out(twins_of: Make, clock: Clock, viewer: int) -> None:
    twins = twins_of(KVI, viewer, 2)
    bags = [Mailbag(twin, viewer, list(twin.mails)) for twin in twins]
    for hours in (58, 15, 73):
        let_time_pass(twins, clock, hours)
        for bag in bags:
            bag.collect()

    assert len(bags[0].mails) > len(twins[0].mails)
    assert mail_differences(*bags) == []


def test_an_ending_by_the_clock_opens_nothing_for_a_day(one_app: APIFlask, twins_of: Make, clock: Clock) -> None:
    twins = twins_of(KVI, 1, 3)
    for hours in (58, 15, 73):
        let_time_pass(twins, clock, hours)

    assert list(differences(one_app, twins, 1)) == []


OTHERS = [
    (config, viewer) for config in CONFIGS if config[0] != "kvi" and not config[2] for viewer in range(config[1])
]


# Every third place of the list: each rule set is looked at, from one seat or two. All of it takes minutes, and is
# what `python -m tests.leaks` does.
@pytest.mark.parametrize(("config", "viewer"), OTHERS[::3], ids=str)
def test_no_rule_set_tells_twins_apart(one_app: APIFlask, twins_of: Make, config: Config, viewer: int) -> None:
    twins = twins_of(config, viewer, 4)

    assert list(differences(one_app, twins, viewer)) == []
    assert mail_differences(*[Mailbag(twin, viewer, list(twin.mails)) for twin in twins]) == []


def test_every_route_is_looked_at_or_left_out_by_name(one_app: APIFlask) -> None:
    known = {rule.endpoint for rule in one_app.url_map.iter_rules()}

    assert set(LEFT_OUT) <= known
    assert {rule.endpoint for rule, _method in covered(one_app)} | set(LEFT_OUT) == known
