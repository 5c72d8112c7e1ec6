"""gunicorn's settings: ``gunicorn -c python:noirmail.gunicorn_conf noirmail.wsgi:app``; options win over them.

noirmail logs each request itself, with the token masked, so gunicorn keeps no access log.
"""

import sys
from os import environ

from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.glogging import Logger

from noirmail.config import BadSetting, Settings
from noirmail.logs import set_up_logs


class MaskedLogger(Logger):  # type: ignore[misc]
    """Hands gunicorn's own lines to noirmail's log, since an error's line has the address of the request in it."""

    def setup(self, cfg: Config) -> None:
        """Let the lines go up to the root, where they are masked and written."""
        self.error_log.propagate = True
        self.error_log.setLevel(self.LOG_LEVELS.get(cfg.loglevel.lower(), self.loglevel))


def on_starting(server: Arbiter) -> None:
    """Refuse bad settings in one line before any worker starts."""
    try:
        settings = Settings.from_environ(environ, default_mode="hosted")
    except BadSetting as error:
        print(f"noirmail: {error}", file=sys.stderr)  # noqa: T201
        sys.exit(2)
    set_up_logs(settings)


worker_class = "gthread"
workers = int(environ.get("WEB_CONCURRENCY", "2"))
threads = 8
timeout = 60
graceful_timeout = 30
keepalive = 5
# The application connects to nothing before it is asked, so it can be loaded once and shared.
preload_app = True
# Nothing is steered through it, and it would want a place to write to.
control_socket_disable = True
logger_class = MaskedLogger
