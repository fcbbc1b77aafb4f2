"""A small self-play dataset: positions as arrays, what a teacher thinks of every order there, and who won.

    python examples/train/play_games.py chess-attack data.npz --minutes 5 --teacher ab:nodes=600

The teacher looks at every position of its games. So that they differ, games begin with random orders, and now and
then a random order is played instead of the best one.
"""

import argparse
from time import monotonic
from typing import Any

import numpy as np

from pawnstorm import CHANCE, OVER, Luck, Setup, load
from pawnstorm.ai.players import SearchPlayer
from pawnstorm.ai.strength import read_strength
from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.codec import reward_of
from pawnstorm.lab.openings import opening, throw_dice

KEPT = 16
"""How many orders of a position are kept, the best ones."""
PLIES, RANDOM_SHARE, LONGEST = 8, 8, 600
"""Random orders at the beginning at most, one in so many later, and orders after which a game counts as drawn."""


class Dataset:
    """The positions of all games: what the seat to act sees, its best actions with their chances to win, the result."""

    def __init__(self) -> None:
        self.seen: list[bytes] = []
        self.actions: list[list[int]] = []
        self.values: list[list[float]] = []
        self.results: list[float] = []

    def save(self, path: str, shape: tuple[int, ...], told: str) -> None:
        """Write everything as NumPy arrays; where a position has fewer orders, the rest is -1."""
        np.savez_compressed(
            path,
            observations=np.frombuffer(b"".join(self.seen), np.uint8).reshape(-1, *shape),
            actions=np.array(self.actions, np.int16),
            values=np.array(self.values, np.float32),
            results=np.array(self.results, np.float32),
            told=np.array(told),
        )


def play_game(game: Any, teacher: SearchPlayer, seed: int, data: Dataset) -> None:
    """One game of the teacher against itself."""
    luck, results = Luck(seed), Outcomes()
    setup = game.agree(Setup())
    codec = game.codec(setup)
    state = opening(game, setup, luck, int(luck.below(PLIES)))
    first, seats = len(data.seen), []
    for _ in range(LONGEST):
        if state.turn() == OVER:
            break
        seat, (order, finding) = int(state.turn()), teacher.consider(game, state, luck)
        if finding is not None:
            best = sorted(finding.values, key=lambda found: -found[1])[:KEPT]
            missing = KEPT - len(best)
            data.seen.append(codec.observation(state, seat))
            data.actions.append([int(codec.action_of(state, move)) for move, _ in best] + [-1] * missing)
            data.values.append([value for _, value in best] + [-1.0] * missing)
            seats.append(seat)
        orders = state.legal()
        state.play(orders[luck.below(len(orders))] if luck.below(RANDOM_SHARE) == 0 else order)
        if state.turn() == CHANCE:
            throw_dice(state, luck, results)
    over = state.turn() == OVER
    data.results += [reward_of(state, seat) if over else 0.0 for seat in seats]
    assert len(data.seen) == len(data.results) == first + len(seats)


def main() -> None:
    """Play until the time is up."""
    parser = argparse.ArgumentParser(description="Make a self-play dataset.")
    parser.add_argument("game")
    parser.add_argument("file")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--teacher", default="ab:nodes=600")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game, teacher, data = load(asked.game), SearchPlayer(read_strength(asked.teacher)), Dataset()
    teacher.check(game)
    end, games = monotonic() + 60 * asked.minutes, 0
    while monotonic() < end:
        play_game(game, teacher, asked.seed * 1_000_000 + games, data)
        games += 1
    data.save(asked.file, game.codec(game.agree(Setup())).shape, f"{asked.game} {asked.teacher} seed {asked.seed}")
    print(f"{len(data.seen)} positions of {games} games")


if __name__ == "__main__":
    main()
