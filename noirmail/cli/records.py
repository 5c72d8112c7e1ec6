"""``noirmail record``: explain, verify, or make up game records."""

import sys
from collections import Counter
from collections.abc import Iterator
from json import dumps, loads
from os import fstat
from random import Random
from statistics import median
from typing import BinaryIO

import click

from noirmail.cli.refusals import Refusal
from noirmail.engine.playout import LIMIT, random_game
from noirmail.engine.record import Record, explain, read_record, verify, write_record
from noirmail.engine.record_reader import MOST_BYTES
from noirmail.engine.rulesets import ruleset


@click.group()
def record() -> None:
    """Explain, verify or make up game records."""


@record.command("explain")
@click.argument("file", type=click.File("rb"))
def explain_command(file: BinaryIO) -> None:
    """Print every position of the record FILE (- for standard input), a line of JSON each."""
    for line in explain(_read(file)):
        click.echo(dumps(line, ensure_ascii=False, separators=(",", ":")))


@record.command("verify")
@click.argument("file", type=click.File("rb"))
def verify_command(file: BinaryIO) -> int:
    """Work out deal and outcome of the record FILE (- for standard input) once more. Exit status 1: they differ."""
    found = verify(_read(file))
    deal = {True: "proven by seed, words and commitment", False: "WRONG", None: "not checked"}[found.deal]
    click.echo(f"deal: {deal}")
    click.echo(f"outcome: {'follows from the actions' if found.outcome else 'WRONG'}")
    for note in found.notes:
        click.echo(note)
    return 0 if found.outcome and found.deal is not False else 1


@record.command("random")
@click.option("--ruleset", "ruleset_id", required=True, metavar="ID", help="Such as kvi.")
@click.option("--players", type=int, metavar="N", help="Default: the smallest number of the rule set.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="May be given again.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="The same seed, the same games.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=1, show_default=True, metavar="N")
@click.option("--limit", type=click.IntRange(1, 10_000), default=LIMIT, show_default=True, help="Plies of a game.")
@click.option("--solve", is_flag=True, help="kvi's solve is among the choices.")
@click.option("--table", is_flag=True, help="Print how long the games were and how they ended instead of records.")
def random_command(
    ruleset_id: str,
    players: int | None,
    options: tuple[str, ...],
    seed: int,
    games: int,
    limit: int,
    solve: bool,
    table: bool,
) -> None:
    """Make up games: a kind of action evenly at random, then an action of that kind.

    One game is printed as a record, several as a line of JSON each.
    """
    number = players if players is not None else min(ruleset(ruleset_id).description.players)
    values = dict(map(_option, options))
    rng = Random(seed)
    records = (random_game(ruleset_id, values, number, rng, limit=limit, solve=solve) for _ in range(games))
    if table:
        _print_table(records)
    else:
        for played in records:
            text = write_record(played)
            click.echo(text.rstrip("\n") if games == 1 else dumps(loads(text), ensure_ascii=False))


def _read(file: BinaryIO) -> Record:
    """The record; one that is too large is refused before it is read."""
    if file is not sys.stdin.buffer and fstat(file.fileno()).st_size > MOST_BYTES:
        raise Refusal(f"record: larger than {MOST_BYTES:,} bytes")
    return read_record(file.read(MOST_BYTES + 1))


def _option(text: str) -> tuple[str, object]:
    name, given, value = text.partition("=")
    if not given:
        raise Refusal(f"--option: {text[:60]!r} must be NAME=VALUE")
    try:
        return name, loads(value)
    except (ValueError, RecursionError):
        return name, value


def _print_table(records: Iterator[Record]) -> None:
    lengths: list[int] = []
    endings: Counter[str] = Counter()
    for played in records:
        lengths.append(len(played.actions))
        endings[played.result.reason if played.result else "unfinished"] += 1
    click.echo(f"games {len(lengths)}  plies {sum(lengths)}  median {median(lengths):g}  longest {max(lengths)}")
    for reason, number in endings.most_common():
        click.echo(f"{reason:20} {number:8}  {100 * number / len(lengths):5.1f} %")
