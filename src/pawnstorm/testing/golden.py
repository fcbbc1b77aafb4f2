"""Golden records: whole games played by the kit from a seed, kept as text and made again in every test run.

    python -m pawnstorm.testing.golden GAME [FOLDER]

They pin every rule at once: the same seed must give the same text, compiled or not. A rule that changes on purpose
raises `rules_version`, and only then are the records made again.
"""

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from pawnstorm.core import record
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import BadRecord, PawnstormError, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.state import OVER
from pawnstorm.games import load
from pawnstorm.testing.check import covering, gets_nowhere
from pawnstorm.testing.styles import STYLES, KitPlayer

_USAGE = "usage: python -m pawnstorm.testing.golden GAME [FOLDER]"
_UNFINISHED = ".pawnstorm-tmp"
FEWEST = 12
"""The fewest golden records of a game."""


@dataclass(frozen=True)
class Golden:
    """What a golden record is made from."""

    setup: Setup
    style: str
    seed: int


def plan(game: Game) -> list[Golden]:
    """The golden records of a game: every option value, every map and every style of play."""
    setups = covering(game) + [Setup(map=key) for key in game.maps]
    while len(setups) < FEWEST:
        setups += covering(game)
    return [Golden(setup, STYLES[seed % len(STYLES)], seed) for seed, setup in enumerate(setups)]


def make(game: Game, golden: Golden) -> str:
    """The text of a golden record: one whole game, everything from the seed."""
    match = Match(game, golden.setup, SeededTower(golden.seed))
    player = KitPlayer(golden.style, Luck(golden.seed), Counter())
    while match.turn != OVER and not gets_nowhere(match):
        state = match.state
        order = player.choose(state, {game.write(state, move): move for move in state.legal()})
        match.add(match.step_for(match.turn, order))
    if match.turn != OVER:
        match.agree_draw()
    seats = dict.fromkeys(match.seats, golden.style)
    # In format 1 a change of the data that plays the same does not change a golden record.
    return record.write(record.in_format_1(record.of_match(match, seats, f"seed {golden.seed}")))


def origin(kept: record.Record) -> Golden:
    """What a golden record was made from, as it says itself."""
    word, _, seed = kept.dice.partition(" ")
    styles = set(kept.seats.values())
    if word != "seed" or not seed.isdigit() or len(styles) != 1 or not styles <= set(STYLES):
        raise BadRecord(1, "this is not a golden record: it should name its style of play and its seed")
    return Golden(kept.setup, styles.pop(), int(seed))


def default_folder(game: Game) -> Path:
    """Where the golden records of a game are kept, from the root of the source tree."""
    return Path("tests", "games", game.key.replace("-", "_"), "golden")


def remake_records(game: Game, folder: Path) -> list[Path]:
    """Make all golden records of a game; refuses while the kept ones are of the present rules version."""
    if not folder.parent.is_dir():
        raise UsageError(f"there is no folder '{folder.parent}' to keep golden records in")
    old = sorted(folder.glob("*.rec"))
    for path in old:
        if record.parse(path.read_text("utf-8")).rules_version == game.rules_version:
            raise UsageError(
                f"'{path}' is of rules version {game.rules_version}, which is the present one: "
                f"a change of the rules of {game.key} needs a new rules_version first"
            )
    made = {folder / f"{golden.seed:02}-{golden.style}.rec": make(game, golden) for golden in plan(game)}
    folder.mkdir(exist_ok=True)
    for path, text in made.items():
        path.with_suffix(_UNFINISHED).write_text(text, "utf-8")
    for path in old:
        path.unlink()
    for path in made:
        path.with_suffix(_UNFINISHED).rename(path)
    return list(made)


def main(arguments: list[str]) -> int:
    """Record the golden games of one game; returns the exit code."""
    if arguments == ["--help"]:
        print(_USAGE)
        return 0
    if len(arguments) not in (1, 2) or arguments[0].startswith("-"):
        print(_USAGE, file=sys.stderr)
        return 2
    try:
        game = load(arguments[0])
        for path in remake_records(game, Path(arguments[1]) if len(arguments) == 2 else default_folder(game)):
            print(path)
    except (PawnstormError, OSError, UnicodeDecodeError) as error:
        print(f"golden: {error}", file=sys.stderr)
        return 1 if isinstance(error, BadRecord) else 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
