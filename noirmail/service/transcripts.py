"""What came of a mail, line by line, as its answer tells it: sealed in its row, since it repeats the mail."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from json import dumps, loads
from typing import Any

from noirmail.service.context import Context
from noirmail.service.sealing import seal, unseal


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the mail, '' for the mail as a whole, and what came of it."""

    said: str
    result: str


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a title."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Transcript:
    """What an answer says. ``headline`` holds no secret. ``board``: the position is shown, with what can be done.

    ``due``: of the decision that is owed then. ``confirm``: the id of a mail that waits for its player's word.
    ``resumes``: when the next answer can come, where this one is the last for now.
    """

    headline: str
    lines: tuple[Line, ...] = ()
    sections: tuple[Section, ...] = field(default=())
    board: bool = True
    due: datetime | None = None
    confirm: int | None = None
    resumes: datetime | None = None


def sealed(ctx: Context, told: Transcript) -> dict[str, Any]:
    """A transcript as the ``data`` of a mail."""
    plain = {**asdict(told), "due": _written(told.due), "resumes": _written(told.resumes)}
    return {"sealed": seal(ctx, dumps(plain).encode()).decode("ascii")}


def opened(ctx: Context, data: Mapping[str, Any]) -> Transcript:
    """The transcript in the ``data`` of a mail; raises sealing.BrokenSeal."""
    plain = loads(unseal(ctx, data["sealed"].encode("ascii")))
    return Transcript(
        headline=plain["headline"],
        lines=tuple(Line(**line) for line in plain["lines"]),
        sections=tuple(Section(one["title"], tuple(one["lines"])) for one in plain["sections"]),
        board=plain["board"],
        due=_read(plain["due"]),
        confirm=plain["confirm"],
        # Rows that an older version queued have none.
        resumes=_read(plain.get("resumes")),
    )


def _written(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _read(written: str | None) -> datetime | None:
    return datetime.fromisoformat(written) if written else None
