"""The evaluator of Trench Checkers."""

from pawnstorm.ai.evaluators.trench_checkers.judge import make

__all__ = ["make"]
