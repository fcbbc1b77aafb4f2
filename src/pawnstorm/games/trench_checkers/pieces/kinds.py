"""Soldiers, Veterans and Commandos, and everything that follows from how many of them share a tile.

The company of a stack is one small number: Soldiers | Veterans << 2 | Commando << 4. Tables are indexed by it.
The numbers come from data/pieces.toml.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.kit.datafile import Entry, load

PACKAGE: Final = "pawnstorm.games.trench_checkers"

SOLDIER: Final = 1
VETERAN: Final = 2
COMMANDO: Final = 3
LETTERS: Final = " SVC"
NAMES: Final = ("", "Soldier", "Veteran", "Commando")
SIDES: Final = ("Blue", "Red")
LARGEST_DIE: Final = 15
"""The most faces of a die: two kept dice share an outcome of eight bits."""
MOST_ROLLS: Final = 7
MOST_MOVES: Final = 9
"""Bounds for the numbers in data."""

SOLDIER_BITS: Final = 3
VETERAN_BITS: Final = 12
COMMANDO_BIT: Final = 16
"""Bits of a company: its Soldiers, its Veterans, its Commando."""
COMPANY_BITS: Final = 31
_KINDS: Final = (SOLDIER, VETERAN, COMMANDO)


@final
class Numbers:
    """The numbers of data/pieces.toml: `stack_dice` by height; `die`, `rolls` and `value` by kind."""

    def __init__(self, table: Entry) -> None:
        dice = table.entry("stack_dice")
        self.stack_dice: Final = [0, *(dice.number(height, 2, LARGEST_DIE) for height in ("one", "two", "three"))]
        dice.close()
        self.moves: Final = table.number("moves", 1, MOST_MOVES)
        self.trench_cover: Final = table.number("trench_cover", 0, 9)
        self.first_player_die: Final = table.number("first_player_die", 2, 20)
        found = table.entries("piece")
        if tuple(entry.text("name") for entry in found) != NAMES[1:]:
            raise table.wrong(f"the pieces should be {', '.join(NAMES[1:])}, in this order (TC-04)")
        if [entry.text("letter") for entry in found] != list(LETTERS[1:]):
            raise table.wrong(f"the letters of the pieces should be {' '.join(LETTERS[1:])}")
        self.die: Final = [0, *(entry.number("die", 0, LARGEST_DIE) for entry in found)]
        self.rolls: Final = [1, *(entry.number("rolls", 1, MOST_ROLLS) for entry in found)]
        self.value: Final = [0, *(entry.number("value", 0, 99) for entry in found)]
        for entry in found:
            entry.close()
        table.close()


_NUMBERS: Final = Numbers(load(PACKAGE, "pieces.toml"))
HIGHEST_STACK: Final = 3
"""TC-30: the most pieces on one tile; a company counts each kind in two bits, so this is not data."""
MOVES: Final[i64] = _NUMBERS.moves
"""TC-22: moves of one turn."""
TRENCH_COVER: Final[i64] = _NUMBERS.trench_cover
"""TC-A52: what a defender in its own trench adds."""
FIRST_PLAYER_DIE: Final[i64] = _NUMBERS.first_player_die
"""TC-14: the die for the first player."""
VALUE: Final = vec[i64](_NUMBERS.value)
"""TC-A31: what a piece is worth when quiet rounds end the game, by kind."""


def count_of(company: int, kind: int) -> int:
    """How many pieces of a kind a company has."""
    return company & 3 if kind == SOLDIER else company >> 2 & 3 if kind == VETERAN else company >> 4 & 1


def height_of(company: int) -> int:
    """The number of pieces of a company."""
    return count_of(company, SOLDIER) + count_of(company, VETERAN) + count_of(company, COMMANDO)


def company_text(company: int) -> str:
    """A company in letters, the Commando first: CVS."""
    return "".join(LETTERS[kind] * count_of(company, kind) for kind in (COMMANDO, VETERAN, SOLDIER))


def _die(company: int) -> int:
    """TC-33, TC-45, TC-X5: the faces of a stack's die: of a piece that has its own die, else by height."""
    dice_of_kinds = [_NUMBERS.die[kind] for kind in _KINDS if count_of(company, kind)]
    by_height = _NUMBERS.stack_dice[min(height_of(company), HIGHEST_STACK)]
    return max(dice_of_kinds, default=0) or by_height


def _rolls(company: int) -> int:
    """TC-42, TC-43: how often a stack rolls its die: as often as its best piece does."""
    return max([_NUMBERS.rolls[kind] for kind in _KINDS if count_of(company, kind)], default=1)


def _groups(company: int) -> list[int]:
    """TC-26, TC-A2, TC-A4: what may leave a stack in one move: one piece, or a group with a Veteran or Commando."""
    found: list[int] = []
    for group in range(1, COMPANY_BITS + 1):
        inside = all(count_of(group, kind) <= count_of(company, kind) for kind in _KINDS)
        if inside and (height_of(group) == 1 or group > SOLDIER_BITS):
            found.append(group)
    return found


def _may_join(group: int, company: int) -> int:
    """TC-27, TC-30, TC-A5, TC-A42, TC-A57: whether a group may step onto a stack of its own side."""
    if height_of(group) + height_of(company) > HIGHEST_STACK:
        return 0
    meets = (group & VETERAN_BITS and company & SOLDIER_BITS) or (group & SOLDIER_BITS and company & VETERAN_BITS)
    return 0 if meets else 1


def _raised(company: int) -> int:
    """TC-A57: a company after all its Soldiers have become Veterans."""
    soldiers = company & SOLDIER_BITS
    return company - soldiers + (soldiers << 2) if height_of(company) <= HIGHEST_STACK else company


def _lost(company: int) -> int:
    """TC-36, TC-48, TC-A20: which pieces go when a stack is beaten: all, but a Commando only if it is alone."""
    return company - COMMANDO_BIT if company & COMMANDO_BIT and company != COMMANDO_BIT else company


_ALL: Final = range(COMPANY_BITS + 1)
COMPANY_OF: Final = vec[i64]([0, 1, 4, 16])
"""The company of a single piece, by kind."""
HEIGHT: Final = vec[i64]([height_of(company) for company in _ALL])
DIE: Final = vec[i64]([_die(company) for company in _ALL])
ROLLS: Final = vec[i64]([_rolls(company) for company in _ALL])
"""TC-42, TC-43: how often a stack rolls its die."""
GROUPS: Final = vec[vec[i64]]([vec[i64](_groups(company)) for company in _ALL])
MAY_JOIN: Final = vec[i64]([_may_join(group, company) for group in _ALL for company in _ALL])
"""TC-27, TC-30: whether a group may join a company, by group << 5 | company."""
PROMOTED: Final = vec[i64]([_raised(company) for company in _ALL])
LOST_WHEN_BEATEN: Final = vec[i64]([_lost(company) for company in _ALL])
