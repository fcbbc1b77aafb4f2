"""The public test kit: conformance, scenarios, perft and golden records."""

from pawnstorm.testing.check import Report, check, check_game
from pawnstorm.testing.perft import Count, perft

__all__ = ["Count", "Report", "check", "check_game", "perft"]
