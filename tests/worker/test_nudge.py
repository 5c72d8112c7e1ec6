"""The nudge after a commit: it rings where somebody can hear it, and never holds anybody up."""

from redis import Redis
from structlog.testing import capture_logs

from noirmail.worker.nudge import Nudge
from tests.worker.processes import until


def test_a_nudge_puts_a_wake_up_call_without_any_argument_into_the_queue(valkey: str) -> None:
    corner = valkey.replace("/0", "/2")
    Nudge(corner)()
    with Redis.from_url(corner) as redis:
        call = until(lambda: redis.lindex("noirmail", 0))
    assert b'"task": "noirmail.drain"' in call
    assert b'"argsrepr": "()"' in call


def test_a_broker_that_is_away_is_logged_without_its_address() -> None:
    with capture_logs() as lines:
        Nudge("redis://noir:hunter2@127.0.0.1:1/0")()
        until(lambda: lines)
    assert lines[0]["log_level"] == "warning"
    assert "hunter2" not in str(lines)
