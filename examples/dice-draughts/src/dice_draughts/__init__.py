"""Dice Draughts: draughts in which the dice decide every jump. The computer player finds `make` here."""

from dice_draughts.evaluator import make

__all__ = ["make"]
