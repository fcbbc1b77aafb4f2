"""The evaluator of Fantasy Armies."""

from pawnstorm.ai.evaluators.fantasy_armies.evaluator import FantasyArmiesEvaluator
from pawnstorm.ai.search.evaluator import Evaluator

__all__ = ["make"]


def make() -> Evaluator:
    """The evaluator with its rough first weights."""
    return FantasyArmiesEvaluator()
