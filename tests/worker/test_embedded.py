"""The one-process mode as somebody meets it who starts it at a terminal."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from signal import SIGINT, SIGTERM

import pytest

from noirmail.cli.browsing import Browser
from tests.servers.valkey import free_port
from tests.worker.processes import PYTHON, Process, running

# Closed ports: a database or a broker that is looked for would be missed.
ELSEWHERE = {
    "DATABASE_URL": "postgresql://noir@127.0.0.1:1/noir",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "NOIRMAIL_SMTP_URL": "smtp://127.0.0.1:1",
}


@contextmanager
def started(folder: Path, port: int, log: str = "first.log") -> Iterator[Process]:
    """A noirmail on a data folder."""
    words = (PYTHON, "-m", "noirmail", "run", "--port", str(port))
    env = {**ELSEWHERE, "NOIRMAIL_DATA_DIR": str(folder)}
    with running(*words, env=env, log=folder.with_name(log)) as process:
        yield process


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("embedded") / "var"


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def server(folder: Path, port: int) -> Iterator[Process]:
    """A noirmail that is ready."""
    with started(folder, port) as process:
        process.wait_for("noirmail is running")
        yield process
        assert process.end(SIGTERM) == 0


def test_it_says_where_to_click(server: Process, port: int) -> None:
    for path in ("/", "/practice", "/mailbox"):
        assert re.search(rf"http://127\.0\.0\.1:{port}{path}$", server.said, re.MULTILINE)
        Browser(f"http://127.0.0.1:{port}").open(path)


@pytest.mark.usefixtures("server")
def test_a_port_that_is_taken_is_named(tmp_path: Path, port: int) -> None:
    with started(tmp_path / "other", port) as second:
        assert second.wait() == 2
        told = f"noirmail: port {port} cannot be used: Address already in use; choose another with --port\n"
        assert second.said == told


@pytest.mark.usefixtures("server")
def test_one_folder_serves_one_process(folder: Path, port: int) -> None:
    with started(folder, 0, "second.log") as second:
        assert second.wait() == 2
        assert f"already running with the data folder {folder} http://127.0.0.1:{port}" in second.said


@pytest.mark.usefixtures("server")
def test_a_page_of_the_web_cannot_point_its_own_name_at_it(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/mailbox", headers={"Host": "rebound.example.test"})
    assert connection.getresponse().status == 400
    connection.close()


def test_a_demo_game_is_played_to_its_end_and_the_next_start_has_it(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    env = {**ELSEWHERE, "NOIRMAIL_DATA_DIR": str(folder)}
    with running(PYTHON, "-m", "noirmail", "demo", env=env, log=tmp_path / "demo.log") as demo:
        assert demo.wait() == 0, demo.said
    assert "noirmail has stopped" in (folder / "demo.log").read_text(encoding="utf-8")
    replay = re.search(r"^Replay: +http://127\.0\.0\.1:\d+(/g/\w+)", demo.said, re.MULTILINE)
    assert replay is not None
    port = free_port()
    with started(folder, port, "again.log") as again:
        again.wait_for("noirmail is running")
        assert "Ada" in Browser(f"http://127.0.0.1:{port}").open(replay[1]).source
        assert again.end(SIGINT) == 0
        assert "Traceback" not in again.said
