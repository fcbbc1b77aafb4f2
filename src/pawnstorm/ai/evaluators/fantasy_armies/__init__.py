"""The evaluator of Fantasy Armies."""

from pawnstorm.ai.evaluators.fantasy_armies.judge import make

__all__ = ["make"]
