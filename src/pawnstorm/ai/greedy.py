"""One ply of greed for any game: every order is valued by its mean over all results of the dice.

Values come from the view alone: a token on the board is worth the numbers printed on it. So wounds and losses of every
side count in any game, and a finished game counts more than anything else. Among orders of equal value, the one that
brings the army nearer to the enemy is better.
"""

from collections.abc import Sequence

from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.odds import branches
from pawnstorm.core.state import OVER, State
from pawnstorm.core.view import Cell, Token, View

_END = 1000.0
_STEP = 0.01
_EQUAL = 1e-9


def best_order(game: Game, state: State, luck: Luck) -> int:
    """The order with the best expected value, as far as its seat can know; any of several equal ones."""
    scorer = MaterialScorer(game, int(state.turn()))
    best = best_orders(scorer, game.guess(state, scorer.seat, luck))
    return best[luck.below(len(best))]


def best_orders(scorer: "MaterialScorer", known: State) -> list[int]:
    """The legal orders that a scorer values most, all equally."""
    best: list[int] = []
    highest = float("-inf")
    for move in known.legal():
        found = scorer.expected(known, move)
        if found > highest + _EQUAL:
            best, highest = [], found
        if found > highest - _EQUAL:
            best.append(move)
    return best


def material(tokens: Sequence[Token]) -> int:
    """The sum of the numbers printed on tokens, and one for each token."""
    return sum(1 + sum(stat.value for stat in token.stats) for token in tokens)


class MaterialScorer:
    """Values positions for one seat, from what that seat sees."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat
        self._game = game
        self._cells: tuple[Cell, ...] = ()
        self._places: dict[str, tuple[int, int]] = {}

    def expected(self, state: State, move: int) -> float:
        """The mean value of an order over all results of the dice."""
        return sum(float(branch.chance) * self.worth(branch.after) for branch in branches(state, move))

    def worth(self, state: State) -> float:
        """The seat's material minus the mean of the others' and a little for distance, or how the game ended."""
        if state.turn() == OVER:
            return _END * (2.0 * state.share(self.seat) - 1.0)
        view = self._game.view(state, self.seat)
        own = [token for token in view.tokens if token.owner == self.seat]
        others = [token for token in view.tokens if token.owner >= 0 and token.owner != self.seat]
        rivals = max(len(state.seat_names()) - 1, 1)
        return material(own) - material(others) / rivals - _STEP * self._distance(view, own, others)

    def _distance(self, view: View, own: Sequence[Token], others: Sequence[Token]) -> float:
        """The mean distance of the seat's tokens from the middle of the others'."""
        ours, theirs = self._places_of(view, own), self._places_of(view, others)
        if not ours or not theirs:
            return 0.0
        column = sum(place[0] for place in theirs) / len(theirs)
        row = sum(place[1] for place in theirs) / len(theirs)
        return sum(max(abs(place[0] - column), abs(place[1] - row)) for place in ours) / len(ours)

    def _places_of(self, view: View, tokens: Sequence[Token]) -> list[tuple[int, int]]:
        """Columns and rows of the tokens that stand on the board."""
        if view.cells is not self._cells:
            self._cells = view.cells
            self._places = {cell.id: (cell.column, cell.row) for cell in view.cells}
        return [self._places[token.cell] for token in tokens if token.cell]
