"""Fantasy Armies: its place among our games on the shelf, and its class in `game.py`."""

PLACE = 2
CLASS = "FantasyArmies"
