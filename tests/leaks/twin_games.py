"""Twin games at real tables: same people, same clock, same public moves, and a deck that differs unseen."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from shutil import copyfile
from unittest.mock import patch

from noirmail.engine.deal import Dealt
from noirmail.engine.play import replay
from noirmail.engine.state import State
from noirmail.service import moves
from noirmail.service.context import Context
from noirmail.store.models import Game
from tests.build import create_game, reload
from tests.conftest import context_for, settings_for
from tests.engine.build import Config
from tests.engine.twins import twins
from tests.post import deliver_all, mails_to

NAMES = ("Alice", "Bob", "Dana", "Erin")


@dataclass(frozen=True)
class Twin:
    """One of two games; ``state`` is the truth of it, ``mails`` the bytes that the viewer got."""

    ctx: Context
    game: Game
    state: State
    mails: tuple[bytes, ...]


def pair_of(
    config: Config, viewer: int | None, rng: Random, limit: int = 60, at_least: int = 4
) -> tuple[State, State]:
    """The last positions of a random game and its twin that ``viewer`` cannot tell apart, at most ``limit`` plies."""
    while True:
        found = list(twins(config, viewer, rng, limit))
        if len(found) > at_least and found[-1][0].result is None:
            return found[-1]


@contextmanager
def twin_tables(
    config: Config, viewer: int | None, rng: Random, template: Path, folder: Path, limit: int = 60
) -> Iterator[tuple[Twin, Twin]]:
    """Both games, played to where the twins still look alike, the mails delivered after every move."""
    one, other = pair_of(config, viewer, rng, limit)
    with ExitStack() as stack:
        yield tuple(  # type: ignore[misc]
            _played(stack.enter_context(_context(template, folder / name)), config, viewer, state)
            for name, state in (("one", one), ("other", other))
        )


@contextmanager
def _context(template: Path, folder: Path) -> Iterator[Context]:
    folder.mkdir(parents=True)
    copyfile(template, folder / "noirmail.sqlite")
    with context_for(settings_for(f"sqlite:///{folder / 'noirmail.sqlite'}", folder)) as ctx:
        yield ctx


def _played(ctx: Context, config: Config, viewer: int | None, state: State) -> Twin:
    ruleset, players, options = config
    with patch("noirmail.service.starting.deal_of", lambda *_of: Dealt(state.deal, None)):
        game = create_game(ctx, ruleset, NAMES[:players], options=options, watch="everyone")
    mails = mails_to_viewer(ctx, viewer)
    for step, asked in zip(state.steps, _decisions(state), strict=True):
        moves.submit(ctx, game.id, step.seat, step.action.text, asked, f"ply-{step.ply}", "page")
        mails += mails_to_viewer(ctx, viewer)
    return Twin(ctx, reload(ctx, game), state, tuple(mails))


def _decisions(state: State) -> Iterator[int]:
    """The decision that each step of the game answered."""
    actions = [(step.seat, step.action.text) for step in state.steps]
    before = replay(state.ruleset, state.options, state.players, state.deal, actions)[:-1]
    for position, (seat, _text) in zip(before, actions, strict=True):
        yield position.decisions[seat]


def mails_to_viewer(ctx: Context, viewer: int | None) -> list[bytes]:
    """Deliver what is due; the bytes of what went to the viewer."""
    mails = deliver_all(ctx)
    if viewer is None:
        return []
    return [mail.as_bytes() for mail in mails_to(f"{NAMES[viewer].lower()}@example.test", mails)]
