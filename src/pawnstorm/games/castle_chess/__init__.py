"""Castle Chess: its place among our games on the shelf, and its class in `game.py`."""

PLACE = 3
CLASS = "CastleChess"
