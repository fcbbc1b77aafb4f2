"""How long it takes to list the distinct results of a roll, from tables and not from every face of every die."""

from timeit import repeat

from bench.rows import Bench, BenchError, Row
from pawnstorm.core import state as core_state
from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.state import State
from pawnstorm.games import load

LIMIT = 2.0
"""The most microseconds that a list of results may take, once its table is filled."""

ROLLS = {
    "outcomes-cannon": ("a Cannon shot, 4 dice", {"a1": "HK", "d4": "CN", "d8": "sk", "h8": "ll"}, "d4 shoots d8", {}),
    "outcomes-fight": (
        "a fight, 5 against 4 dice",
        {"a1": "LL", "d4": "VA", "e5": "bd", "e6": "dk"},
        "d4xe5",
        {"d4": 2},
    ),
}


def _waiting(pieces: dict[str, str], order: str, growth: dict[str, int]) -> State:
    """The position in which an order waits for its dice."""
    game = load("fantasy-armies")
    rows = tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1))
    state = game.place(Sketch(rows, {"hth": growth}), game.agree(Setup()))
    state.play(game.read(state, order))
    return state


def measure(quick: bool) -> list[Row]:
    """Microseconds of `outcomes()` for each roll."""
    if str(core_state.__file__).endswith(".py"):
        raise BenchError("the core is not compiled here: run `make setup` first")
    rounds, number = (3, 20_000) if quick else (9, 100_000)
    rows: list[Row] = []
    for name, (text, pieces, order, growth) in ROLLS.items():
        state = _waiting(pieces, order, growth)
        best = min(repeat(state.outcomes, number=number, repeat=rounds)) / number
        rows.append(Row(name, text, best * 1e6, "us", below=LIMIT))
    return rows


BENCHES = [Bench("outcomes", "the distinct results of a roll", measure)]
