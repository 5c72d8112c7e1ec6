"""The host's commands: tables, keys, tokens, duties done once, and what is wrong."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import environ

import click

from noirmail.cli.refusals import Refusal
from noirmail.config import Mode, Settings, new_keys
from noirmail.service.context import Context


@contextmanager
def opened(mode: Mode) -> Iterator[Context]:
    """The Context of the settings in the environment, closed afterwards.

    Raises BadSetting, and Refusal where the database cannot be reached or has no tables yet.
    """
    from sqlalchemy.exc import OperationalError, ProgrammingError

    from noirmail.logs import mask, set_up_logs
    from noirmail.worker.context import close, make_context

    settings = Settings.from_environ(environ, default_mode=mode)
    set_up_logs(settings)
    ctx = make_context(settings)
    try:
        yield ctx
    except (OperationalError, ProgrammingError) as error:
        raise Refusal(
            f"the database does not do it (`noirmail migrate` makes its tables): {mask(str(error.orig))}"
        ) from error
    finally:
        close(ctx)


@click.command()
@click.pass_obj
def migrate(mode: Mode) -> None:
    """Bring the database's tables up to date."""
    with opened(mode) as ctx:
        ctx.db.migrate()
        click.echo(f"The tables are up to date ({ctx.db.dialect}).")


@click.command()
def keys() -> None:
    """Print a fresh set of secret settings, to be put into the environment of a hosted noirmail.

    To change the keys of links, put the new one before the old ones: NOIRMAIL_KEYS=new,old.
    """
    for name, value in new_keys().items():
        click.echo(f"{name}={value}")


@click.command()
@click.argument("address", required=False)
@click.option("--host", is_flag=True, help="A token that opens games for others and gets their seats' tokens.")
@click.pass_obj
def token(mode: Mode, address: str | None, host: bool) -> None:
    """Print a token of the JSON API for the person at ADDRESS, or one for a host."""
    if host == (address is not None):
        raise Refusal("token: name an ADDRESS, or say --host")
    from noirmail.service.api_tokens import issue_to_host, issue_to_person

    with opened(mode) as ctx:
        click.echo(issue_to_host(ctx) if address is None else issue_to_person(ctx, address))


@click.command()
@click.pass_obj
def sweep(mode: Mode) -> None:
    """Do once what falls due by time: reminders, deadlines, expiries."""
    from noirmail.service.sweep import sweep as sweep_once

    with opened(mode) as ctx:
        sweep_once(ctx)


@click.command()
@click.pass_obj
def drain(mode: Mode) -> None:
    """Send the mails that are due now."""
    from noirmail.service.outbox import drain as drain_once

    with opened(mode) as ctx:
        click.echo(f"{drain_once(ctx)} mails looked at")


@click.command()
@click.argument("code")
@click.pass_obj
def reverse(mode: Mode, code: str) -> None:
    """Take back the ending by the clock of the game CODE, within 24 hours of it."""
    from noirmail.service.reversal import reverse as reverse_ending

    with opened(mode) as ctx:
        reverse_ending(ctx, code)
        click.echo(f"{code} goes on.")


@click.command()
@click.argument("code")
@click.pass_obj
def release(mode: Mode, code: str) -> None:
    """Let the time of the parked game CODE run again, once what was wrong with it is mended."""
    from noirmail.service.parking import release as release_game

    with opened(mode) as ctx:
        release_game(ctx, code)
        click.echo(f"{code} goes on.")


@click.command()
@click.pass_obj
def doctor(mode: Mode) -> int:
    """Look at settings, database, broker, mail server, scheduler and outbox. Exit status 1: something is wrong."""
    from noirmail.worker.doctor import examine

    with opened(mode) as ctx:
        findings = examine(ctx)
    for finding in findings:
        click.echo(f"{'ok   ' if finding.good else 'WRONG'}  {finding.what:10}  {finding.said}")
    return 0 if all(finding.good for finding in findings) else 1
