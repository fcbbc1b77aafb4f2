"""What counts in Dice Draughts: pieces, how far the Men have come, and whose turn it is."""

from dice_draughts.game import DraughtsState
from pawnstorm.ai.search.evaluator import Evaluator, Features
from pawnstorm.core.state import State

FEATURES = {"to_act": 50, "man": 500, "king": 900, "advance": 50}
"""The features with rough weights, from which `pawnstorm tune` starts."""
TO_ACT, MAN, KING, ADVANCE = range(len(FEATURES))


class DraughtsEvaluator(Evaluator):
    """Evaluates positions of Dice Draughts."""

    def __init__(self) -> None:
        super().__init__(tuple(FEATURES), tuple(FEATURES.values()))

    def phase(self, state: State) -> float:
        """The share of the pieces that are left."""
        assert isinstance(state, DraughtsState)
        return (len(state.pieces(0)) + len(state.pieces(1))) / 12

    def fill(self, state: State, features: Features) -> None:
        """Count what each side has."""
        assert isinstance(state, DraughtsState)
        features.add(state.side, TO_ACT, 1.0)
        for side in (0, 1):
            for cell in state.pieces(side):
                is_man = state.kind(cell).letter == "M"
                features.add(side, MAN if is_man else KING, 1.0)
                if is_man:
                    row = state.game.grid.row(cell)
                    features.add(side, ADVANCE, float(row if side == 0 else state.game.grid.rows - 1 - row))

    def expected_gain(self, state: State, move: int) -> int:
        """A jump may change much at once."""
        assert isinstance(state, DraughtsState)
        return 20 if state.strikes(move) else 0


def make() -> Evaluator:
    """The evaluator with its rough first weights."""
    return DraughtsEvaluator()
