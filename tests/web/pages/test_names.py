"""What people type is shown as they typed it, wherever it stands, and is never anything else."""

import pytest

from tests.build import create_game, token_of
from tests.web.pages.conftest import Table

NASTY = "<img src=//x>\"'"


@pytest.mark.parametrize("name", [NASTY, "https://evil.example", "Ёлка 李雷", "a" * 40])
def test_a_name_is_shown_literally_on_every_page(table: Table, name: str) -> None:
    game = create_game(table.ctx, names=["Alice", name], without_mail=[name])
    seat = f"/s/{token_of(table.ctx, game, 0)}"

    for path in (seat, f"/g/{game.code}", f"{seat}/ply/0", f"{seat}/resign"):
        text = table.get(path).get_data(as_text=True)
        assert "<img" not in text
        assert 'href="https://evil' not in text


def test_a_name_of_markup_is_escaped(table: Table) -> None:
    game = create_game(table.ctx, names=["Alice", NASTY], without_mail=[NASTY])

    text = table.get(f"/g/{game.code}").get_data(as_text=True)

    assert "&lt;img src=//x&gt;&#34;&#39;" in text
