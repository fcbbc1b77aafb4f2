"""The facts of a drawn position: whose turn it is, counters, piles and what else a drawn board cannot show."""

from collections.abc import Iterable, Mapping

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import FactValue


def write_words(words: Iterable[str]) -> str:
    """Names as the text of a fact, `-` if there are none."""
    return " ".join(words) or "-"


class Facts:
    """The facts of a drawing, read one by one; `close` refuses those that nobody has read."""

    def __init__(self, game: str, seats: tuple[str, ...], facts: Mapping[str, FactValue]) -> None:
        self._game = game
        self._seats = seats
        self._facts: dict[str, FactValue] = dict(facts)

    def has(self, key: str) -> bool:
        """Whether a fact is there and has not been read yet."""
        return key in self._facts

    def text(self, key: str, default: str) -> str:
        """A text."""
        value = self._facts.pop(key, default)
        if not isinstance(value, str):
            raise BadPosition(f"{key} should be text, not {value!r}")
        return value

    def words(self, key: str, default: str = "-") -> list[str]:
        """The words of a text; none if it is `-`."""
        return [word for word in self.text(key, default).split() if word != "-"]

    def choice(self, key: str, default: str, choices: tuple[str, ...]) -> str:
        """One of a few words."""
        return one_of(key, self.text(key, default), choices)

    def number(self, key: str, default: int = 0, least: int = 0, most: int | None = None) -> int:
        """A whole number within bounds."""
        return number_of(key, self._facts.pop(key, default), least, most)

    def table(self, key: str) -> "dict[str, str] | dict[str, int]":
        """A table of texts or numbers."""
        value = self._facts.pop(key, {})
        if not isinstance(value, dict):
            raise BadPosition(f"{key} should be a table, not {value!r}")
        return value

    def seat(self, key: str) -> int:
        """A seat by its name; the first one if the fact is missing."""
        return self._seat_of(key, self.text(key, self._seats[0]))

    def seats(self, key: str) -> list[int]:
        """Seats by their names; none if the fact is missing."""
        return [self._seat_of(key, word) for word in self.words(key)]

    def texts_by_seat(self, key: str) -> list[tuple[int, str]]:
        """The text that each named seat has."""
        return [(self._seat_of(key, name), str(value)) for name, value in self.table(key).items()]

    def numbers_by_seat(self, key: str, most: int) -> list[tuple[int, int]]:
        """The number that each named seat has."""
        return [(self._seat_of(key, name), number_of(key, value, 0, most)) for name, value in self.table(key).items()]

    def close(self) -> None:
        """Refuse any fact that was not read."""
        if self._facts:
            raise BadPosition(f"a position of {self._game} has no fact '{next(iter(self._facts))}'")

    def _seat_of(self, key: str, name: str) -> int:
        return self._seats.index(one_of(key, name, self._seats))


def one_of(key: str, value: str, choices: tuple[str, ...]) -> str:
    """A word of a fact that must be one of a few."""
    if value not in choices:
        raise BadPosition(f"{key} should be {' or '.join(choices)}, not '{value}'")
    return value


def number_of(key: str, value: object, least: int, most: int | None = None) -> int:
    """A whole number of a fact, within bounds."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not isinstance(value, int) or not whole or value < least or (most is not None and value > most):
        bounds = f"from {least}" if most is None else f"from {least} to {most}"
        raise BadPosition(f"{key} should be a number {bounds}, not {value!r}")
    return value
