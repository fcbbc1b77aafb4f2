"""Drawn boards: they can be read back, and a wrong row is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnstorm.core.errors import BadPosition
from pawnstorm.kit.drawing import draw_board, draw_cells, drawn_cells, read_board
from pawnstorm.kit.grid import FILES, Grid

ROWS = (("k", ".", "."), (".", "P*", "."))
DRAWN = "2 k  .  .\n1 .  P* .\n  a  b  c\n"


def test_a_board_is_drawn_as_people_draw_it() -> None:
    assert draw_board(ROWS) == DRAWN


TOKENS = st.text(st.characters(codec="utf-8", exclude_categories=("Z", "C")), min_size=1, max_size=3)


@given(st.data(), st.integers(1, 19), st.integers(1, 19))
def test_drawings_round_trip(data: st.DataObject, columns: int, rows: int) -> None:
    row = st.lists(st.one_of(st.just("."), TOKENS), min_size=columns, max_size=columns).map(tuple)
    board = tuple(data.draw(st.lists(row, min_size=rows, max_size=rows)))
    assert read_board(draw_board(board), columns, rows) == board


def test_blank_lines_letters_above_and_numbers_on_both_sides_are_fine() -> None:
    text = "\n   a  b  c\n\n2  k  .  .  2\n  1  .  P* .  1\n   a  b  c\n\n"
    assert read_board(text, 3, 2) == ROWS


def test_letters_may_be_missing() -> None:
    assert read_board("2 k . .\n1 . P* .", 3, 2) == ROWS


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the drawing has 0 rows, the board has 2"),
        ("2 k . .\n", "the drawing has 1 rows, the board has 2"),
        ("3 . . .\n2 k . .\n1 . . .\n", "the drawing has 3 rows, the board has 2"),
        ("k . .\n1 . . .\n", "row 2 of the drawing should begin with its number 2"),
        ("1 k . .\n2 . . .\n", "row 2 of the drawing should begin with its number 2"),
        ("2 k .\n1 . . .\n", "row 2 of the drawing has 2 tokens, the board has 3 columns"),
        ("2 k . .\n1 . . . .\n", "row 1 of the drawing has 4 tokens, the board has 3 columns"),
        ("2 k . .\n1\n", "row 1 of the drawing has 0 tokens, the board has 3 columns"),
        ("2 k . .\n1 . . . 2\n", "row 1 of the drawing has 4 tokens, the board has 3 columns"),
    ],
)
def test_a_wrong_drawing_names_its_row(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition) as bad:
        read_board(text, 3, 2)
    assert str(bad.value) == sentence


def test_the_widest_board_has_a_letter_for_every_column() -> None:
    board = (tuple("." for _ in FILES),)
    assert draw_board(board).splitlines()[-1].split() == list(FILES)
    assert len(set(FILES)) == len(FILES) == 19


def test_cells_are_drawn_from_the_top_row_down_and_found_again() -> None:
    grid = Grid(3, 2, 1)
    pieces = {grid.find("a1"): "K", grid.find("c2"): "q"}
    rows = draw_cells(grid, lambda cell: pieces.get(cell, "."))
    assert rows == ((".", ".", "q"), ("K", ".", "."))
    assert drawn_cells(grid, rows) == [(grid.find("c2"), "q"), (grid.find("a1"), "K")]
