"""The evaluator of Castle Chess."""

from pawnstorm.ai.evaluators.castle_chess.judging import make

__all__ = ["make"]
