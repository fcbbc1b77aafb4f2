"""Baselines in every game: `python -m bench.baselines [--games N] [--players A,B] [--only GAME] [--json]`.

Random, greedy, the lower levels and OpenSpiel's search (1,000 walks; MCTS, or IS-MCTS where something is hidden), each
against level 1 with sides changed, so that all are on one scale; and the level that matches OpenSpiel's search.
"""

import argparse
import sys

from rich.console import Console

from bench import report
from bench.rows import Row
from pawnstorm.ai.evaluators import has_evaluator
from pawnstorm.core.game import Setup
from pawnstorm.games import keys, load
from pawnstorm.lab.contest import Contest, Round, rounds
from pawnstorm.lab.contestants import split_players
from pawnstorm.lab.rating import Verdict, verdict

SEARCH = "bench.openspiel_players:Search"
PLAYERS = f"random,greedy,2,3,4,{SEARCH}"
REFERENCE = "1"
_LEAST_GAMES = 2


def play(key: str, player: str, games: int, workers: int) -> Verdict:
    """One player against the reference."""
    game = load(key)
    setup = game.agree(Setup())
    contest = Contest(key, tuple(setup.options.items()), (player, REFERENCE), 35)
    seats = len(game.seats) if game.armies() else len(game.seating(setup))
    played: list[Round] = [one for some in rounds(contest, 1, -(-games // seats), workers) for one in some]
    return verdict(played, 0.0, 20.0)


def row_of(key: str, player: str, found: Verdict) -> Row:
    """The share of the games, draws half, with its interval."""
    score = found.raw
    name = "OpenSpiel's search" if player == SEARCH else f"level {player}" if player.isdecimal() else player
    interval = f"95 %: {100 * max(0.0, score.low):.0f} to {100 * min(1.0, score.high):.0f}"
    text = f"{found.wins} won, {found.draws} drawn, {found.losses} lost; {interval}"
    return Row(f"{key}: {name} v level {REFERENCE}", text, 100 * score.score, "%")


def match_of(key: str, shares: dict[str, float]) -> Row | None:
    """The level whose share comes nearest to that of OpenSpiel's search; level 1 is the scale itself."""
    levels = {REFERENCE: 50.0, **{player: share for player, share in shares.items() if player.isdecimal()}}
    if SEARCH not in shares:
        return None
    nearest = min(levels, key=lambda level: abs(levels[level] - shares[SEARCH]))
    below = shares[SEARCH] < levels[REFERENCE]
    text = f"level {nearest} is nearest{', and stronger' if below and nearest == REFERENCE else ''}"
    return Row(f"{key}: level that matches OpenSpiel's search", text, float(nearest), "level")


def main() -> int:
    """Play, print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.baselines", description="Baselines in every game.")
    parser.add_argument("--games", type=int, default=20, help="games of each row")
    parser.add_argument("--players", default=PLAYERS, help="who plays against level 1")
    parser.add_argument("--workers", type=int, default=2, help="worker processes")
    parser.add_argument("--only", choices=keys(), action="append", metavar="GAME", help="one game; may be repeated")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    asked = parser.parse_args()
    if asked.games < _LEAST_GAMES:
        parser.error(f"--games should be at least {_LEAST_GAMES}")
    rows: list[Row] = []
    console = Console(stderr=True)
    for key in asked.only or filter(has_evaluator, keys()):
        shares: dict[str, float] = {}
        for player in split_players(asked.players):
            rows.append(row_of(key, player, play(key, player, asked.games, asked.workers)))
            shares[player] = rows[-1].value
            console.print(f"{rows[-1].name}: {rows[-1].value:.0f} %, {rows[-1].text}")
        found = match_of(key, shares)
        rows += [found] if found else []
    if asked.json:
        print(report.as_json(rows, False))
    else:
        report.show(rows, Console(), f"share of all games against level {REFERENCE}, draws half")
    return 0


if __name__ == "__main__":
    sys.exit(main())
