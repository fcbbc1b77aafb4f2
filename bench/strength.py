"""The least strength in every game: `python -m bench.strength [--games N] [--cpu SECONDS] [--only GAME] [--json]`.

The computer player with its engine for each game against a random player, a greedy one, plain UCT on the same core and
the anchor, an earlier commit (`make anchor`), all in one run. All programs that search have the same processor time for
each decision. Exit code 1 if a bar is missed.
"""

import argparse
import shlex
import sys
from dataclasses import dataclass

from rich.console import Console

from bench import anchor, report
from bench.rows import Row
from pawnstorm.ai.evaluators import has_evaluator
from pawnstorm.ai.strength import levels_of
from pawnstorm.core.game import Setup
from pawnstorm.games import keys, load
from pawnstorm.lab.contest import Contest, Round, rounds
from pawnstorm.lab.rating import Estimate, Verdict, elo_of, verdict

RANDOM, GREEDY, UCT, FOUR = 0.98, 0.85, 0.75, 0.45
STRICT_GREEDY = {"castle-chess": 0.95}
"""Games in which the greedy player is weak."""
CPU, MORE_CPU = 0.01, {"ch35s": 0.05, "fantasy-armies": 0.05, "trench-checkers": 0.05}
"""Processor seconds for each decision. Short games with many dice get more, and so does a game with hidden hands, where
the possible hands share the time."""
FOUR_SEATS = {"castle-chess": "emperor"}
"""Games with a map for more than two: one of ours against plain UCT in every other seat."""
ANCHOR_CPU = 0.02
LOWEST_LEAD = {"chess-attack": 30.0}
"""Elo by which we must be ahead of the anchor: the lower end of the interval. In the other games we must not be behind:
the upper end must not be below 0."""
MORE_GAMES, LEAD_GAMES = 2, 4
"""Games against the anchor, in multiples of the other rows; more where a lead must be proven."""
_MOST_ELO = 1200.0


@dataclass(frozen=True)
class Bar:
    """One row to play: our player against an opponent, and the least share it must get."""

    game: str
    opponent: str
    least: float
    cpu: float
    map: str = ""
    rounds: int = 1

    @property
    def name(self) -> str:
        """The name of the row."""
        return f"{self.game}{f' ({self.map})' if self.map else ''} v {self.opponent.partition(':')[0]}"


def anchor_bar(key: str, cpu: float) -> Bar:
    """The row against the anchor; its bar is in Elo."""
    command = f"engine:cpu={cpu}:{shlex.quote(str(anchor.program()))} {key}"
    return Bar(key, command, LOWEST_LEAD.get(key, 0.0), cpu, rounds=LEAD_GAMES if key in LOWEST_LEAD else MORE_GAMES)


def bars(asked: float, only: str) -> list[Bar]:
    """Every bar of every game with an evaluator, with the given time or the default of the game."""
    found: list[Bar] = []
    for key in keys():
        if has_evaluator(key) and only in ("", key):
            cpu = asked or MORE_CPU.get(key, CPU)
            uct = f"uct:cpu={cpu}"
            found += [Bar(key, "random", RANDOM, cpu), Bar(key, "greedy", STRICT_GREEDY.get(key, GREEDY), cpu)]
            found += [Bar(key, uct, UCT, cpu)]
            found += [Bar(key, uct, FOUR, cpu, FOUR_SEATS[key])] if key in FOUR_SEATS else []
            found += [anchor_bar(key, asked or ANCHOR_CPU)]
    return found


def play(bar: Bar, games: int, workers: int) -> Row:
    """Play one bar; a game counts as the first player's share of it."""
    game = load(bar.game)
    setup = game.agree(Setup(map=bar.map))
    ours = f"{levels_of(game)[-1].engine}:cpu={bar.cpu}"
    contest = Contest(bar.game, tuple(setup.options.items()), (ours, bar.opponent), 35, (), bar.map)
    seats = len(game.seating(setup)) if game.armies() is None else len(game.seats)
    count = -(-games * bar.rounds // seats)
    played: list[Round] = [one for some in rounds(contest, 1, count, workers) for one in some]
    found = verdict(played, 0.0, 20.0)
    if bar.opponent.startswith("engine:"):
        return _anchor_row(bar, ours, found)
    text = f"{ours} v {bar.opponent}: {found.wins} won, {found.draws} drawn, {found.losses} lost"
    return Row(bar.name, text, 100 * found.raw.score, "%", at_least=100 * bar.least)


def _anchor_row(bar: Bar, ours: str, found: Verdict) -> Row:
    """Elo without luck: its lower end where a lead must be proven, else its upper end."""
    lead = bar.game in LOWEST_LEAD
    text = f"{ours} v the anchor, {found.games} games: Elo without luck {_elo_text(found.adjusted)}"
    end = _elo(found.adjusted.low if lead else found.adjusted.high)
    return Row(f"{bar.game} v anchor, {'lower' if lead else 'upper'} end", text, end, "Elo", at_least=bar.least)


def _elo_text(score: Estimate) -> str:
    return f"{_elo(score.score):+.0f} ({_elo(score.low):+.0f} to {_elo(score.high):+.0f})"


def _elo(score: float) -> float:
    return max(-_MOST_ELO, min(elo_of(score), _MOST_ELO))


def main() -> int:
    """Play every bar, print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description="The computer player's strength.")
    parser.add_argument("--games", type=int, default=100, help="games of each row")
    parser.add_argument("--cpu", type=float, default=0.0, help="processor seconds for each decision, in every game")
    parser.add_argument("--workers", type=int, default=2, help="worker processes")
    parser.add_argument("--only", choices=keys(), default="", metavar="GAME", help="one game only")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    asked = parser.parse_args()
    if not anchor.program().is_file():
        print("there is no anchor yet: make anchor", file=sys.stderr)
        return 2
    rows: list[Row] = []
    console = Console(stderr=True)
    with console.status("") as status:
        for bar in bars(asked.cpu, asked.only):
            status.update(bar.name)
            rows.append(play(bar, asked.games, asked.workers))
            console.print(f"{rows[-1].name}: {rows[-1].text}")
    if asked.json:
        print(report.as_json(rows, False))
    else:
        report.show(rows, Console(), "our share of all games, draws half; Elo against the anchor")
    return 0 if rows and all(row.passed for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
