"""The documents tell the truth: what they name exists, and what exists is named."""

import re
from pathlib import Path

import click
import pytest

from noirmail.cli import cli
from noirmail.engine.rulesets import RULESETS
from noirmail.store.models import Base

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOUSE = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
DOCS = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md"))) + README
COMMANDS = sorted(cli.list_commands(click.Context(cli)))
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_house_names_every_table() -> None:
    named = set(re.findall(r"^\| `([a-z_]+)` \|", HOUSE, re.MULTILINE))

    assert named == set(Base.metadata.tables)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_told_to_somebody(command: str) -> None:
    assert f"noirmail {command}" in DOCS or f"noirmail --hosted {command}" in DOCS


def test_the_commands_that_documents_name_exist() -> None:
    named = set(re.findall(r"`noirmail (?:--hosted )?([a-z][a-z-]+)", DOCS))

    assert named
    assert named <= set(COMMANDS)


def test_every_process_of_the_procfile_is_explained_to_hosts() -> None:
    processes = re.findall(r"^(\w+):", (ROOT / "Procfile").read_text(encoding="utf-8"), re.MULTILINE)

    assert [name for name in processes if f"| `{name}` |" not in README] == []


def test_what_the_readme_lets_make_do_it_does() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))

    assert {"run", "test"} <= targets
    assert set(re.findall(r"`make ([a-z]+)`|^make ([a-z]+)", README, re.MULTILINE)) <= {
        pair for target in targets for pair in ((target, ""), ("", target))
    }


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(((?!http)[^)#]+)\)", DOCS))))
def test_links_between_documents_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists() or (ROOT / "docs" / link).exists()


def test_the_readme_names_every_rule_set() -> None:
    assert [rules.description.name for rules in RULESETS.values() if rules.description.name not in README] == []


def test_changes_are_told_under_known_headings() -> None:
    assert set(re.findall(r"^### (.+)$", CHANGES, re.MULTILINE)) <= {"Added", "Changed", "Fixed", "Removed"}
