"""What comes in: JSON bodies and queries, read within limits and checked against a model before anybody uses them."""

from collections.abc import Iterator
from json import loads
from typing import Any, NoReturn

from apiflask.schema_adapters.pydantic import PydanticAdapter
from flask import Request
from pydantic import BaseModel, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from noirmail.i18n import gettext as _
from noirmail.service.errors import BadInput, ServiceError

MAX_BYTES = 64 * 1024
MAX_DEPTH = 8


class NotJson(ServiceError):
    """The body cannot be read as JSON at all."""

    status = 400
    code = "not-json"

    def __init__(self) -> None:
        super().__init__(_("The body is not valid JSON in UTF-8, or a member stands in it twice."))

    @property
    def title(self) -> str:
        return _("This is not JSON")


class CheckedAdapter(PydanticAdapter):
    """APIFlask's way of reading pydantic models, with our limits and our problem details."""

    def validate_input(self, request: Request, location: str, **kwargs: Any) -> BaseModel:
        """The model of a JSON body or a query. Raises BadInput, naming the field, and what ``read_json`` raises."""
        data: object = read_json(request) if location == "json" else request.args.to_dict()
        for field, text in _texts(data, ""):
            _refuse_unwritable(field, text)
        try:
            return self.model_class.model_validate(data)
        except ValidationError as error:
            raise _refusal(error, data) from error


def read_json(request: Request) -> dict[str, Any]:
    """The JSON object in the body; empty where there is no body at all.

    Raises UnsupportedMediaType, RequestEntityTooLarge, NotJson, and BadInput for JSON that is no object or is
    nested too deeply.
    """
    raw = _raw(request)
    if not raw:
        return {}
    if request.mimetype != "application/json":
        raise UnsupportedMediaType
    try:
        data = loads(raw.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_members)
    except (ValueError, RecursionError) as error:
        raise NotJson from error
    if not isinstance(data, dict):
        raise BadInput(_("The body must be a JSON object."), field="")
    if _too_deep(data, MAX_DEPTH):
        raise BadInput(_("The body is nested too deeply."), field="")
    return data


def _raw(request: Request) -> bytes:
    if request.content_length is not None and request.content_length > MAX_BYTES:
        raise RequestEntityTooLarge
    request.max_content_length = MAX_BYTES
    return request.get_data(cache=False)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member stands twice")
    return members


def _too_deep(data: object, left: int) -> bool:
    if isinstance(data, dict):
        return not left or any(_too_deep(value, left - 1) for value in data.values())
    if isinstance(data, list):
        return not left or any(_too_deep(value, left - 1) for value in data)
    return False


def _texts(data: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, dict):
        for name, value in data.items():
            yield path, name
            yield from _texts(value, f"{path}.{name}" if path else name)
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from _texts(value, f"{path}.{number}" if path else str(number))


def _refuse_unwritable(field: str, text: str) -> None:
    """Half a character and NUL: no database stores them, no answer can repeat them."""
    if "\0" in text or any("\ud800" <= one <= "\udfff" for one in text):
        shown = field.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")[:80]
        raise BadInput(_("A text holds a character that cannot be stored."), field=shown)


def _refusal(error: ValidationError, data: object) -> BadInput:
    """The first fault as the problem, each of the first ten under ``errors``."""
    told: dict[str, str] = {}
    for fault in error.errors(include_url=False, include_input=False):
        field = _field(fault["loc"], data)
        # Of a value that may have several types, each type complains.
        once = field not in told
        told[field] = sentence(fault["type"], fault.get("ctx", {})) if once else sentence("value", {})
    faults = [{"field": field, "detail": detail} for field, detail in list(told.items())[:10]]
    field, detail = faults[0]["field"], faults[0]["detail"]
    return BadInput(f"{field}: {detail}", field, errors=faults)


def _field(path: tuple[int | str, ...], data: object) -> str:
    """Where the fault is, such as ``seats.0.name``: as far as the path leads through the data, or just beyond."""
    steps: list[str] = []
    for step in path:
        if isinstance(data, dict):
            data = data.get(str(step))
        elif isinstance(data, list) and isinstance(step, int):
            data = data[step]
        else:
            break
        steps.append(str(step)[:40])
    return ".".join(steps)


def sentence(kind: str, ctx: dict[str, Any]) -> str:
    """What is wrong with a member, by pydantic's name for the kind of fault."""
    told = {
        "missing": _("This member is missing."),
        "extra_forbidden": _("There is no such member here."),
        "string_type": _("This must be a text."),
        "int_type": _("This must be a whole number."),
        "int_parsing": _("This must be a whole number."),
        "bool_type": _("This must be true or false."),
        "dict_type": _("This must be an object."),
        "model_type": _("This must be an object."),
        "list_type": _("This must be a list."),
    }
    if kind in told:
        return told[kind]
    return _limit(kind, ctx) or _("This has a value that it cannot have.")


def _limit(kind: str, ctx: dict[str, Any]) -> str | None:
    match kind:
        case "string_too_long":
            return _("This is longer than %(most)s characters.", most=ctx["max_length"])
        case "string_too_short":
            return _("This must have at least %(least)s characters.", least=ctx["min_length"])
        case "too_long":
            return _("This list is longer than %(most)s.", most=ctx["max_length"])
        case "too_short":
            return _("This list must have at least %(least)s.", least=ctx["min_length"])
        case "greater_than_equal":
            return _("This must be at least %(least)s.", least=ctx["ge"])
        case "less_than_equal":
            return _("This must be at most %(most)s.", most=ctx["le"])
        case "literal_error":
            return _("This must be one of: %(choices)s.", choices=ctx["expected"])
    return None
