"""War games played with chess pieces and dice: five rulebooks on one table.

The names below are what a Python program needs; `docs/python.md` shows them at work. Each is loaded when it is first
used, so `import pawnstorm` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pawnstorm.ai.players import Player, player_for
    from pawnstorm.core import record
    from pawnstorm.core.dice import LoadedTower, SeededTower, Tower
    from pawnstorm.core.errors import BadRecord, PawnstormError, Refused
    from pawnstorm.core.game import Game, Setup
    from pawnstorm.core.luck import Luck
    from pawnstorm.core.match import Match
    from pawnstorm.core.odds import odds
    from pawnstorm.core.record import Record
    from pawnstorm.core.state import CHANCE, OVER, State
    from pawnstorm.games import keys, load

__version__ = "0.2.0"

__all__ = [
    "CHANCE",
    "OVER",
    "BadRecord",
    "Game",
    "LoadedTower",
    "Luck",
    "Match",
    "PawnstormError",
    "Player",
    "Record",
    "Refused",
    "SeededTower",
    "Setup",
    "State",
    "Tower",
    "__version__",
    "keys",
    "load",
    "odds",
    "player_for",
    "record",
]

_HOMES = {
    "pawnstorm.ai.players": ("Player", "player_for"),
    "pawnstorm.core.dice": ("LoadedTower", "SeededTower", "Tower"),
    "pawnstorm.core.errors": ("BadRecord", "PawnstormError", "Refused"),
    "pawnstorm.core.game": ("Game", "Setup"),
    "pawnstorm.core.luck": ("Luck",),
    "pawnstorm.core.match": ("Match",),
    "pawnstorm.core.odds": ("odds",),
    "pawnstorm.core.record": ("Record", "record"),
    "pawnstorm.core.state": ("CHANCE", "OVER", "State"),
    "pawnstorm.games": ("keys", "load"),
}
"""Where each name lives; `record` is the module itself."""


def __getattr__(name: str) -> Any:
    """A public name, loaded when it is first used."""
    for home, names in _HOMES.items():
        if name in names:
            module = import_module(home)
            globals()[name] = found = getattr(module, name, module)
            return found
    raise AttributeError(f"module 'pawnstorm' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
