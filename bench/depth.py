"""How deep engine A looks: `python -m bench.depth [--nodes N] [--only GAME] [--json]`, exit code 1 if a bar is missed.

The median of the depth that is completed in kept positions from the middle of games (`middle_games.json`, which
`python -m bench.depth --make` plays anew). Depth is counted in orders: dice, and decisions without a choice, are free.
"""

import argparse
import json
import sys
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console

from bench import report
from bench.rows import Row
from pawnstorm.ai.players import SearchPlayer, derive_seed, player
from pawnstorm.ai.strength import Strength
from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import OVER, State
from pawnstorm.games import load
from pawnstorm.lab.openings import opening, throw_dice, with_armies

POSITIONS = Path(__file__).with_name("middle_games.json")
LEAST = {"chess-attack": 4, "fantasy-armies": 3, "ch35s": 4, "castle-chess": 4, "trench-checkers": 6}
"""In Castle Chess a turn is one order, or two with a charge, and in Trench Checkers three steps; there the bar is one's
own turn and the answer to it."""
STEPS = {"trench-checkers": 3}
"""In these games positions are kept at the beginning of a turn of at least so many orders."""
NODES = 500_000
_KEPT, _SEED, _LEVEL = 20, 7, "2"
_LONGEST = 600


def kept(game: Game) -> list[State]:
    """The kept positions of a game."""
    entries: list[dict[str, Any]] = json.loads(POSITIONS.read_text("utf-8"))[game.key]
    found: list[State] = []
    for entry in entries:
        setup = game.agree(Setup(armies=tuple(entry["armies"]), map=entry["map"]))
        found.append(game.decode(entry["position"], setup))
    return found


def measure(key: str, nodes: int) -> Row:
    """The depth of a game."""
    game = load(key)
    depths: list[int] = []
    for state in kept(game):
        finding = SearchPlayer(Strength("ab", nodes=nodes)).analyse(game, state, Luck(1))
        depths.append(finding.depth)
    text = f"depths {' '.join(map(str, sorted(depths)))} at {nodes} positions"
    return Row(f"depth of {key}", text, median(depths), "orders", at_least=LEAST[key])


def make() -> None:
    """Play games of a weak level against itself and keep a position from the middle of each."""
    found: dict[str, list[dict[str, Any]]] = {}
    for key in LEAST:
        game = load(key)
        found[key] = [_middle_of_a_game(game, Luck(derive_seed(_SEED, f"middle game {n}"))) for n in range(_KEPT)]
    POSITIONS.write_text(json.dumps(found, ensure_ascii=False, indent=0) + "\n", "utf-8")


def _middle_of_a_game(game: Game, luck: Luck) -> dict[str, Any]:
    setup = with_armies(game, game.agree(Setup()), luck)
    state, weak, results = opening(game, setup, luck), player(_LEVEL), Outcomes()
    decisions: list[tuple[int, str]] = []
    throw_dice(state, luck, results)
    while state.turn() != OVER and len(decisions) < _LONGEST:
        if len(state.legal()) > 1:
            decisions.append((int(state.turn()), state.encode()))
        state.play(weak.decide(game, state, luck))
        throw_dice(state, luck, results)
    places = _beginnings(decisions, STEPS.get(game.key, 1))
    position = decisions[places[int(len(places) * (0.3 + 0.0004 * int(luck.below(1000))))]][1]
    return {"armies": list(setup.armies), "map": setup.map, "position": position}


def _beginnings(decisions: list[tuple[int, str]], steps: int) -> list[int]:
    """The places at which a seat begins to decide, if it then decides so many times in a row."""
    seats = [seat for seat, _ in decisions]
    return [
        place
        for place in range(1, len(seats) - steps)
        if seats[place - 1] != seats[place] and len(set(seats[place : place + steps])) == 1
    ] or list(range(len(seats)))


def main() -> int:
    """Measure every game, or the one that is named."""
    parser = argparse.ArgumentParser(prog="python -m bench.depth", description="The depth of engine A.")
    parser.add_argument("--nodes", type=int, default=NODES, help="positions for each decision")
    parser.add_argument("--only", choices=list(LEAST), default="", metavar="GAME", help="one game only")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    parser.add_argument("--make", action="store_true", help="play the games again and keep other positions")
    asked = parser.parse_args()
    if asked.make:
        make()
        return 0
    rows: list[Row] = []
    for key in LEAST:
        if asked.only in ("", key):
            rows.append(measure(key, asked.nodes))
            print(f"{rows[-1].name}: {rows[-1].text}", file=sys.stderr)
    if asked.json:
        print(report.as_json(rows, False))
    else:
        report.show(rows, Console(), "the median depth completed, in orders")
    return 0 if all(row.passed for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
