"""The evaluator of CH35S."""

from pawnstorm.ai.evaluators.ch35s.judging import make

__all__ = ["make"]
