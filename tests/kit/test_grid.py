"""The walled mailbox: names round-trip, neighbours across the edge are walls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnstorm.kit.grid import FILES, Grid

SIZES = [(8, 8, 2), (19, 19, 1), (1, 1, 1), (12, 9, 3), (6, 8, 2)]


@pytest.mark.parametrize(("columns", "rows", "border"), SIZES)
def test_cells_are_distinct_and_run_row_by_row(columns: int, rows: int, border: int) -> None:
    grid = Grid(columns, rows, border)
    cells = grid.cells()
    assert len(set(cells)) == len(cells) == columns * rows
    assert [(grid.column(cell), grid.row(cell)) for cell in cells] == [
        (x, y) for y in range(rows) for x in range(columns)
    ]
    assert cells[0] == grid.cell(0, 0)


@pytest.mark.parametrize(("columns", "rows", "border"), SIZES)
def test_names_round_trip(columns: int, rows: int, border: int) -> None:
    grid = Grid(columns, rows, border)
    for cell in grid.cells():
        assert grid.find(grid.name(cell)) == cell
    assert grid.name(grid.cell(0, 0)) == "a1"
    assert grid.name(grid.cell(columns - 1, rows - 1)) == f"{FILES[columns - 1]}{rows}"
    assert grid.name(0) == "", "a wall has no name"


@pytest.mark.parametrize(("columns", "rows", "border"), SIZES)
def test_every_jump_up_to_the_border_lands_on_the_board_or_on_a_wall(columns: int, rows: int, border: int) -> None:
    grid = Grid(columns, rows, border)
    board = grid.walled(7, 1)
    inside = set(grid.cells())
    assert [board[cell] for cell in range(grid.size)] == [7 if cell in inside else 1 for cell in range(grid.size)]
    reach = range(-border, border + 1)
    for cell in inside:
        for across in reach:
            for up in reach:
                column, row = grid.column(cell) + across, grid.row(cell) + up
                there = cell + across + up * grid.stride
                on_board = 0 <= column < columns and 0 <= row < rows
                assert 0 <= there < grid.size
                assert (board[there] == 7) == on_board
                if on_board:
                    assert there == grid.cell(column, row)


@pytest.mark.parametrize("name", ["", "e", "4", "i1", "a0", "a9", "e04", "E4", "e4 ", "e-4", "e44", "ee", "`1", "a+1"])
def test_names_without_a_cell_are_not_found(name: str) -> None:
    assert Grid(8, 8, 2).find(name) == -1


@pytest.mark.parametrize("name", ["e²", "e٣", "e" + "1" * 5000], ids=["superscript", "arabic", "long"])
def test_digits_of_other_scripts_are_not_cell_names(name: str) -> None:
    assert Grid(8, 8, 2).find(name) == -1


@given(st.text(st.characters(codec="ascii"), max_size=4))
def test_a_cell_that_is_found_has_that_name(name: str) -> None:
    grid = Grid(19, 19, 1)
    cell = grid.find(name)
    assert cell == -1 or grid.name(cell) == name


def test_every_board_is_a_new_one() -> None:
    grid = Grid(3, 3, 1)
    first = grid.walled(3, 0)
    first[grid.cell(1, 1)] = 9
    assert grid.walled(3, 0)[grid.cell(1, 1)] == 3
