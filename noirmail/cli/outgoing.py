"""``noirmail outbox`` and ``noirmail mail``: what became of mails, and what they look like."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from noirmail.cli.refusals import Refusal
from noirmail.cli.upkeep import opened
from noirmail.config import Mode

_NUMBER = click.IntRange(1, 2**63 - 1)


@contextmanager
def _told() -> Iterator[None]:
    """What a service refuses, in one line."""
    from noirmail.service.errors import ServiceError

    try:
        yield
    except ServiceError as error:
        raise Refusal(error.detail) from error


@click.group()
def outbox() -> None:
    """Mails that no mail server takes: look at them, send them once more, or give them up."""


@outbox.command("list")
@click.option("--waiting", is_flag=True, help="Those that wait for their time, instead of the dead.")
@click.pass_obj
def list_mails(mode: Mode, waiting: bool) -> None:
    """Print the dead mails: number, kind, game, address (masked), tries, when written or tried next, and why."""
    from noirmail.service.deadletters import listed

    with opened(mode) as ctx:
        entries = listed(ctx, "pending" if waiting else "dead")
    for entry in entries:
        when = entry.again_at or entry.written_at
        words = (entry.id, entry.kind, entry.game or "-", entry.to, entry.tries, f"{when:%Y-%m-%dT%H:%M:%SZ}")
        click.echo("\t".join(map(str, (*words, entry.note))))
    if not entries:
        click.echo("No mail waits." if waiting else "No mail is dead.", err=True)


@outbox.command()
@click.argument("number", type=_NUMBER)
@click.pass_obj
def resend(mode: Mode, number: int) -> None:
    """Send a dead mail once more, as it was."""
    from noirmail.service.deadletters import resend as resend_mail

    with opened(mode) as ctx, _told():
        resend_mail(ctx, number)
    click.echo(f"Mail {number} goes out again.")


@outbox.command()
@click.argument("number", type=_NUMBER)
@click.pass_obj
def drop(mode: Mode, number: int) -> None:
    """Give a dead or waiting mail up for good."""
    from noirmail.service.deadletters import drop as drop_mail

    with opened(mode) as ctx, _told():
        drop_mail(ctx, number)
    click.echo(f"Mail {number} is given up.")


@click.group()
def mail() -> None:
    """Look at a mail of each kind, and see whether mail arrives."""


@mail.command()
@click.argument("kind", required=False)
@click.option("--ruleset", default="kvi", show_default=True, metavar="ID")
@click.option("--html", is_flag=True, help="The HTML part instead of the text.")
@click.option("--raw", is_flag=True, help="The whole mail, as it is sent.")
@click.option("--public", is_flag=True, help="As for somebody who wants no secrets in mails.")
@click.option("--picture", is_flag=True, help="With the picture of the board.")
def preview(kind: str | None, ruleset: str, html: bool, raw: bool, public: bool, picture: bool) -> None:
    """Print a mail of KIND about a game that was made up; without KIND, the kinds there are."""
    from noirmail.mail.compose import compose
    from noirmail.mail.kinds import KINDS
    from noirmail.mail.rendering import render
    from noirmail.service.errors import NotFound
    from noirmail.service.gallery import specimen

    if kind is None:
        click.echo("\n".join(KINDS))
        return
    try:
        letter = specimen(kind, ruleset, secrets=not public, picture=picture)
    except NotFound as error:
        raise Refusal(f"mail preview: there is no {kind} for {ruleset}") from error
    if raw:
        sys.stdout.buffer.write(compose(letter))
        return
    rendered = render(letter)
    click.echo(rendered.html if html else f"{rendered.subject}\n\n{rendered.text}", nl=False)


@mail.command()
@click.argument("address")
@click.pass_obj
def test(mode: Mode, address: str) -> None:
    """Send a test mail to ADDRESS, and tell what the mail server says."""
    from noirmail.mail.addresses import BadAddress, parse_address
    from noirmail.mail.transports import Refusal as NotTaken
    from noirmail.service.testmail import send_test

    try:
        to = parse_address(address)
    except BadAddress as error:
        raise Refusal(f"mail test: {error}") from error
    with opened(mode) as ctx:
        try:
            send_test(ctx, to.shown)
        except NotTaken as error:
            raise Refusal(f"the mail was not taken: {error}") from error
    click.echo("The mail server took it.")
