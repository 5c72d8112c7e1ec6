"""Logs hold no token, no password and no whole mail address, whoever wrote the line."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from json import loads
from pathlib import Path

import pytest
from structlog import get_logger

from noirmail.config import Mode, embedded
from noirmail.logs import mask, report, set_up_logs
from noirmail.service.tokens import Keyring

TOKEN = Keyring([("a", b"k" * 32)]).mint("seat", 7)


@pytest.fixture(params=["hosted", "embedded"])
def lines(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StringIO]:
    """What is logged, in each of both dresses."""
    mode: Mode = request.param
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = StringIO()
    set_up_logs(replace(embedded({"NOIRMAIL_DATA_DIR": str(tmp_path)}), mode=mode, log_level="INFO"), stream)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)


@pytest.mark.parametrize(
    ("line", "masked"),
    [
        (f"GET /s/{TOKEN}/d4/kill-t", "GET /s/***"),
        ("route /s/<token>/d<int:decision>", "route /s/<token>/d<int:decision>"),
        ("/i/abc /j/abc /u/abc /sign-in/abc", "/i/*** /j/*** /u/*** /sign-in/***"),
        (f"link {TOKEN}, and {TOKEN.upper()}", "link ***, and ***"),
        ("to alice@example.test", "to a***@example.test"),
        ("to=alice.b+noir@example.test>", "to=a***@example.test>"),
        ("?email=alice%40example.test", "?email=a***%40example.test"),
        (f"move+{TOKEN}@in.example.test", "m***@in.example.test"),
        ("postgresql://noir:hunter2@db/noir", "postgresql://***@db/noir"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer ***"),
        ("game K7QF2M3N at ply 12 in 3.5 ms", "game K7QF2M3N at ply 12 in 3.5 ms"),
        ("/games/K7QF2M3N/join", "/games/K7QF2M3N/join"),
    ],
)
def test_a_line_is_masked(line: str, masked: str) -> None:
    assert mask(line) == masked


def test_what_noirmail_logs_is_masked(lines: StringIO) -> None:
    get_logger("noirmail.test").info("mailed", to="alice@example.test", path=f"/s/{TOKEN}")
    assert "a***@example.test" in lines.getvalue()
    assert "/s/***" in lines.getvalue()


def test_what_a_library_logs_is_masked(lines: StringIO) -> None:
    logging.getLogger("smtplib").warning("refused by %s", "bob@example.test")
    assert "refused by b***@example.test" in lines.getvalue()


def test_a_traceback_is_masked_and_shows_no_values(lines: StringIO) -> None:
    try:
        secret = "the killer is Marion"
        raise ValueError(f"no such person: bob@example.test {len(secret)}")
    except ValueError as error:
        reference = report(error)
    said = lines.getvalue()
    assert reference in said
    assert "ValueError: no such person: b***@example.test" in said
    assert "Marion" not in said.replace('secret = "the killer is Marion"', "")


def test_a_hosted_noirmail_logs_json(lines: StringIO, request: pytest.FixtureRequest) -> None:
    get_logger("noirmail.test").info("moved", ply=3)
    if request.node.callspec.params["lines"] == "hosted":
        assert loads(lines.getvalue())["ply"] == 3
    else:
        assert "ply=3" in lines.getvalue()


def test_setting_up_again_replaces_the_first(lines: StringIO, tmp_path: Path) -> None:
    again = StringIO()
    set_up_logs(embedded({"NOIRMAIL_DATA_DIR": str(tmp_path)}), again)
    get_logger("noirmail.test").warning("once")
    assert (lines.getvalue().count("once"), again.getvalue().count("once")) == (0, 1)
