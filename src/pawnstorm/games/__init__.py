"""The shelf: which games there are, loaded when first asked for."""

from functools import cache
from importlib import import_module
from typing import cast

from pawnstorm.core.errors import UnknownGame
from pawnstorm.core.game import Game, shared_game
from pawnstorm.kit import datafile

_SHELF = {
    "chess-attack": ("pawnstorm.games.chess_attack.game", "ChessAttack"),
    "fantasy-armies": ("pawnstorm.games.fantasy_armies.game", "FantasyArmies"),
    "castle-chess": ("pawnstorm.games.castle_chess.game", "CastleChess"),
    "trench-checkers": ("pawnstorm.games.trench_checkers.game", "TrenchCheckers"),
    "ch35s": ("pawnstorm.games.ch35s.game", "Ch35s"),
}


def keys() -> list[str]:
    """The keys of all games, in the order of the shelf."""
    return list(_SHELF)


@cache
def howto(game: Game) -> tuple[str, ...]:
    """How to play, in a few sentences for a player who plays for the first time."""
    module, _ = _SHELF[game.key]
    table = datafile.load(module.removesuffix(".game"), "howto.toml")
    steps = table.texts("steps")
    table.close()
    return steps


@cache
def load(key: str) -> Game:
    """The game of a key."""
    if key not in _SHELF:
        raise UnknownGame(f"there is no game '{key}'; the games are {', '.join(_SHELF)}")
    module, name = _SHELF[key]
    return shared_game(cast(type[Game], getattr(import_module(module), name)))
