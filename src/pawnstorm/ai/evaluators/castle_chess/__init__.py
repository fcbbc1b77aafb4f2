"""The evaluator of Castle Chess."""

from pawnstorm.ai.evaluators.castle_chess.evaluator import CastleChessEvaluator
from pawnstorm.ai.search.evaluator import Evaluator

__all__ = ["make"]


def make() -> Evaluator:
    """The evaluator with its rough first weights."""
    return CastleChessEvaluator()
