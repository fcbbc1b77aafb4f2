"""Sieges that are won: does a level of Castle Chess carry them through?

    python -m bench.sieges [--level 6] [--only N]

Each of the 20 drawings of `bench/sieges.toml` is played to its end by the level on both sides. It counts as carried
through if the side that is three units and all machines ahead has won within 60 turns of each side.
"""

import argparse
from pathlib import Path

from pawnstorm.ai.players import SearchPlayer
from pawnstorm.core.game import Game, Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import OVER, State
from pawnstorm.games import load
from pawnstorm.kit.datafile import parse
from pawnstorm.kit.drawing import read_board

FILE = Path(__file__).with_suffix(".toml")
TURNS = 60
AT_LEAST = 0.8


def sieges(game: Game) -> list[tuple[State, int]]:
    """The drawn positions, each with the seat that should win."""
    table = parse(FILE.read_text("utf-8"), FILE.name)
    found: list[tuple[State, int]] = []
    for entry in table.entries("siege"):
        winner = entry.text("winner")
        facts = {"turn": winner, "broken": entry.text("broken")}
        sketch = Sketch(read_board(entry.text("units"), 13, 13), facts)
        found.append((game.place(sketch, game.agree(Setup())), game.seats.index(winner)))
        entry.close()
    table.close()
    return found


def carried_through(game: Game, state: State, seat: int, level: str) -> tuple[bool, int, str]:
    """Play a siege; whether its seat won in time, after how many orders, and how it ended."""
    player, luck, orders, changes = SearchPlayer(level), Luck(1), 0, 0
    while state.turn() != OVER and changes < 2 * TURNS:
        mover = state.turn()
        state.play(player.decide(game, state, luck))
        orders += 1
        changes += state.turn() != mover
    ending = game.ending(state)
    return bool(ending and ending.winners == (seat,)), orders, ending.text if ending else "no end in time"


def main() -> None:
    """Play them all."""
    parser = argparse.ArgumentParser(prog="python -m bench.sieges", description=__doc__.splitlines()[0])
    parser.add_argument("--level", default="6", help="the level that plays both sides (6)")
    parser.add_argument("--only", type=int, help="one siege, by its number from 1")
    chosen = parser.parse_args()
    game = load("castle-chess")
    won = played = 0
    for number, (state, seat) in enumerate(sieges(game), 1):
        if chosen.only in (None, number):
            done, orders, how = carried_through(game, state, seat, chosen.level)
            won, played = won + done, played + 1
            print(f"{number:2} {'won' if done else 'not won':7} {orders:4} orders: {how}", flush=True)
    print(f"{won} of {played} won in time; the bar is {AT_LEAST:.0%}")


if __name__ == "__main__":
    main()
