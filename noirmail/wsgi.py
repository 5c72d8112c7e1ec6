"""``noirmail.wsgi:app``, for any WSGI server: a hosted noirmail by the settings of the environment."""

from os import environ

from noirmail.app import create_app
from noirmail.config import BadSetting, Settings

try:
    app = create_app(Settings.from_environ(environ, default_mode="hosted"))
except BadSetting as error:
    raise SystemExit(f"noirmail: {error}") from None
