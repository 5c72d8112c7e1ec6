"""The few files that pages load: style, icon, and a script for the keyboard."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, request

from noirmail.service.errors import NotFound

assets = Blueprint("assets", __name__)

_FOLDER = Path(__file__).parent / "static"
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@assets.get("/assets/<name>")
def send(name: str) -> Response:
    """One file; it may be kept for a year, since its address changes with it."""
    if name not in _names():
        raise NotFound
    response = Response(_content(name), mimetype=_TYPES[Path(name).suffix])
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    response.set_etag(_hash(name))
    response.make_conditional(request)
    return response


def asset(name: str) -> str:
    """The address of a file of ours."""
    return f"/assets/{name}?v={_hash(name)}"


@cache
def _names() -> frozenset[str]:
    return frozenset(path.name for path in _FOLDER.iterdir() if path.suffix in _TYPES)


@cache
def _content(name: str) -> bytes:
    return (_FOLDER / name).read_bytes()


@cache
def _hash(name: str) -> str:
    return sha256(_content(name)).hexdigest()[:12]
