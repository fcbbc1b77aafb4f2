"""The evaluator of Trench Checkers."""

from pawnstorm.ai.evaluators.trench_checkers.evaluator import TrenchCheckersEvaluator
from pawnstorm.ai.search.evaluator import Evaluator

__all__ = ["make"]


def make() -> Evaluator:
    """The evaluator with its rough first weights."""
    return TrenchCheckersEvaluator()
