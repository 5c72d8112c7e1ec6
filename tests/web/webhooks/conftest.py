"""What tests of webhooks share: an application that knows the providers' secrets, and Alice's reply address."""

from dataclasses import replace

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from noirmail.service.context import Context
from tests.build import create_game
from tests.worker.letters_in import reply_address

KEY = "key-of-mailgun-for-tests"
LOGIN = "postmark:correct-horse-battery"


@pytest.fixture
def to(ctx: Context) -> str:
    """Where Alice answers to."""
    return reply_address(ctx, create_game(ctx), 0)


@pytest.fixture
def provider(app: APIFlask, ctx: Context) -> FlaskClient:
    """A provider's program: no cookies."""
    settings = replace(ctx.settings, mailgun_key=KEY, postmark_login=LOGIN)
    app.extensions["noirmail"] = replace(ctx, settings=settings)
    return app.test_client(use_cookies=False)
