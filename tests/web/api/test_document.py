"""The OpenAPI document that the server serves, held to the code: its paths, its models, its answers."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from apiflask import APIFlask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy
from pydantic import BaseModel
from schemathesis import GenerationMode
from schemathesis import checks as schemathesis_checks
from schemathesis.specs.openapi import checks

from noirmail.service.api_tokens import issue_to_host
from noirmail.service.context import Context
from noirmail.web.api import answers
from tests.build import after, create_game, token_of
from tests.web.api.conftest import Api, Json

PREFIX = "/api/v1"


def _routes(app: APIFlask) -> Iterator[tuple[str, str]]:
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith(PREFIX) and not rule.rule.endswith("openapi.json"):
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                yield method.lower(), re.sub(r"<(\w+:)?(\w+)>", r"{\2}", rule.rule)


def _operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            yield method, path, operation


def test_every_route_is_described_and_nothing_else(app: APIFlask, api: Api) -> None:
    document = api.get("/openapi.json").json

    assert sorted(_routes(app)) == sorted((method, path) for method, path, _said in _operations(document))


def test_the_calls_are_those_that_are_promised(api: Api) -> None:
    found = {
        (method, path.removeprefix(PREFIX)) for method, path, _said in _operations(api.get("/openapi.json").json)
    }

    posts = {"actions", "join", "decline", "resign", "agree", "claim"}
    reads = {"/games", "/games/{id}", "/games/{id}/plies", "/games/{id}/plies/{n}", "/games/{id}/record", "/rulesets"}
    due = {("get", read) for read in reads} | {("post", f"/games/{{id}}/{call}") for call in posts}
    assert found == due | {("post", "/games")}


def test_every_refusal_is_described_as_a_problem(api: Api) -> None:
    for _method, _path, operation in _operations(api.get("/openapi.json").json):
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                assert list(answer["content"]) == ["application/problem+json"]


def test_the_document_names_no_address_of_this_server(api: Api) -> None:
    document = api.client.get("/api/v1/openapi.json", headers={"Host": "elsewhere.example.test"})

    assert document.json["servers"] == [{"url": "/"}]
    assert "elsewhere" not in document.get_data(as_text=True)


def _held(model: type[BaseModel], body: Any) -> None:
    """The body is what the model says, with no member that the document does not name."""
    model.model_validate(body, extra="forbid")


def test_every_answer_is_what_its_model_says(api: Api, ctx: Context, alice: str, host: str, two: Json) -> None:
    game = after(ctx, create_game(ctx, watch="everyone"), "kill N")
    path, seat = f"/games/{game.code}", token_of(ctx, game, 1)
    _held(answers.OpenedGame, api.post("/games", host, two).json)
    _held(answers.OpenedGame, api.post("/games", alice, two).json)
    for token in (None, alice, seat):
        _held(answers.Game, api.get(path, token).json)
        _held(answers.Plies, api.get(f"{path}/plies", token).json)
    _held(answers.GameList, api.get("/games", alice).json)
    _held(answers.Receipt, api.act(path, seat, "identity Z", 1).json)
    _held(answers.Game, api.post(f"{path}/agree", seat, {}).json)
    _held(answers.Game, api.post(f"{path}/resign", seat).json)
    _held(answers.Game, api.get(f"{path}/plies/1?eyes=all").json)
    _held(answers.RecordAnswer, api.get(f"{path}/record").json)
    _held(answers.RuleSetList, api.get("/rulesets").json)


CHECKS = (
    schemathesis_checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
)
ENOUGH = settings(max_examples=6, phases=[Phase.generate], database=None, suppress_health_check=list(HealthCheck))


def _cases(operation: Any) -> SearchStrategy[schemathesis.Case]:
    """Calls as described, and where there is a body, calls that are not."""
    good: SearchStrategy[schemathesis.Case] = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    return good | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE) if operation.body else good


@pytest.mark.parametrize("who", ["nobody", "seat", "host"])
def test_whatever_is_sent_the_answers_are_those_described(app: APIFlask, ctx: Context, who: str) -> None:
    game = create_game(ctx)
    token = {"nobody": None, "seat": token_of(ctx, game, 0), "host": issue_to_host(ctx)}[who]
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    for found in schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", app).get_all_operations():

        @given(case=_cases(found.ok()))
        @ENOUGH
        def send(case: schemathesis.Case) -> None:
            if "id" in case.path_parameters:
                case.path_parameters["id"] = game.code
            case.call_and_validate(headers=headers, checks=CHECKS)

        send()
