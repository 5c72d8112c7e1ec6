"""The OpenAPI document: APIFlask makes it from the routes and their models; what they have in common stands here."""

from http import HTTPStatus
from typing import Any, cast

from apiflask import APIFlask
from apiflask.types import SpecCallbackType
from pydantic.json_schema import models_json_schema

from noirmail.web.api import answers, requests
from noirmail.web.problems import MEDIA_TYPE

SUMMARY = """Play NOIR by mail from your own program.

Bearer tokens: a seat's (the one in its link), a person's, or a host's. Without one you watch.
Every refusal is a problem details object (RFC 9457). Answers may get more members; those described stay."""

MODELS = (
    answers.Game,
    answers.Plies,
    answers.Receipt,
    answers.OpenedGame,
    answers.GameList,
    answers.RuleSetList,
    answers.RecordAnswer,
    answers.Problem,
    requests.NewGameBody,
    requests.ActionBody,
    requests.JoinBody,
    requests.EmptyBody,
)

Security = list[str | dict[str, list[Any]]]
TOKEN: Security = [{"bearer": []}]
TOKEN_OR_NONE: Security = [{"bearer": []}, {}]

_PROBLEM = {"content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}


def refusals(*statuses: int) -> dict[int, Any]:
    """These problems as a route's further answers; 429 and 500 can happen anywhere."""
    return {status: {"description": HTTPStatus(status).phrase, **_PROBLEM} for status in (*statuses, 429, 500)}


def unchanged() -> dict[int, Any]:
    """The answer to a read whose ETag still holds."""
    return {304: {"description": HTTPStatus(304).phrase}}


def configure(app: APIFlask) -> None:
    """Tell APIFlask what the document says of the whole."""
    app.config.update(
        OPENAPI_VERSION="3.1.0",
        DESCRIPTION=SUMMARY,
        # An address that one caller's Host header brought would be kept for all others.
        AUTO_SERVERS=False,
        SERVERS=[{"url": "/"}],
        TAGS=[{"name": "noirmail"}],
        AUTO_404_RESPONSE=False,
        AUTO_AUTH_ERROR_RESPONSE=False,
        AUTO_VALIDATION_ERROR_RESPONSE=False,
        SECURITY_SCHEMES={"bearer": {"type": "http", "scheme": "bearer"}},
    )
    app.spec_processor(cast("SpecCallbackType", complete))


def complete(document: dict[str, Any]) -> dict[str, Any]:
    """The document with one schema for each model, whichever routes use it."""
    template = "#/components/schemas/{model}"
    _refs, schemas = models_json_schema([(model, "validation") for model in MODELS], ref_template=template)
    document["components"]["schemas"] = schemas["$defs"]
    return document
