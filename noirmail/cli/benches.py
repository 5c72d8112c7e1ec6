"""``noirmail bench``: figures of speed."""

import click

from noirmail.bench.engine import bench_engine, format_rows
from noirmail.bench.mail import MAILS, bench_mail
from noirmail.engine.rulesets import RULESETS


@click.group()
def bench() -> None:
    """Measure how fast noirmail is on this machine."""


@bench.command("engine")
@click.option("--ruleset", "ruleset_ids", multiple=True, metavar="ID", help="May be given again; default: all.")
@click.option("--seconds", type=click.FloatRange(0.01, 600), default=2.0, show_default=True, help="CPU time each.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N")
def engine_command(ruleset_ids: tuple[str, ...], seconds: float, seed: int) -> None:
    """Play random games and rebuild one from its record, in CPU time."""
    click.echo(format_rows(bench_engine(ruleset_ids or tuple(RULESETS), seconds, seed)))


@bench.command("mail")
@click.option("--rounds", type=click.IntRange(1, 100), default=3, show_default=True, metavar="N")
@click.option("--mails", type=click.IntRange(1, 100_000), default=MAILS, show_default=True, metavar="N")
def mail_command(rounds: int, mails: int) -> None:
    """Send turn mails out of an outbox to a sink on loopback, in CPU time of the sender."""
    click.echo(bench_mail(rounds, mails))
