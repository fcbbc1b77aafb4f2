"""`python -m mutants`: break the rules of a game, run its tests, and print the mutants that no test noticed."""

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from mutants.equivalents import BadList, read_equivalents
from mutants.population import Mutant, population
from mutants.report import lines, sort_out
from mutants.runner import BadTests, Progress, Tests, verdicts_on

ROOT = Path(__file__).parents[2]
SAMPLE = 150
WORKERS = 2


class BadRequest(Exception):
    """A request that cannot be carried out, in one sentence."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadRequest(message)


@dataclass(frozen=True)
class Request:
    """What was asked for."""

    root: Path
    game: str
    seed: int
    sample: int | None
    only: str
    again: bool

    @property
    def survivors_file(self) -> Path:
        """The file with the survivors of the last run, for `again`."""
        return self.root / "build" / "mutants" / f"{self.game}.json"


def main(arguments: Sequence[str]) -> int:
    """Run every game that was asked for; returns 1 if one misses the bar, 2 for a wrong request."""
    try:
        requests = _requests(arguments)
        return max([run(request) for request in requests])
    except (BadRequest, BadList, BadTests) as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _requests(arguments: Sequence[str]) -> list[Request]:
    parser = _Parser(prog="mutants", description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--game", default="", help="one game only")
    parser.add_argument("--seed", default="1", help="which sample")
    parser.add_argument("--sample", default=str(SAMPLE), help="how many mutants of each game, or all")
    parser.add_argument("--only", default="", help="every mutant of these modules or functions, NAME,NAME")
    parser.add_argument("--again", action="store_true", help="only the survivors of the last run")
    given = parser.parse_args(arguments)
    games = sorted(folder.parent.name for folder in (given.root / "src/pawnstorm/games").glob("*/rules"))
    if not games:
        raise BadRequest(f"there are no rules of games in '{given.root}'")
    wanted = [given.game.replace("-", "_")] if given.game else games
    if not set(wanted) <= set(games):
        raise BadRequest(f"there is no game '{given.game}'; there are {', '.join(games)}")
    if not given.seed.lstrip("-").isdecimal():
        raise BadRequest(f"the seed should be a whole number, not '{given.seed}'")
    if given.sample != "all" and not (given.sample.isdecimal() and int(given.sample)):
        raise BadRequest(f"the sample should be a number or 'all', not '{given.sample}'")
    sample = None if given.sample == "all" else int(given.sample)
    return [Request(given.root, game, int(given.seed), sample, given.only, given.again) for game in wanted]


def run(request: Request) -> int:
    """Try the mutants of one game and print what was found."""
    folder = request.root / "tests" / "games" / request.game
    entries = read_equivalents(folder / "equivalents.toml")
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        # A copy without compiled modules, which Python would prefer; it does not change while this runs.
        source = Path(scratch) / "src"
        shutil.copytree(
            request.root / "src", source, ignore=shutil.ignore_patterns("*.so", "__pycache__", "static", "*.egg-info")
        )
        everything = population(source / "pawnstorm" / "games" / request.game / "rules")
        chosen = choose(request, everything)
        common = request.root / "tests" / "games" / "test_scenarios.py"
        paths = (str(folder), *([str(common)] if common.exists() else []))
        progress = Progress(request.game, len(chosen))
        verdicts = verdicts_on(Tests(source, paths, request.game), chosen, WORKERS, progress)
    tried = [(mutant, verdicts[index]) for index, mutant in enumerate(chosen)]
    result = sort_out(request.game, everything, tried, entries)
    for line in lines(result):
        print(line, flush=True)
    request.survivors_file.parent.mkdir(parents=True, exist_ok=True)
    request.survivors_file.write_text(json.dumps([mutant.key for mutant, _ in result.survivors], indent=0), "utf-8")
    return 0 if result.holds else 1


def choose(request: Request, everything: list[Mutant]) -> list[Mutant]:
    """The mutants of this run, in their order."""
    if request.again:
        return _survivors(request, everything)
    if request.only:
        names = request.only.split(",")
        chosen = [mutant for mutant in everything if Path(mutant.file).stem in names or mutant.function in names]
        if not chosen:
            raise BadRequest(f"{request.game} has no rules module or function '{request.only}' to break")
        return chosen
    if request.sample is None or request.sample >= len(everything):
        return everything
    places = sorted(random.Random(request.seed).sample(range(len(everything)), request.sample))
    return [everything[place] for place in places]


def _survivors(request: Request, everything: list[Mutant]) -> list[Mutant]:
    if not request.survivors_file.exists():
        raise BadRequest(f"there is no earlier run of {request.game}")
    keys = {tuple(key) for key in json.loads(request.survivors_file.read_text("utf-8"))}
    chosen = [mutant for mutant in everything if mutant.key in keys]
    if not chosen:
        raise BadRequest(f"nothing is left of the survivors of {request.game}")
    return chosen


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
