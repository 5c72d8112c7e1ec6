"""``noirmail run`` and ``noirmail worker``: processes that go on until they are stopped."""

from os import environ
from signal import SIGINT, SIGTERM, signal
from threading import Event

import click

from noirmail.cli.refusals import Refusal
from noirmail.config import DEFAULT_PORT, Mode, Settings, embedded
from noirmail.worker.single import AlreadyRunning, PortTaken, listen, only_one


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="0: any free one."
)
def run(port: int) -> None:
    """Run everything in one process on this machine, mails going to a mailbox page. Ctrl-C ends it.

    Games are kept in the folder that NOIRMAIL_DATA_DIR names, ./var without it.
    """
    try:
        listener = listen(port)
        settings = embedded(environ, listener.getsockname()[1])
        wake = Event()
        with only_one(settings.data_dir, settings.base_url):
            click.echo("noirmail is starting …")
            from noirmail.app import create_app
            from noirmail.worker.embedded import serve

            app = create_app(settings, wake=wake.set)
            serve(app, wake, listener, lambda: _say_where(settings))
    except PortTaken as error:
        raise Refusal(f"{error}; choose another with --port") from error
    except AlreadyRunning as error:
        raise Refusal(str(error)) from error
    except KeyboardInterrupt:
        pass
    click.echo("noirmail has stopped; start it again and the games go on.")


def _say_where(settings: Settings) -> None:
    home = settings.base_url
    click.echo(
        f"""noirmail is running.

  Home            {home}/
  Try it alone    {home}/practice
  All mails       {home}/mailbox

Games are kept in {settings.data_dir}. Ctrl-C ends it."""
    )


@click.command()
@click.option("--plain", is_flag=True, help="Work without Celery and broker.")
@click.option("--threads", type=click.IntRange(1, 32), default=4, show_default=True, help="Mails sent at a time.")
@click.pass_obj
def worker(mode: Mode, plain: bool, threads: int) -> None:
    """Send mails and watch deadlines until stopped, by the database alone.

    The usual worker of a hosted noirmail is Celery's: celery -A noirmail.worker.celery worker.
    """
    if not plain:
        raise Refusal("say --plain for a worker without Celery, or run: celery -A noirmail.worker.celery worker")
    from noirmail.logs import set_up_logs
    from noirmail.worker.context import close, hold, make_context
    from noirmail.worker.plain import Duties

    settings = Settings.from_environ(environ, default_mode=mode)
    set_up_logs(settings)
    stop, wake = Event(), Event()
    for number in (SIGINT, SIGTERM):
        signal(number, lambda *_: stop.set())
    ctx = make_context(settings, wake=wake.set)
    hold(ctx)
    with Duties(wake, drainers=threads, patience=30, fetching=settings.imap_url is not None):
        stop.wait()
    close(ctx)
