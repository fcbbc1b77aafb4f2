"""Encoded positions: every position as one line of `name=value` fields with spaces between them.

Inside a field, commas separate the items of a list and slashes the sides; `-` means nothing. Records and databases are
full of such lines, so the format must never change.
"""

from collections.abc import Iterable, Mapping
from types import TracebackType

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.state import OVER, State
from pawnstorm.kit.grid import Grid

NOTHING = "-"
_LARGEST = (1 << 63) - 1
# The errors while a damaged line is read; a game may also find that its fields contradict each other.
_DAMAGE = (KeyError, ValueError, IndexError, OverflowError, BadPosition)


def write_fields(fields: Mapping[str, str]) -> str:
    """Fields as one line."""
    return " ".join(f"{name}={value}" for name, value in fields.items())


def write_line(state: State, fields: Mapping[str, str]) -> str:
    """The fields of a position as one line; how a finished game ended comes last."""
    line = write_fields(fields)
    return f"{line} over={state.winners},{state.ending_code}" if state.to_act == OVER else line


def write_list(values: Iterable[object]) -> str:
    """Numbers or words as the list of a field."""
    return ",".join(map(str, values))


def write_sides(values: Iterable[str]) -> str:
    """What each side has, as one field."""
    return "/".join(values)


def write_numbers(state: State, names: tuple[str, ...]) -> str:
    """The numbers of a position that have these names, as one field."""
    return write_list(int(getattr(state, name)) for name in names)


def write_square(grid: Grid, square: int) -> str:
    """The name of a square; `-` for one that is off the board."""
    return grid.name(square) or NOTHING


def write_seen(seen: "vec[i64]", count: int) -> str:
    """The hashes of the positions that count for repetition, as one field."""
    return ",".join(f"{seen[index]:x}" for index in range(count))


def demand(holds: bool) -> None:
    """Refuse the line that is being read unless a condition holds."""
    if not holds:
        raise ValueError("the fields contradict each other")


def bounded(text: str, least: int, most: int) -> int:
    """A number within bounds."""
    value = int(text)
    demand(least <= value <= most)
    return value


def read_pair(text: str, sign: str) -> tuple[str, str]:
    """Two parts with a sign between them."""
    first, second = text.split(sign)
    return first, second


def read_units(sides: Iterable[str], count: int) -> list[tuple[int, str]]:
    """The units that are on the board, each with its number and its text; every side has `count` places in a row."""
    found: list[tuple[int, str]] = []
    for side, part in enumerate(sides):
        units = part.split(",")
        demand(len(units) == count)
        found += [(unit, text) for unit, text in enumerate(units, side * count) if text != NOTHING]
    return found


def read_square(grid: Grid, text: str) -> int:
    """The square of a name."""
    square = grid.find(text)
    demand(square >= 0)
    return square


def _name_and_value(field: str) -> tuple[str, str]:
    name, value = field.split("=", 1)
    return name, value


class EncodedLine:
    """An encoded line that is read field by field within a `with` block.

    If a field is missing, damaged or never read, the block ends with the same `BadPosition`.
    """

    def __init__(self, game: str, text: str, shown: int | None = None) -> None:
        """`shown` is how many characters of a long line the refusal quotes."""
        self._refusal = f"'{text[:shown]}' is not an encoded position of {game}"
        self._text = text
        self._fields: dict[str, str] = {}

    def __enter__(self) -> "EncodedLine":
        try:
            self._fields = dict(_name_and_value(field) for field in self._text.split(" "))
        except ValueError:
            raise BadPosition(self._refusal) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, _DAMAGE) or (error is None and self._fields):
            raise BadPosition(self._refusal) from None

    def has(self, name: str) -> bool:
        """Whether a field is there and has not been read yet."""
        return name in self._fields

    def names(self) -> list[str]:
        """The fields that have not been read yet."""
        return list(self._fields)

    def text(self, name: str) -> str:
        """A field as it is written."""
        return self._fields.pop(name)

    def number(self, name: str, least: int, most: int) -> int:
        """A field that is one number."""
        return bounded(self.text(name), least, most)

    def words(self, name: str) -> list[str]:
        """A list of words; none if the field is empty."""
        return [word for word in self.text(name).split(",") if word]

    def numbers(self, name: str, count: int, least: int, most: int) -> list[int]:
        """A list of `count` numbers."""
        parts = self.text(name).split(",")
        demand(len(parts) == count)
        return [bounded(part, least, most) for part in parts]

    def numbers_into(self, state: State, name: str, names: tuple[str, ...], least: int, most: int) -> None:
        """The numbers that `write_numbers` wrote, back into the position."""
        for attribute, number in zip(names, self.numbers(name, len(names), least, most), strict=True):
            setattr(state, attribute, number)

    def table_into(self, table: "vec[i64]", name: str) -> None:
        """A list of numbers that fills a table."""
        for index, number in enumerate(self.numbers(name, len(table), -_LARGEST, _LARGEST)):
            table[index] = number

    def sides(self, name: str) -> tuple[str, str]:
        """What each of two sides has."""
        return read_pair(self.text(name), "/")

    def seen(self, name: str) -> "vec[i64]":
        """The hashes of the positions that count for repetition."""
        marks = [int(mark, 16) for mark in self.words(name)]
        demand(all(0 <= mark <= _LARGEST for mark in marks))
        return vec[i64](marks)

    def ending_into(self, state: State, winners: int, codes: int) -> bool:
        """Read how a finished game ended into the position; false for a game that is running.

        `winners` is the greatest mask of winners, `codes` the number of ending codes.
        """
        if not self.has("over"):
            return False
        mask, code = read_pair(self.text("over"), ",")
        state.finish(bounded(mask, 1, winners), bounded(code, 1, codes - 1))
        return True
