"""One ply of greed for any game: every order is judged by what the dice may make of it, on average.

The measure knows only the view grammar: a thing on the board is worth the numbers printed on it. So wounds
and losses of either side count, whatever the game calls them, and a finished game counts more than anything.
Between orders that change nothing of this the one that brings the army nearer to the enemy is better.
"""

from collections.abc import Sequence

from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.odds import branches
from pawnstorm.core.state import OVER, State
from pawnstorm.core.view import Cell, Token, View

_END = 1000.0
_STEP = 0.01
_ALIKE = 1e-9


def best_order(game: Game, state: State, luck: Luck) -> int:
    """The order with the best expected worth, as far as its seat can know; among equals any."""
    scorer = MaterialScorer(game, int(state.turn()))
    known = game.guess(state, scorer.seat, luck)
    best: list[int] = []
    highest = float("-inf")
    for move in known.legal():
        found = scorer.expected(known, move)
        if found > highest + _ALIKE:
            best, highest = [], found
        if found > highest - _ALIKE:
            best.append(move)
    return best[luck.below(len(best))]


def material(tokens: Sequence[Token]) -> int:
    """The sum of the numbers printed on things, and one for each thing."""
    return sum(1 + sum(stat.value for stat in token.stats) for token in tokens)


class MaterialScorer:
    """Values positions for one seat, through the eyes of that seat."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat
        self._game = game
        self._cells: tuple[Cell, ...] = ()
        self._places: dict[str, tuple[int, int]] = {}

    def expected(self, state: State, move: int) -> float:
        """What an order is worth over all ways the dice may fall."""
        return sum(float(branch.chance) * self.worth(branch.after) for branch in branches(state, move))

    def worth(self, state: State) -> float:
        """Own material less the mean of the others' and a little for distance, or how the game ended."""
        if state.turn() == OVER:
            return _END * (2.0 * state.share(self.seat) - 1.0)
        view = self._game.view(state, self.seat)
        own = [token for token in view.tokens if token.owner == self.seat]
        others = [token for token in view.tokens if token.owner >= 0 and token.owner != self.seat]
        rivals = max(len(state.seat_names()) - 1, 1)
        return material(own) - material(others) / rivals - _STEP * self._distance(view, own, others)

    def _distance(self, view: View, own: Sequence[Token], others: Sequence[Token]) -> float:
        """How many steps our things are from the middle of the others', on average."""
        if view.cells is not self._cells:
            self._cells = view.cells
            self._places = {cell.id: (cell.column, cell.row) for cell in view.cells}
        ours = [self._places[token.cell] for token in own if token.cell]
        theirs = [self._places[token.cell] for token in others if token.cell]
        if not ours or not theirs:
            return 0.0
        column = sum(place[0] for place in theirs) / len(theirs)
        row = sum(place[1] for place in theirs) / len(theirs)
        return sum(max(abs(place[0] - column), abs(place[1] - row)) for place in ours) / len(ours)
