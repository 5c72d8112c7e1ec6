"""The API's blueprint. Refusals become problem details in ``noirmail.web.errors``, as everywhere below /api/."""

from typing import cast

from apiflask import APIBlueprint, APIFlask
from apiflask.schema_adapters import registry
from flask import Response, request
from flask.blueprints import BlueprintSetupState

from noirmail.web.api.body import CheckedAdapter
from noirmail.web.api.document import configure

# Before any route names a model: APIFlask asks for the way to read it then.
registry.register("pydantic", CheckedAdapter)

api = APIBlueprint("api", __name__, url_prefix="/api/v1", tag="noirmail")


@api.record_once
def describe(state: BlueprintSetupState) -> None:
    """Tell the application's OpenAPI document what all routes have in common."""
    configure(cast("APIFlask", state.app))


@api.after_request
def open_to_all(response: Response) -> Response:
    """What needs no token may be read by scripts of any site; no cookie and no token goes with such a read."""
    if request.method in ("GET", "HEAD", "OPTIONS") and "Authorization" not in request.headers:
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "ETag"
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, HEAD"
        response.headers["Access-Control-Allow-Headers"] = "If-None-Match"
        response.headers["Access-Control-Max-Age"] = "86400"
    response.headers["Vary"] = "Authorization"
    return response
