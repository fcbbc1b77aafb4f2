"""How the tests play: simple players that only choose from what the page offers."""

import random
import re
from typing import Protocol

from table_page import TablePage

STRENGTH = ("Queen", "Rook", "Bishop", "Knight", "Pawn", "King")
"""Which pieces are tried first; the King only if no other can move."""
GOOD, BAD = re.compile(r"(\d+)% target falls"), re.compile(r"(\d+)% attacker falls")
FIGHT = 500.0
"""What a fight is worth, compared with a step."""


def distance(one: str, other: str) -> int:
    """In steps of a king."""
    return max(abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True))


class Hand(Protocol):
    """Presses a cell, by mouse or by keys."""

    def press(self, cell: str) -> None:
        """Choose a piece or a target."""


class Mouse:
    """Clicks."""

    def __init__(self, table: TablePage) -> None:
        self._table = table

    def press(self, cell: str) -> None:
        """Choose a piece or a target; the board does not move, so the click need not wait."""
        box = self._table.cell(cell).bounding_box()
        assert box
        self._table.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


class Keys:
    """Moves over the board with the arrow keys."""

    def __init__(self, table: TablePage) -> None:
        self._table = table

    def press(self, cell: str) -> None:
        """Choose a piece or a target."""
        self.walk(cell)
        self._table.page.keyboard.press("Enter")

    def walk(self, cell: str) -> None:
        """Go to a cell, as the board is turned on the screen."""
        keys = self._table.page.keyboard
        here, turned = self.here(), self._table.turned()
        columns, rows = ord(cell[0]) - ord(here[0]), int(cell[1]) - int(here[1])
        if turned:
            columns, rows = -columns, -rows
        for _ in range(abs(columns)):
            keys.press("ArrowRight" if columns > 0 else "ArrowLeft")
        for _ in range(abs(rows)):
            keys.press("ArrowUp" if rows > 0 else "ArrowDown")
        assert self.here() == cell

    def here(self) -> str:
        """The cell with the keyboard focus."""
        label = self._table.page.evaluate(
            "document.activeElement.role === 'gridcell' && document.activeElement.ariaLabel"
        )
        assert label, "the keyboard is not on the board"
        return str(label)[:2]


def targets(labels: dict[str, str]) -> dict[str, str]:
    """What a chosen piece may do, by cell; the words are those of the page."""
    found = {}
    for cell, label in labels.items():
        last = label.rpartition(". ")[2]
        if last.startswith(("Move", "Attack:", "Castle")):
            found[cell] = last
    return found


def promise(words: str) -> int:
    """How good a fight looks: the chance that the target falls minus the chance that the attacker falls."""
    return sum(map(int, GOOD.findall(words))) - sum(map(int, BAD.findall(words)))


class Storm:
    """Fights where it can, the King first, and otherwise moves towards him."""

    LOOKS = 5

    def __init__(self, side: str, other: str, seed: int) -> None:
        self._side, self._other = side, other
        self._luck = random.Random(seed)

    def turn(self, table: TablePage, hand: Hand) -> None:
        """Give one order."""
        labels = table.labels()
        king = next(cell for cell, label in labels.items() if f"{self._other} King" in label)
        best = (-FIGHT, "", "")
        for origin in self._origins(labels)[: self.LOOKS]:
            hand.press(origin)
            for cell, words in targets(table.labels()).items():
                best = max(best, (self._worth(labels[origin], cell, words, king), origin, cell))
            if best[0] > FIGHT:
                break
        if table.cell(best[1]).get_attribute("aria-selected") != "true":
            hand.press(best[1])
        hand.press(best[2])

    def _origins(self, labels: dict[str, str]) -> list[str]:
        mine = [cell for cell, label in labels.items() if label.endswith("can act")]
        rank = {cell: next(n for n, name in enumerate(STRENGTH) if name in labels[cell]) for cell in mine}
        return sorted(mine, key=lambda cell: (rank[cell], self._luck.random()))

    def _worth(self, piece: str, cell: str, words: str, king: str) -> float:
        if words.startswith("Attack"):
            return (3 * FIGHT if cell == king else FIGHT) + promise(words)
        return self._luck.random() - distance(cell, king) - (6 if "King" in piece else 0)


class Reckless:
    """Moves the King into the enemy: he falls within about ten moves, and the game ends by its rules."""

    def __init__(self, side: str, other: str) -> None:
        self._side, self._other = side, other

    def turn(self, table: TablePage, hand: Hand) -> None:
        """Give one order."""
        labels = table.labels()
        mine, king = (next(cell for cell, label in labels.items() if f"{side} King" in label) for side in self._sides)
        if not labels[mine].endswith("can act"):
            mine = self._opener(labels)
        hand.press(mine)
        found = targets(table.labels())
        hand.press(min(found, key=lambda cell: self._worth(cell, found[cell], king)))

    @property
    def _sides(self) -> tuple[str, str]:
        return self._side, self._other

    def _opener(self, labels: dict[str, str]) -> str:
        """The pawn before the King, or any piece that can move."""
        pawns = [cell for cell, label in labels.items() if label.endswith("can act")]
        return min(pawns, key=lambda cell: (cell[0] != "e", "Pawn" not in labels[cell], cell))

    def _worth(self, cell: str, words: str, king: str) -> float:
        return promise(words) - FIGHT if words.startswith("Attack") else distance(cell, king)


def promote(table: TablePage) -> bool:
    """Choose a promotion if the page asks for it; whether it did."""
    if not table.choices.is_visible():
        return False
    queen = table.choices.get_by_role("button", name="Become a Queen")
    (queen if queen.is_visible() else table.choices.get_by_role("button").first).click()
    return True
