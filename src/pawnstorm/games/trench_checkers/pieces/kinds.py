"""Soldiers, Veterans and Commandos, and everything that follows from how many of them share a tile.

The company of a stack is one small number: Soldiers | Veterans << 2 | Commando << 4. Tables are indexed by it.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

SOLDIER: Final = 1
VETERAN: Final = 2
COMMANDO: Final = 3
LETTERS: Final = " SVC"
NAMES: Final = ("", "Soldier", "Veteran", "Commando")
SIDES: Final = ("Blue", "Red")

SOLDIERS: Final = 3
VETERANS: Final = 12
LEADER: Final = 16
"""Bits of a company: its Soldiers, its Veterans, its Commando."""
COMPANY: Final = 31

HIGHEST: Final = 3
"""TC-30: pieces on one tile."""


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
    """TC-33, TC-45, TC-X5: the faces of a stack's die."""
    return 10 if company & LEADER else (0, 4, 6, 8)[min(height_of(company), HIGHEST)]


def _groups(company: int) -> list[int]:
    """TC-26, TC-A2, TC-A4: what may leave a stack in one move: one piece, or a group with a Veteran or Commando."""
    found: list[int] = []
    for group in range(1, COMPANY + 1):
        inside = all(count_of(group, kind) <= count_of(company, kind) for kind in (SOLDIER, VETERAN, COMMANDO))
        if inside and (height_of(group) == 1 or group > SOLDIERS):
            found.append(group)
    return found


def _may_join(group: int, company: int) -> int:
    """TC-27, TC-30, TC-A5, TC-A42, TC-A57: whether a group may step onto a stack of its own side."""
    if height_of(group) + height_of(company) > HIGHEST:
        return 0
    meets = (group & VETERANS and company & SOLDIERS) or (group & SOLDIERS and company & VETERANS)
    return 0 if meets else 1


def _raised(company: int) -> int:
    """TC-A57: a company with all its Soldiers made Veterans."""
    soldiers = company & SOLDIERS
    return company - soldiers + (soldiers << 2) if height_of(company) <= HIGHEST else company


def _lost(company: int) -> int:
    """TC-36, TC-48, TC-A20: who goes when a stack is beaten: everybody, but a Commando only if it is alone."""
    return company - LEADER if company & LEADER and company != LEADER else company


_ALL: Final = range(COMPANY + 1)
ONE: Final = vec[i64]([0, 1, 4, 16])
"""The company of a single piece, by kind."""
HEIGHT: Final = vec[i64]([height_of(company) for company in _ALL])
DIE: Final = vec[i64]([_die(company) for company in _ALL])
ROLLS: Final = vec[i64]([2 if company & VETERANS else 1 for company in _ALL])
"""TC-42, TC-43: how often a stack rolls its die."""
GROUPS: Final = vec[vec[i64]]([vec[i64](_groups(company)) for company in _ALL])
JOIN: Final = vec[i64]([_may_join(group, company) for group in _ALL for company in _ALL])
"""By group << 5 | company."""
RAISED: Final = vec[i64]([_raised(company) for company in _ALL])
LOST: Final = vec[i64]([_lost(company) for company in _ALL])
