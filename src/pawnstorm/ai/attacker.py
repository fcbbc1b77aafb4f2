"""One ply of attack for any game: it comes near, and whenever an order may cost the others something, it gives one.

An attack is an order after which the others may have less than before, as the dice fall and as if nobody reacted. Among
attacks, and among all orders where there is none, the better expected value counts, as for the greedy player. Every
piece is drawn to every enemy, and more strongly by near ones.
"""

from collections.abc import Sequence
from math import sqrt

from pawnstorm.ai.greedy import MaterialScorer, best_orders, material
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.odds import branches, decline_all
from pawnstorm.core.state import OVER, State
from pawnstorm.core.view import Token, View

_ATTACK = 3000.0
"""More than anything else counts, even a lost game."""


def attacking_order(game: Game, state: State, luck: Luck) -> int:
    """The best attack, or the best step towards the enemy; a reaction that gains nothing is declined."""
    scorer = AttackScorer(game, int(state.turn()))
    known = game.guess(state, scorer.seat, luck)
    best = best_orders(scorer, known)
    declined = int(known.decline())
    return declined if declined in best else best[luck.below(len(best))]


class AttackScorer(MaterialScorer):
    """Values orders for one seat: attacks before all others."""

    def __init__(self, game: Game, seat: int) -> None:
        super().__init__(game, seat)
        self._before: tuple[State, int] | None = None

    def expected(self, state: State, move: int) -> float:
        """The mean value of an order after all dice and without reactions, and much more if it is an attack."""
        ways = [(float(branch.chance), decline_all(branch.after)) for branch in branches(state, move)]
        mean = sum(chance * self.worth(after) for chance, after in ways)
        return mean + _ATTACK if any(self._harms(state, after) for _, after in ways) else mean

    def _harms(self, state: State, after: State) -> bool:
        """Whether the others have lost something, or the game."""
        if after.turn() == OVER and after.share(self.seat) == 1.0:
            return True
        if self._before is None or self._before[0] is not state:
            self._before = (state, self._of_others(state))
        return self._of_others(after) < self._before[1]

    def _of_others(self, state: State) -> int:
        view = self._game.view(state, self.seat)
        return material([token for token in view.tokens if token.owner >= 0 and token.owner != self.seat])

    def _distance(self, view: View, own: Sequence[Token], others: Sequence[Token]) -> float:
        """The mean of the roots of all distances between the seat's pieces and the others'."""
        ours, theirs = self._places_of(view, own), self._places_of(view, others)
        if not ours or not theirs:
            return 0.0
        total = sum(
            sqrt(abs(column - their_column) + abs(row - their_row))
            for column, row in ours
            for their_column, their_row in theirs
        )
        return total / (len(ours) * len(theirs))
