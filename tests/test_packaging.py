"""What a fresh clone, a wheel and the continuous integration rely on."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from noirmail.data import data_dir

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def locked(name: str) -> dict[str, str]:
    """What each locked package stands for: version, condition, and its hashes."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return {line.partition("==")[0]: line for line in re.split(r"\n(?=[a-z0-9])", text.replace("\\\n", " "))}


def test_the_folders_that_the_code_asks_for_travel_inside_the_wheel() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "noirmail").rglob("*.py"))
    asked = set(re.findall(r'data_dir\("(\w+)"\)', code))
    packed = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]

    assert packed == {name: f"noirmail/_data/{name}" for name in asked}


def test_a_folder_is_found_in_the_checkout() -> None:
    assert (data_dir("migrations") / "env.py").is_file()


def test_a_folder_that_is_missing_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="'nowhere' is missing"):
        data_dir("nowhere")


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_every_locked_package_has_its_hashes(name: str) -> None:
    assert [package for package, line in locked(name).items() if "--hash=sha256:" not in line] == []


def test_tests_run_on_the_versions_that_hosts_run() -> None:
    tested = locked("requirements-dev.lock")
    differing = {
        package
        for package, line in locked("requirements.lock").items()
        if line.partition(" ")[0] != tested[package].partition(" ")[0]
    }

    assert differing == set()


def test_the_oldest_python_gets_what_it_lacks() -> None:
    """The client of Redis needs a package more below Python 3.11.3; a lock made on a newer one can miss it."""
    assert "python_full_version < '3.11.3'" in locked("requirements.lock")["async-timeout"]


def test_integration_runs_the_command_of_the_readme_and_skips_nothing() -> None:
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")

    assert re.search(r"^make test\b", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert "export CI=true" in run
    assert run.rstrip().endswith("exec make test")


def test_make_alone_lists_the_chores() -> None:
    told = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert "make run " in told
    assert "make test " in told
