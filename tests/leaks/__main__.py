"""Compare twin games by the hundred: ``python -m tests.leaks --pairs 200 --ruleset kvi``."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from apiflask import APIFlask

from noirmail import clock
from noirmail.app import create_app
from noirmail.mail.transports import MemoryTransport
from noirmail.store.database import Database
from tests.conftest import NOON, Clock, settings_for
from tests.engine.build import CONFIGS, Config, name_of
from tests.leaks.compare import Mailbag, differences, let_time_pass, mail_differences
from tests.leaks.surfaces import covered
from tests.leaks.twin_games import twin_tables


def main() -> int:
    """Print what was compared, and each difference; the exit status is 1 where there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--ruleset", default="kvi")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    configs = [config for config in CONFIGS if config[0] == given.ruleset]
    with TemporaryDirectory() as folder, clock.frozen(NOON):
        app, template = _application(Path(folder))
        asked = len(covered(app))
        total = 0
        for number in range(given.pairs):
            config = configs[number % len(configs)]
            viewer = (None, *range(config[1]))[number // len(configs) % (config[1] + 1)]
            for found in _compared(app, template, Path(folder) / str(number), config, viewer, given.seed + number):
                total += 1
                print(f"{name_of(config)} seat {viewer} pair {number}: {found}")  # noqa: T201
    print(f"{given.pairs} pairs, {asked} routes and methods each, mails and headers: {total} differences")  # noqa: T201
    return 1 if total else 0


def _application(folder: Path) -> tuple[APIFlask, Path]:
    template = folder / "template.sqlite"
    database = Database(f"sqlite:///{template}")
    database.migrate()
    database.dispose()
    app = create_app(settings_for(f"sqlite:///{template}", folder), transport=MemoryTransport(), wake=lambda: None)
    app.testing = True
    return app, template


def _compared(
    app: APIFlask, template: Path, folder: Path, config: Config, viewer: int | None, seed: int
) -> Iterator[str]:
    with clock.frozen(NOON), twin_tables(config, viewer, Random(seed), template, folder) as twins:
        yield from differences(app, twins, viewer)
        if viewer is None:
            return
        bags = [Mailbag(twin, viewer, list(twin.mails)) for twin in twins]
        # Free-for-all games go on with a stand-in, who plays by chance: twins part there.
        for hours in (58, 15, 73) if config[1] == 2 else ():
            let_time_pass(twins, Clock(), hours)
            for bag in bags:
                bag.collect()
        yield from (f"mail {place}" for place in mail_differences(*bags))
        yield from differences(app, twins, viewer) if config[1] == 2 else ()


if __name__ == "__main__":
    sys.exit(main())
