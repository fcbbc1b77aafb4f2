"""The root of an alpha-beta search: its orders, the best first, with their values."""

from typing import Final

from mypy_extensions import i64

_SURE: Final = 1e-9


class Root:
    """The orders of the position that is searched, the best first, with their values."""

    def __init__(self, moves: list[int]) -> None:
        self.moves = moves
        self.values = [0.5] * len(moves)

    def rank(self, fresh: list[float]) -> None:
        """Take over the values of a finished iteration; orders of equal value keep their places."""
        places = sorted(range(len(fresh)), key=lambda place: -fresh[place])
        self.moves = [self.moves[place] for place in places]
        self.values = [fresh[place] for place in places]

    def keep_begun(self, fresh: list[float], count: i64) -> None:
        """From an unfinished iteration, keep an order that has already proved better than the old best."""
        if count < 1:
            return
        best = max(range(count), key=lambda place: fresh[place])
        self.values[0] = fresh[0]
        if best > 0:
            move = self.moves.pop(best)
            self.values.pop(best)
            self.moves.insert(0, move)
            self.values.insert(0, fresh[best])

    def settled(self) -> bool:
        """Whether more search changes nothing: the game is certainly won or lost."""
        return self.values[0] >= 1.0 - _SURE or self.values[0] <= _SURE
