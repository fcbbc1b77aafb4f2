"""Drawings with the sides exchanged, to prove that an evaluator favours no side."""

from collections.abc import Callable

from pawnstorm.core.game import FactValue, Sketch


def changed_sides(sketch: Sketch, seats: tuple[str, ...], turned: bool) -> Sketch:
    """The same position with the sides exchanged: the board turned by 180 degrees, or only its rows reversed."""
    rows = tuple(tuple(cell.swapcase() for cell in (row[::-1] if turned else row)) for row in sketch.rows[::-1])
    change = _changer(len(rows[0]), len(rows), seats, turned)
    return Sketch(rows, {key: _fact(value, change) for key, value in sketch.facts.items()})


def _changer(columns: int, rows: int, seats: tuple[str, ...], turned: bool) -> Callable[[str], str]:
    names = dict(zip(seats, reversed(seats), strict=True))

    def change(word: str) -> str:
        column, row = ord(word[0]) - ord("a"), word[1:]
        if not 0 <= column < columns or not row.isdecimal():
            return names.get(word, word)
        return f"{chr(ord('a') + (columns - 1 - column if turned else column))}{rows + 1 - int(row)}"

    return change


def _fact(value: FactValue, change: Callable[[str], str]) -> FactValue:
    if isinstance(value, str):
        return " ".join(change(word) for word in value.split())
    if isinstance(value, int):
        return value
    return {change(key): _fact(inner, change) for key, inner in value.items()}  # type: ignore[return-value]
