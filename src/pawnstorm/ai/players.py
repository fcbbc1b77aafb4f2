"""Players that know only the contract of a game: they look at a position and name an order."""

import hashlib
from collections.abc import Callable, Mapping

from pawnstorm.ai.greedy import best_order
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State

HUMAN = "human"
"""The name of a seat that no program plays."""


class Player:
    """Whoever chooses orders for a seat."""

    def choose(self, game: Game, state: State, luck: Luck) -> str:
        """An order for the seat to act. Whoever looks further than `legal` must look through `game.guess`."""
        raise NotImplementedError


class RandomPlayer(Player):
    """Chooses among the legal orders, each equally likely."""

    def choose(self, game: Game, state: State, luck: Luck) -> str:
        """Any legal order."""
        moves = state.legal()
        return game.write(state, moves[luck.below(len(moves))])


class GreedyPlayer(Player):
    """Takes the order that promises most at once and never asks what the others will answer."""

    def choose(self, game: Game, state: State, luck: Luck) -> str:
        """The best order by expected material."""
        return game.write(state, best_order(game, state, luck))


PLAYERS: Mapping[str, Callable[[], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
"""The programs that can take a seat, by name."""


def player(name: str) -> Player:
    """The player of a name."""
    if name not in PLAYERS:
        raise UsageError(f"there is no player '{name}'; the players are {', '.join(PLAYERS)}")
    return PLAYERS[name]()


def derive(seed: int, purpose: str) -> int:
    """A seed for one purpose, so that streams from one seed do not run in step."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{purpose}".encode()).digest()[:7], "big")
