"""Chess Attack: its place among our games on the shelf, and its class in `game.py`."""

PLACE = 1
CLASS = "ChessAttack"
