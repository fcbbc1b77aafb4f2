"""How long Castle Chess takes at the end of a turn to find check, an escape from it, or mate."""

from timeit import repeat

from bench.rows import Bench, BenchError, Row
from pawnstorm.core import state as core_state
from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.state import State
from pawnstorm.games import load

LIMIT = 500.0
"""The most microseconds that the end of a turn may take."""

_ARMY = {"i13": "a", "h13": "a", "g12": "m", "h12": "m", "i12": "a", "m11": "c", "m12": "c", "l12": "s", "m9": "s"}
_WALL = {f"{column}10": "w" for column in "hijklm"}
_BASE = {"g1": "K", "e2": "A", "f2": "M", "h2": "M", "i2": "A", "m4": "S", **_ARMY, **_WALL}
POSITIONS = {
    "turn-quiet": ("no check", {**_BASE, "g13": "k", "b5": "Q"}, "Qb5-b6"),
    "turn-check": ("check with an escape", {**_BASE, "a8": "k", "b5": "Q"}, "Qb5-b8"),
    "turn-mate": ("mate, all replies tried", {**_BASE, "a13": "k", "b5": "Q", "c5": "Q", "d5": "Q"}, "Qd5-a2"),
}


def _position(pieces: dict[str, str]) -> State:
    game = load("castle-chess")
    columns = "abcdefghijklm"
    rows = tuple(tuple(pieces.get(f"{column}{row}", ".") for column in columns) for row in range(13, 0, -1))
    return game.place(Sketch(rows, {"broken": "c11 c12 c13"}), game.agree(Setup()))


def measure(quick: bool) -> list[Row]:
    """Microseconds of copying a position and playing the order that ends its turn."""
    if str(core_state.__file__).endswith(".py"):
        raise BenchError("the core is not compiled here: run `make setup` first")
    rounds, number = (3, 200) if quick else (9, 1000)
    rows: list[Row] = []
    for name, (text, pieces, order) in POSITIONS.items():
        state = _position(pieces)
        move = load("castle-chess").read(state, order)
        seconds = repeat(
            "state.copy().play(move)", globals={"state": state, "move": move}, number=number, repeat=rounds
        )
        best = min(seconds) / number
        rows.append(Row(name, text, best * 1e6, "us", below=LIMIT))
    return rows


BENCHES = [Bench("mate", "check and mate in Castle Chess", measure)]
