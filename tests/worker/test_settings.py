"""How the hosted processes are set up, and how they refuse to start (TRUST R78, R108)."""

import sys
from runpy import run_module
from typing import Any
from unittest.mock import patch

import pytest

from noirmail.worker.context import hold


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NOIRMAIL_MODE", "DATABASE_URL", "REDIS_URL", "NOIRMAIL_MAIL_FROM"):
        monkeypatch.delenv(name, raising=False)
    hold(None)


@pytest.fixture
def celery_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> dict[str, Any]:
    monkeypatch.setenv("NOIRMAIL_MODE", "test")
    monkeypatch.setenv("NOIRMAIL_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("NOIRMAIL_REDIS_URL", "redis://127.0.0.1:1/0")
    return _run("noirmail.worker.celeryconfig")


def _run(module: str) -> dict[str, Any]:
    """Run a module anew, whoever has imported it before."""
    with patch.dict(sys.modules):
        sys.modules.pop(module, None)
        return run_module(module)


@pytest.mark.parametrize("module", ["noirmail.wsgi", "noirmail.worker.celeryconfig"])
def test_a_process_refuses_bad_settings_in_one_line(module: str) -> None:
    with pytest.raises(SystemExit) as left:
        _run(module)
    assert left.value.code == "noirmail: NOIRMAIL_MAIL_FROM is not set"


def test_a_task_whose_worker_dies_is_done_by_another(celery_settings: dict[str, Any]) -> None:
    assert celery_settings["task_acks_late"]
    assert celery_settings["task_reject_on_worker_lost"]
    assert celery_settings["worker_prefetch_multiplier"] == 1
    assert celery_settings["task_ignore_result"]


def test_an_unfinished_task_comes_back_after_ten_minutes_everywhere(celery_settings: dict[str, Any]) -> None:
    places = [celery_settings, celery_settings["broker_transport_options"]]
    places.append(celery_settings["result_backend_transport_options"])
    assert [place["visibility_timeout"] for place in places] == [600, 600, 600]
    assert celery_settings["task_time_limit"] < 600


def test_nothing_but_json_is_taken_from_the_broker(celery_settings: dict[str, Any]) -> None:
    assert celery_settings["accept_content"] == ["json"]
    assert celery_settings["task_serializer"] == "json"


def test_what_the_scheduler_rings_for_cannot_pile_up(celery_settings: dict[str, Any]) -> None:
    schedule = celery_settings["beat_schedule"]
    assert {entry["task"] for entry in schedule.values()} == {"noirmail.sweep", "noirmail.drain"}
    assert all(entry["schedule"] <= 15 and entry["options"]["expires"] <= 60 for entry in schedule.values())
