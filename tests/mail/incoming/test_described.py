"""What is written about playing by mail names every word that is read."""

from pathlib import Path

import pytest

from noirmail.mail.incoming.vocabulary import COMMANDS, ENDS

TEXT = (Path(__file__).parents[3] / "docs" / "playing-by-mail.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", COMMANDS)
def test_every_word_is_described(language: str) -> None:
    words = [word for command in COMMANDS[language].values() for word in command]

    assert [word for word in words if f"`{word}`" not in TEXT] == []
    assert f"`{ENDS[language][0]}`" in TEXT
