"""The evaluator of Chess Attack."""

from pawnstorm.ai.evaluators.chess_attack.evaluator import ChessAttackEvaluator
from pawnstorm.ai.search.evaluator import Evaluator

__all__ = ["make"]


def make() -> Evaluator:
    """The evaluator with its rough first weights."""
    return ChessAttackEvaluator()
