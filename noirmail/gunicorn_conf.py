"""gunicorn's settings: ``gunicorn -c python:noirmail.gunicorn_conf noirmail.wsgi:app``; options win over them.

noirmail logs each request itself, with the token masked, so gunicorn keeps no access log.
"""

from os import environ

from gunicorn.config import Config
from gunicorn.glogging import Logger


class MaskedLogger(Logger):  # type: ignore[misc]
    """Hands gunicorn's own lines to noirmail's log, since an error's line has the address of the request in it."""

    def setup(self, cfg: Config) -> None:
        """Let the lines go up to the root, where they are masked and written."""
        self.error_log.propagate = True
        self.error_log.setLevel(self.LOG_LEVELS.get(cfg.loglevel.lower(), self.loglevel))


worker_class = "gthread"
workers = int(environ.get("WEB_CONCURRENCY", "2"))
threads = 8
timeout = 60
graceful_timeout = 30
keepalive = 5
# Bad settings are refused once, before any worker starts; and the application, which connects to nothing before it
# is asked, is shared.
preload_app = True
# Nothing is steered through it, and it would want a place to write to.
control_socket_disable = True
logger_class = MaskedLogger
