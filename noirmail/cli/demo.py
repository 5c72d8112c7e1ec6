"""``noirmail demo``: a game between two people from the first mail to the replay, played from outside."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from os import environ
from pathlib import Path
from secrets import token_hex
from signal import SIGINT
from time import monotonic, sleep

import click
from rich.console import Console

from noirmail.cli.browsing import Browser, CannotGo
from noirmail.cli.demo_game import Person, play
from noirmail.cli.refusals import Refusal
from noirmail.config import DEFAULT_PORT, embedded
from noirmail.worker.single import HOST, PortTaken, listen, running_at

_START_SECONDS = 60


@click.command()
@click.option("--url", metavar="ADDRESS", help="Play at a running noirmail that has a mailbox page.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="What the two choose.")
@click.option("--stay", is_flag=True, help="Go on serving afterwards, until Ctrl-C.")
def demo(url: str | None, seed: int, stay: bool) -> None:
    """Let Ada and Ben play a game of Killer vs. Inspector by mail, and print where its replay is.

    Without --url: at the noirmail that runs on this data folder, else at one that is started for it.
    """
    settings = embedded(environ)
    known = url or running_at(settings.data_dir)
    try:
        if known:
            _show(known, seed)
            return
        with _own_server(settings.data_dir) as home:
            _show(home, seed)
            if stay:
                click.echo("Ctrl-C ends it.")
                _until_interrupted()
    except CannotGo as error:
        raise Refusal(f"the demo came to a stop: {error}") from error
    click.echo(f"Its server has ended; the game is kept in {settings.data_dir}, and `noirmail run` serves it again.")


def _show(home: str, seed: int) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    mark = token_hex(3)
    ada = Person("Ada", f"ada.{mark}@example.test", Browser(home))
    ben = Person("Ben", f"ben.{mark}@example.test", Browser(home))
    with console.status("Ada and Ben play"):
        played = play(ada, ben, seed, console.print)
    console.print(f"After {played.moves} moves: {played.result}")
    click.echo(f"Replay:  {played.replay}")
    click.echo(f"Mails:   {home}/mailbox")


@contextmanager
def _own_server(data_dir: Path) -> Iterator[str]:
    """The address of a noirmail of our own on the data folder, ended afterwards."""
    try:
        free = listen(DEFAULT_PORT)
    except PortTaken:
        free = listen(0)
    port = free.getsockname()[1]
    free.close()
    home = f"http://{HOST}:{port}"
    click.echo(f"Starting noirmail at {home}")
    words = [sys.executable, "-m", "noirmail", "run", "--port", str(port)]
    with (data_dir / "demo.log").open("wb") as log:
        # A session of its own: Ctrl-C must reach the demo first.
        server = subprocess.Popen(words, stdout=log, stderr=log, start_new_session=True)
    try:
        _wait(server, home, data_dir / "demo.log")
        yield home
    finally:
        server.send_signal(SIGINT)
        server.wait(30)


def _wait(server: subprocess.Popen[bytes], home: str, log: Path) -> None:
    browser, end = Browser(home), monotonic() + _START_SECONDS
    while server.poll() is None and monotonic() < end:
        try:
            browser.open("/healthz")
            return
        except CannotGo:
            sleep(0.1)
    said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    raise Refusal(f"noirmail did not start: {said[-1] if said else 'it said nothing'} (see {log})")


def _until_interrupted() -> None:
    try:
        while True:
            sleep(3600)
    except KeyboardInterrupt:
        return
