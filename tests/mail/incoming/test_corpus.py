"""Letters as mail programs and mail systems write them, each with what must be found in it (TRUST 0.3)."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from noirmail.engine.errors import EngineError
from noirmail.engine.notation import read_action, reads_as_action
from noirmail.mail.incoming.commands import ActionText, Command, Conflict, Noise, read_commands
from noirmail.mail.incoming.letter import IncomingLetter, TooBig, read_letter
from noirmail.mail.incoming.reports import Bounce, Complaint
from tests.mail.incoming.corpus.ours import position
from tests.mail.incoming.corpus.recipe import AUTHSERV

LETTERS = Path(__file__).parent.parent / "letters"
EXPECTED: dict[str, dict[str, Any]] = json.loads((LETTERS / "expected.json").read_text(encoding="utf-8"))
OWN = ("noir@example.test", "@in.example.test")
LANGUAGES = ("en", "it")
# What is found in a mail of Alice's that is nothing special.
USUAL: dict[str, Any] = {
    "lines": [],
    "sender": "alice@example.test",
    "sender_problem": None,
    "automatic": None,
    "suppress": False,
    "authentication": "pass",
    "quoted": False,
    "bounce": None,
    "complaint": None,
    "about": None,
}


def read(name: str) -> IncomingLetter | TooBig:
    return read_letter((LETTERS / f"{name}.eml").read_bytes(), authserv_id=AUTHSERV, own=OWN)


def lines_of(letter: IncomingLetter) -> list[str]:
    """What would be done: actions canonically, commands; not the noise."""
    view = position()
    found = read_commands(letter.text, letter.subject, LANGUAGES, lambda line: reads_as_action(line, view))
    return [_line(line) for line in found if not isinstance(line, Noise)]


def _line(line: Command | ActionText | Conflict) -> str:
    match line:
        case Command():
            return f"command: {line.word} {line.argument}".strip()
        case Conflict():
            return f"conflict: {line.raw}"
    number = f" #{line.decision}" if line.decision is not None else ""
    try:
        return read_action(line.text, position()).text + number
    except EngineError:
        return f"refused: {line.text}"


def facts(letter: IncomingLetter) -> dict[str, Any]:
    """All that the table can name."""
    report = letter.report
    bounce = report if isinstance(report, Bounce) else None
    complaint = report if isinstance(report, Complaint) else None
    return {
        "lines": lines_of(letter),
        "sender": letter.sender,
        "sender_problem": letter.sender_problem,
        "automatic": letter.automatic,
        "suppress": letter.only_suppress_answer,
        "authentication": letter.authentication,
        "quoted": letter.quoted_removed,
        "bounce": [[one.address, one.kind, one.status] for one in bounce.failures] if bounce else None,
        "complaint": [complaint.feedback, complaint.address] if complaint else None,
        "about": report.message_id if report else None,
        "message_id": letter.message_id,
        "date": letter.date.isoformat() if letter.date else None,
        "subject": letter.subject,
    }


def expected_of(name: str) -> dict[str, Any]:
    table = USUAL | EXPECTED[name]
    return table if "sender_problem" not in EXPECTED[name] else table | {"sender": None}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_letter_is_read_as_its_writer_meant_it(name: str) -> None:
    letter, expected = read(name), expected_of(name)
    if isinstance(letter, TooBig):
        assert letter.reason == expected.get("too_big")
        return
    found = facts(letter)
    assert {key: found.get(key) for key in expected} == expected


def test_every_letter_has_an_expectation_and_every_expectation_a_letter() -> None:
    assert {path.stem for path in LETTERS.glob("*.eml")} == EXPECTED.keys()


def test_the_corpus_has_letters_of_every_sort(record_property: Any) -> None:
    sorts = Counter(name.partition("-")[0] for name in EXPECTED)
    record_property("letters", dict(sorts))

    assert sorts.total() >= 150
    assert sorts["reply"] >= 56
    assert sum(name.startswith("robot-") and name[-3:] in {"-en", "-it", "-es", "-ru"} for name in EXPECTED) == 40
    assert min(sorts[sort] for sort in ("bounce", "complaint", "spoof", "charset", "order", "bomb", "date")) >= 5


def test_no_automatic_answer_makes_an_event_or_gets_an_answer() -> None:
    for name in EXPECTED:
        if name.startswith("robot-") and name[-3:] in {"-en", "-it", "-es", "-ru"}:
            letter = read(name)
            assert isinstance(letter, IncomingLetter)
            assert letter.automatic or letter.only_suppress_answer
            assert lines_of(letter) == []
