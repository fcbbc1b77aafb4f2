"""Trench Checkers: its place among our games on the shelf, and its class in `game.py`."""

PLACE = 4
CLASS = "TrenchCheckers"
