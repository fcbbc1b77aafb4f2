"""The dice of a record: they answer each pool with the faces that one order threw."""

from pawnstorm.core.dice import Pool, Tower
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.step import Faces


class RecordedTower(Tower):
    """Answers pools with recorded faces; `sides` are the sizes of their dice, if they are known."""

    def __init__(self, faces: Faces, sides: Faces) -> None:
        self._groups = list(faces)
        self._sides = list(sides)

    def roll(self, pool: Pool) -> list[int]:
        """The next group of faces."""
        if not self._groups:
            raise PawnstormError(f"the dice for {pool.reason} ({pool.rule}) are missing")
        if self._sides:
            _same_sizes(pool, self._sides.pop(0))
        return list(self._groups.pop(0))

    def left_over(self) -> bool:
        """Whether faces are left."""
        return bool(self._groups)


def _same_sizes(pool: Pool, sides: tuple[int, ...]) -> None:
    for die, size in zip(pool.dice, sides, strict=False):
        if die.sides != size:
            raise PawnstormError(f"{pool.reason} ({pool.rule}) throws a die with {die.sides} sides, not {size}")
