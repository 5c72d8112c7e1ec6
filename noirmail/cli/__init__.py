"""The command line. What is wrong is told in one line on standard error, with exit status 2.

A command's module is loaded when the command is asked for, so that reading a record waits for no web framework.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from noirmail import __version__
from noirmail.cli.refusals import told

_COMMANDS = {
    "run": "noirmail.cli.serving:run",
    "worker": "noirmail.cli.serving:worker",
    "mail-door": "noirmail.cli.incoming:mail_door",
    "receive": "noirmail.cli.incoming:receive",
    "demo": "noirmail.cli.demo:demo",
    "migrate": "noirmail.cli.upkeep:migrate",
    "keys": "noirmail.cli.upkeep:keys",
    "doctor": "noirmail.cli.upkeep:doctor",
    "sweep": "noirmail.cli.upkeep:sweep",
    "drain": "noirmail.cli.upkeep:drain",
    "token": "noirmail.cli.upkeep:token",
    "outbox": "noirmail.cli.outgoing:outbox",
    "mail": "noirmail.cli.outgoing:mail",
    "reverse": "noirmail.cli.upkeep:reverse",
    "release": "noirmail.cli.upkeep:release",
    "record": "noirmail.cli.records:record",
    "bench": "noirmail.cli.benches:bench",
}


class _LazyGroup(click.Group):
    """A group that knows its commands by name and loads the one that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=_LazyGroup)
@click.option("--hosted", is_flag=True, help="Take the settings of a hosted noirmail, as NOIRMAIL_MODE=hosted does.")
@click.version_option(__version__, message="noirmail %(version)s")
@click.pass_context
def cli(ctx: click.Context, hosted: bool) -> None:
    """Play the deduction game NOIR slowly, by mail."""
    ctx.obj = "hosted" if hosted else "embedded"


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run a command of the command line and leave the process with its exit status."""
    try:
        status = cli.main(args, prog_name="noirmail", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(2)
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python would complain again at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except (KeyboardInterrupt, click.Abort):
        sys.exit(130)
    except Exception as error:
        line = told(error)
        if line is None:
            raise
        click.echo(f"noirmail: {line}", err=True)
        sys.exit(2)
    sys.exit(status if isinstance(status, int) else 0)
