"""The evaluator of CH35S."""

from pawnstorm.ai.evaluators.ch35s.evaluator import Ch35sEvaluator
from pawnstorm.ai.search.evaluator import Evaluator

__all__ = ["make"]


def make() -> Evaluator:
    """The evaluator with its rough first weights."""
    return Ch35sEvaluator()
