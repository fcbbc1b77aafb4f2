"""The chessboard: lines and jumps stay on the board or end at the wall, and every square has its colour."""

import pytest

from pawnstorm.kit.chessboard import (
    ALL_LINES,
    BISHOP_LINES,
    CELLS,
    GRID,
    KNIGHT_JUMPS,
    NEAR_CENTRE,
    ROOK_LINES,
    line_step,
)


def _around(name: str, steps: object) -> set[str]:
    square = GRID.find(name)
    return {GRID.name(square + int(step)) for step in steps}  # type: ignore[attr-defined]


def test_steps_lead_to_the_squares_of_chess() -> None:
    assert _around("d4", ROOK_LINES) == {"d5", "e4", "c4", "d3"}
    assert _around("d4", BISHOP_LINES) == {"e5", "c5", "e3", "c3"}
    assert _around("d4", ALL_LINES) == _around("d4", ROOK_LINES) | _around("d4", BISHOP_LINES)
    assert _around("d4", KNIGHT_JUMPS) == {"e6", "c6", "f5", "b5", "f3", "b3", "e2", "c2"}
    assert _around("a1", KNIGHT_JUMPS) == {"b3", "c2", ""}


@pytest.mark.parametrize(
    ("origin", "target", "step"),
    [("a1", "a8", 10), ("h1", "a8", 9), ("e4", "b4", -1), ("c6", "e4", -9), ("a1", "b3", 0), ("e4", "e4", 0)],
)
def test_two_squares_on_one_line_have_a_step(origin: str, target: str, step: int) -> None:
    assert line_step(GRID.find(origin), GRID.find(target)) == step


def test_cells_have_the_colours_of_a_chessboard() -> None:
    colours = {cell.id: cell.ground for cell in CELLS}
    assert len(colours) == 64
    assert (colours["a1"], colours["h1"], colours["d5"], colours["e4"]) == ("dark", "light", "light", "light")


def test_squares_in_the_middle_are_nearest_to_the_centre() -> None:
    near = {GRID.name(square): NEAR_CENTRE[square] for square in GRID.cells()}
    assert (near["a1"], near["h5"], near["b2"], near["c6"], near["e4"]) == (0.0, 0.0, 1.0, 2.0, 3.0)
