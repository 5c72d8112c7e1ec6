"""Games that another program explained, written from the same rules."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from noirmail.engine.record import explain, read_record, verify
from noirmail.engine.rulesets import RULESETS

VECTORS = sorted((Path(__file__).parent / "vectors").glob("*.ndjson.gz"))


def lines_of(path: Path) -> Iterator[Any]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.name.split(".")[0])
def test_the_explain_stream_agrees_line_by_line(path: Path) -> None:
    record, *expected = lines_of(path)

    found = list(explain(read_record(json.dumps(record).encode())))

    assert len(found) == len(expected)
    for mine, theirs in zip(found, expected, strict=True):
        assert mine == theirs
        assert list(mine) == list(theirs)


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.name.split(".")[0])
def test_deal_and_outcome_of_a_vector_can_be_verified(path: Path) -> None:
    record = read_record(json.dumps(next(lines_of(path))).encode())

    found = verify(record)

    assert (found.deal, found.outcome) == (True, True)


def test_there_are_vectors_of_every_rule_set_and_number_of_players() -> None:
    records = [next(lines_of(path)) for path in VECTORS]

    found = {(record["ruleset"], len(record["players"])) for record in records}

    assert found == {(name, players) for name, rules in RULESETS.items() for players in rules.description.players}
