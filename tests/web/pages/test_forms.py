"""Solving and collapsing, which are put together on pages of their own."""

import pytest

from noirmail.service import tables
from tests.build import after, create_game, token_of
from tests.web.pages.conftest import Table
from tests.web.pages.reading import form, words


@pytest.fixture
def inspecting(table: Table) -> Table:
    """Bob, who became Alyss, is to act; he owes decision 3."""
    after(table.ctx, table.game, "kill N", "identity A", "shift r1 right")
    return table


def test_a_solution_is_put_together_from_two_lists(inspecting: Table) -> None:
    page = inspecting.get(f"{inspecting.bob}/d3/solve")
    fill = form(page, "/d3/preview")

    answer = inspecting.post(fill.action, **fill.fields, identity="H", disguise="F")

    assert "N" not in fill.choices["identity"]
    assert "N" in fill.choices["disguise"]
    assert form(answer, "/d3").fields["action"] == "solve H F"


def test_a_solution_that_lacks_a_name_keeps_the_other(inspecting: Table) -> None:
    page = inspecting.post(f"{inspecting.bob}/d3/preview", kind="solve", identity="H")

    assert page.status_code == 422
    assert form(page, "/d3/preview").fields["identity"] == "H"


def test_the_right_solution_ends_the_game_with_everything_open(inspecting: Table) -> None:
    page = inspecting.post(f"{inspecting.bob}/d3/preview", kind="solve", identity="H", disguise="F")

    answer = inspecting.post(f"{inspecting.bob}/d3", **form(page, "/d3").fields, yes="1")

    assert "You win." in words(answer)
    assert "Everybody's cards" in words(answer)


def test_solving_is_no_page_of_the_killer(table: Table) -> None:
    page = table.get(f"{table.alice}/d0/solve")

    assert page.status_code == 422
    assert "That is not possible now." in words(page)


def test_a_form_of_yesterday_shows_the_board_of_today(inspecting: Table) -> None:
    assert inspecting.get(f"{inspecting.bob}/d1/solve").status_code == 409


# Each column gets a dead suspect: Neil and his neighbours, then Deidre and Marion.
TO_COLLAPSE = (
    *("kill R", "identity Y", "kill J", "shift r1 right", "kill N", "shift r5 right"),
    *("kill D", "shift r5 right", "kill M"),
)


def test_a_collapse_is_put_together_from_one_dead_of_each_column(table: Table) -> None:
    after(table.ctx, table.game, *TO_COLLAPSE)
    fill = form(table.get(f"{table.bob}/d9/collapse"), "/d9/preview")

    picked = {name: values[0] for name, values in fill.choices.items()}
    answer = table.post(fill.action, **fill.fields, **picked)

    assert fill.fields == {"kind": "collapse", "axis": "columns", "count": "5"}
    assert form(answer, "/d9").fields["action"] == "collapse columns N D M J R"


def test_a_collapse_that_lacks_a_column_is_asked_again(table: Table) -> None:
    after(table.ctx, table.game, *TO_COLLAPSE)

    page = table.post(f"{table.bob}/d9/preview", kind="collapse", axis="columns", count="5", pick0="N")

    assert page.status_code == 422
    assert "Nothing was chosen yet." in words(page)


def test_a_collapse_that_is_not_legal_has_no_form(table: Table) -> None:
    assert table.get(f"{table.alice}/d0/collapse").status_code == 422


def test_where_lines_are_solved_they_are_chosen_on_the_board_page(table: Table) -> None:
    game = create_game(table.ctx, "dragnet", ["Alice", "Bob", "Dana"])
    first = tables.table(table.ctx, game.id, None).view.to_act[0]  # type: ignore[union-attr]

    page = table.get(f"/s/{token_of(table.ctx, game, first)}/d0/solve")

    assert page.status_code == 200
    assert {"solve r1", "solve c5", "solve d1"} <= set(form(page, "/d0/preview").choices["action"])
