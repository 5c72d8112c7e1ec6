"""``noirmail mail-door`` and ``noirmail receive``: how mail comes in from a mail system of yours."""

import os
import sys
from os import environ
from typing import TYPE_CHECKING

import click

from noirmail.cli.refusals import Refusal, told
from noirmail.config import Mode, Settings

if TYPE_CHECKING:
    from noirmail.worker.mail_door import Listener

_PLACE = "HOST:PORT"


@click.command("mail-door")
@click.option("--lmtp", metavar=_PLACE, multiple=True, help="Listen there for LMTP; port 0: any free one.")
@click.option("--smtp", metavar=_PLACE, multiple=True, help="Listen there for SMTP.")
@click.pass_obj
def mail_door(mode: Mode, lmtp: tuple[str, ...], smtp: tuple[str, ...]) -> None:
    """Take answers to mails from a mail system of yours until stopped.

    Without options it listens where NOIRMAIL_MAIL_DOOR says. Let nobody but your mail system reach it.
    """
    from noirmail.logs import set_up_logs
    from noirmail.worker.context import close, make_context
    from noirmail.worker.mail_door import Listener, serve

    settings = Settings.from_environ(environ, default_mode=mode)
    asked = [("lmtp", *_place(text)) for text in lmtp] + [("smtp", *_place(text)) for text in smtp]
    set_up_logs(settings)
    ctx = make_context(settings)
    try:
        serve(ctx, [Listener(*door) for door in asked or settings.mail_doors], _say_where)
    except OSError as error:
        raise Refusal(f"the mail door cannot listen there: {error.strerror or error}") from error
    finally:
        close(ctx)


@click.command()
@click.option("--from", "sender", help="Who sent it, as the mail system knows it; empty for what a program sent.")
@click.option("--to", "recipient", help="For whom it is, as the mail system knows it.")
@click.pass_obj
def receive(mode: Mode, sender: str | None, recipient: str | None) -> int:
    """Take one mail from standard input, such as from a mail system's pipe.

    Without --from and --to the headers tell. Exit status: 0 it is kept, 65 it is too large, 67 it is for nobody
    here, 75 it cannot be kept now and should be tried again.
    """
    from noirmail.mail.incoming.limits import MAIL_BYTES

    raw = sys.stdin.buffer.read(MAIL_BYTES + 1)
    try:
        return _kept(mode, raw, sender, recipient)
    # A mail system must never take a trouble of ours for a fault of the mail.
    except Exception as error:
        click.echo(f"noirmail: {told(error) or _reported(error)}", err=True)
        return os.EX_TEMPFAIL


def _kept(mode: Mode, raw: bytes, sender: str | None, recipient: str | None) -> int:
    from noirmail import clock
    from noirmail.cli.upkeep import opened
    from noirmail.service.arrivals import envelope_of, headers_of, sender_of, too_much
    from noirmail.service.ingest import ingest

    # The line that begins a mail in a folder of mails; some pipes add it.
    if raw.startswith(b"From "):
        raw = raw.partition(b"\n")[2]
    if too_much(raw):
        click.echo("noirmail: the mail is too large, or its headers are", err=True)
        return os.EX_DATAERR
    headers = headers_of(raw)
    with opened(mode) as ctx:
        if recipient is None:
            envelope = envelope_of(ctx, headers)
            recipient = envelope.recipient if envelope else ""
        sent_by = sender_of(headers) if sender is None else sender.strip("<>")
        if ingest(ctx, raw, sent_by, recipient, clock.process_now(), "pipe") is None:
            click.echo("noirmail: the mail is for nobody here", err=True)
            return os.EX_NOUSER
    return os.EX_OK


def _reported(error: Exception) -> str:
    from noirmail.logs import report

    return f"the mail cannot be kept now (reference {report(error)})"


def _place(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise Refusal(f"mail-door: {text} is not {_PLACE}, such as 127.0.0.1:2424")
    return host.strip("[]"), int(port)


def _say_where(listeners: "list[Listener]") -> None:
    for door in listeners:
        click.echo(f"The mail door listens at {door.kind}://{door.host}:{door.port}")
