"""How the kit plays: at random, or in a style that looks for things that are rare in random play."""

import re
from collections import Counter

from pawnstorm.core.luck import Luck
from pawnstorm.core.odds import decline_all
from pawnstorm.core.state import CHANCE, OVER, State

STYLES = ("random", "fighter", "explorer", "narrower")
"""At random; towards dice; towards orders that were rare so far; towards positions with few orders left."""

_PLACE = re.compile(r"[a-z]?\d+")


class KitPlayer:
    """Chooses orders in one style; `shapes` counts the orders given so far and may be shared."""

    def __init__(self, style: str, luck: Luck, shapes: Counter[str]) -> None:
        self.style = style
        self.luck = luck
        self.shapes = shapes

    def choose(self, state: State, texts: dict[str, int]) -> str:
        """One of the legal orders; one in eight is random, so that no style goes in circles."""
        names = list(texts)
        if self.style == "random" or self.luck.below(8) == 0:
            return self._any(names)
        if self.style == "fighter":
            return self._any([text for text in names if _asks_dice(state, texts[text])] or names)
        if self.style == "explorer":
            rarest = min(self.shapes[shape_of(text)] for text in names)
            return self._any([text for text in names if self.shapes[shape_of(text)] == rarest])
        tried = [self._any(names) for _ in range(8)]
        return min(tried, key=lambda text: _orders_left(state, texts[text]))

    def _any(self, names: list[str]) -> str:
        return names[int(self.luck.below(len(names)))]


def shape_of(text: str) -> str:
    """An order without its places: numbers, with their letters if they have any, become dots, so `Ng1-f3` is `N.-.`."""
    return _PLACE.sub(".", text)


def _asks_dice(state: State, move: int) -> bool:
    """Whether dice decide an order, after every seat that may only react has declined."""
    after = state.copy()
    after.play(move)
    after = decline_all(after)
    return bool(after.turn() == CHANCE and not after.pool().aside)


def _orders_left(state: State, move: int) -> int:
    """How many orders the next seat has after the likeliest result of the dice."""
    after = state.copy()
    after.play(move)
    while after.turn() == CHANCE:
        after.land(max(after.outcomes(), key=lambda pair: pair[1])[0])
    return 0 if after.turn() == OVER else len(after.legal())
