"""No peeking: what a seat cannot know never changes what the computer does for it."""

import pytest
from positions import random_game
from suite import scaled

from pawnstorm.ai.players import player
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.games import load

POSITIONS = scaled(1000, 8)


def hidden_positions(game: Game, count: int) -> list[tuple[State, State]]:
    """Positions that hide something, each with another one that its seat cannot distinguish from it."""
    pairs: list[tuple[State, State]] = []
    seed = 0
    while len(pairs) < count:
        seed += 1
        for number, state in enumerate(random_game(game, seed)):
            other = game.guess(state, int(state.turn()), Luck(seed * 1000 + number))
            if number % 7 == 0 and len(state.legal()) > 1 and other.encode() != state.encode():
                pairs.append((state, other))
    return pairs[:count]


@pytest.mark.parametrize("name", ["uct:sims=6", "ab:nodes=24", "tree:nodes=12", "1"])
def test_another_hidden_hand_gives_the_same_order(name: str) -> None:
    game = load("trench-checkers")
    thinker = player(name)
    for number, (state, other) in enumerate(hidden_positions(game, POSITIONS)):
        assert thinker.decide(game, state, Luck(number)) == thinker.decide(game, other, Luck(number))
