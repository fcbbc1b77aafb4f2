"""CH35S: its place among our games on the shelf, and its class in `game.py`."""

PLACE = 5
CLASS = "Ch35s"
