"""What tests of the API share: a caller, and tokens."""

from dataclasses import dataclass
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from noirmail.service.api_tokens import issue_to_host, issue_to_person
from noirmail.service.context import Context
from tests.cast import ALICE, BOB, CHARLIE

Json = dict[str, Any]


@dataclass(frozen=True)
class Api:
    """The API, called with a token or without."""

    client: FlaskClient

    def get(self, path: str, token: str | None = None, **headers: str) -> TestResponse:
        """A read; ``headers`` with underscores."""
        return self.client.get(f"/api/v1{path}", headers=_headers(token, headers))

    def post(self, path: str, token: str | None, body: Any = None, **headers: str) -> TestResponse:
        """A JSON body, or bytes as they are, sent as JSON."""
        raw: Json = {"data": body, "content_type": "application/json"} if isinstance(body, bytes) else {"json": body}
        return self.client.post(f"/api/v1{path}", headers=_headers(token, headers), **raw)

    def act(self, path: str, token: str | None, action: str, decision: int, key: str = "k") -> TestResponse:
        """A move."""
        return self.post(f"{path}/actions", token, {"action": action, "decision": decision, "key": key})


def _headers(token: str | None, more: dict[str, str]) -> dict[str, str]:
    named = {name.replace("_", "-"): value for name, value in more.items()}
    return named | ({"Authorization": f"Bearer {token}"} if token is not None else {})


@pytest.fixture
def api(client: FlaskClient) -> Api:
    """A program that calls the API."""
    return Api(client)


@pytest.fixture
def host(ctx: Context) -> str:
    """A host's token."""
    return issue_to_host(ctx)


@pytest.fixture
def alice(ctx: Context) -> str:
    """Alice's personal token."""
    return issue_to_person(ctx, ALICE.email)


@pytest.fixture
def bob(ctx: Context) -> str:
    """Bob's personal token."""
    return issue_to_person(ctx, BOB.email)


@pytest.fixture
def charlie(ctx: Context) -> str:
    """Charlie's personal token: somebody who sits at none of the tables."""
    return issue_to_person(ctx, CHARLIE.email)


@pytest.fixture
def two() -> Json:
    """A body that opens a game for Alice and Bob."""
    seats = [{"name": who.name, "email": who.email} for who in (ALICE, BOB)]
    return {"ruleset": "kvi", "seats": seats, "seating": "given"}
