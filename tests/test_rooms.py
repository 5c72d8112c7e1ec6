"""The house is built as its plan says: rooms, directions, sizes, and what must be in no file."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

import pytest

ROOT = Path(__file__).parent.parent
CODE = ("noirmail", "tests", "migrations", "scripts")
SOURCES = [path for room in CODE for path in sorted((ROOT / room).rglob("*.py"))]
ROOMS = sorted(path.parent for path in (ROOT / "noirmail").rglob("__init__.py") if path.parent.name != "noirmail")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def functions(path: Path) -> Iterator[Function]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def lines(function: Function) -> int:
    """From the first line to the last, without decorators."""
    return (function.end_lineno or 0) - function.lineno + 1


def everything_kept() -> list[Path]:
    """All files that belong to the project: as git knows them, or where there is no git, by their folders."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
        found = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        found = [
            *ROOT.glob("*"),
            *(path for room in (*CODE, "templates", "docs") for path in (ROOT / room).rglob("*")),
        ]
    return [path for path in found if path.is_file() and "__pycache__" not in path.parts]


def test_imports_go_down_the_house_only() -> None:
    linter = Path(sys.executable).with_name("lint-imports")

    told = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)

    assert told.returncode == 0, told.stdout


@pytest.mark.parametrize("room", ROOMS, ids=name_of)
def test_a_room_says_what_it_is_for_in_about_five_lines(room: Path) -> None:
    told = (room / "README.md").read_text(encoding="utf-8").strip().splitlines()

    assert 4 <= len(told) <= 8


def test_no_file_is_over_400_lines() -> None:
    kinds = {".py", ".html", ".css", ".js", ".sh", ".mako"}
    sizes = {name_of(path): len(path.read_bytes().splitlines()) for path in everything_kept() if path.suffix in kinds}

    assert {name: size for name, size in sizes.items() if size > 400} == {}


def test_no_function_is_over_60_lines() -> None:
    sizes = {f"{name_of(path)}: {f.name}": lines(f) for path in SOURCES for f in functions(path)}

    assert {name: size for name, size in sizes.items() if size > 60} == {}


def test_half_the_functions_are_below_9_lines_and_few_above_40() -> None:
    sizes = [lines(f) for path in SOURCES if path.is_relative_to(ROOT / "noirmail") for f in functions(path)]

    assert median(sizes) <= 8
    assert quantiles(sizes, n=20)[-1] <= 40


def test_half_the_tests_are_below_13_lines() -> None:
    tests = [f for path in SOURCES if path.name.startswith("test_") for f in functions(path)]

    assert median(lines(f) for f in tests if f.name.startswith("test_")) <= 12


@pytest.mark.parametrize("room", ["engine", "service", "store"])
def test_a_public_function_says_what_it_guarantees(room: str) -> None:
    silent = [
        f"{name_of(path)}: {node.name}"
        for path in (ROOT / "noirmail" / room).rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_") and not ast.get_docstring(node)
    ]

    assert silent == []


def test_nothing_is_put_off_in_the_broker_for_long() -> None:
    """What is due later stands in the database; Redis may be flushed at any moment."""
    late = [
        f"{name_of(path)}:{word.value.lineno}"
        for path in SOURCES
        for word in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(word, ast.keyword) and word.arg in ("eta", "countdown") and not short(word.value)
    ]

    assert late == []


def short(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, int | float) and value.value <= 300


def test_only_the_clock_says_what_time_it_is() -> None:
    asked = re.compile(r"\b(datetime\.(now|utcnow|today)|date\.today|time\.time|time_ns)\(")
    found = [
        name_of(path)
        for path in SOURCES
        if path.is_relative_to(ROOT / "noirmail") and asked.search(path.read_text(encoding="utf-8"))
    ]

    assert found == ["noirmail/clock.py"]


def test_only_the_vault_makes_views() -> None:
    found = [
        name_of(path)
        for path in SOURCES
        if "noirmail" in path.parts and re.search(r"\bview_of\(", path.read_text(encoding="utf-8"))
    ]

    assert [name for name in found if not name.startswith("noirmail/engine/")] == ["noirmail/service/vault.py"]


def test_no_file_names_a_machine_or_a_registry() -> None:
    wrong = re.compile(
        rb"/(?:work|root|home)/|pypi\.org|python[h]osted|npmjs\.(?:org|com)|deb\.debian\.org|(?<!no-emit-)index[-]url\b"
    )
    found = {}
    for path in everything_kept():
        if path.suffix not in (".png", ".gz", ".woff2", ".ico") and (hit := wrong.search(path.read_bytes())):
            found[name_of(path)] = hit.group().decode()

    assert found == {}
