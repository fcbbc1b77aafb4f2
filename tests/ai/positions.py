"""Positions for tests of the computer player, from seeded random games."""

from collections.abc import Iterator

from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.lab.openings import throw_dice, with_armies


def random_game(game: Game, seed: int, setup: Setup | None = None) -> Iterator[State]:
    """Every position of a random game in which somebody decides."""
    luck, results = Luck(seed), Outcomes()
    state = game.start(with_armies(game, setup or Setup(), luck))
    throw_dice(state, luck, results)
    while state.turn() != OVER:
        yield state.copy()
        moves = state.legal()
        state.play(moves[luck.below(len(moves))])
        throw_dice(state, luck, results)


def sure_wins(state: State) -> list[int]:
    """The orders after which the seat to act has won with any dice."""
    return [move for move in state.legal() if _wins(state, move, int(state.turn()))]


def _wins(state: State, move: int, seat: int) -> bool:
    after = state.copy()
    after.play(move)
    ends = [after]
    if after.turn() == CHANCE:
        ends = []
        for outcome, _ in after.outcomes():
            end = after.copy()
            end.land(outcome)
            ends.append(end)
    return all(end.turn() == OVER and end.share(seat) == 1.0 for end in ends)


def positions_with_a_sure_win(game: Game, seat: int, count: int, first_seed: int = 1) -> list[State]:
    """Some positions in which a seat can win at once, and can also do something else."""
    found: list[State] = []
    seed = first_seed
    while len(found) < count:
        for state in random_game(game, seed):
            if state.turn() == seat and 0 < len(sure_wins(state)) < len(state.legal()):
                found.append(state)
                break
        seed += 1
    return found
