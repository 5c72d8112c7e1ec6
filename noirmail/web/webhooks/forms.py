"""The fields of a form as bytes: a mail in one of them is in whatever character set it likes."""

from urllib.parse import parse_qsl

from flask import Request
from werkzeug.exceptions import HTTPException
from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartDecoder, NeedData

from noirmail.web.webhooks.arrival import Unreadable

# More fields than any provider sends besides the attachments, which nobody asked for.
_MOST = 100


def fields_of(request: Request) -> dict[str, bytes]:
    """The form's fields, of several of one name the first; files are passed over. Raises Unreadable."""
    body = request.get_data()
    try:
        if request.mimetype == "multipart/form-data":
            return _of_multipart(body, request.mimetype_params.get("boundary", ""))
        # Every byte is a letter in Latin-1, and comes out of it as the byte it was.
        pairs = parse_qsl(body.decode("latin-1"), True, encoding="latin-1", max_num_fields=_MOST)
        return {name: value.encode("latin-1") for name, value in reversed(pairs)}
    except (ValueError, HTTPException) as error:
        raise Unreadable("the form cannot be read") from error


def _of_multipart(body: bytes, boundary: str) -> dict[str, bytes]:
    decoder = MultipartDecoder(boundary.encode("latin-1"), max_parts=_MOST)
    decoder.receive_data(body)
    decoder.receive_data(None)
    fields: dict[str, bytes] = {}
    name: str | None = None
    while not isinstance(event := decoder.next_event(), Epilogue | NeedData):
        if isinstance(event, Field):
            name = event.name if event.name not in fields else None
        elif isinstance(event, File):
            name = None
        elif isinstance(event, Data) and name is not None:
            fields[name] = fields.get(name, b"") + event.data
    return fields
