"""`pawnstorm match` and `pawnstorm ladder`: which of two programs is stronger, and by how much."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from math import inf, isinf
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer
from rich.table import Table

from pawnstorm.ai.strength import LEVELS
from pawnstorm.cli.support.arguments import ArmyNames, AsJson, GameKey, Map, Options, PresetKey, check_workers, setup_of
from pawnstorm.cli.support.interrupts import until_interrupted
from pawnstorm.cli.support.output import OUT, complain, print_json, progress_bar
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.games import load
from pawnstorm.lab.contest import WAYS_TO_CHOOSE, Contest, Round, rounds
from pawnstorm.lab.contest_file import ContestFile
from pawnstorm.lab.contestants import contestant, split_players
from pawnstorm.lab.ladder import StepGoal, goal_of
from pawnstorm.lab.rating import BOUND, Estimate, Verdict, elo_of, verdict

Games = Annotated[int, typer.Option("--games", "-n", min=1, metavar="N", help="Play at least this many games.")]
Seed = Annotated[
    int, typer.Option("--seed", min=0, metavar="S", help="The same seed gives the same openings and dice.")
]
WorkerCount = Annotated[int, typer.Option("--workers", "-w", min=1, metavar="W", help="Worker processes.")]


def match(
    key: GameKey,
    players: Annotated[str, typer.Option("--players", metavar="A,B", help="Two players, such as ab:nodes=9000,3.")],
    games: Games = 400,
    seed: Seed = 1,
    workers: WorkerCount = 2,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Save every round here, and go on from it.")
    ] = None,
    sprt: Annotated[
        str, typer.Option("--sprt", metavar="E0,E1", help="Stop as soon as one of two Elo differences is refuted.")
    ] = "",
    options: Options = None,
    preset: PresetKey = "",
    armies: ArmyNames = None,
    draft: Annotated[
        str,
        typer.Option("--draft", metavar="A,B", help="How each player gets its army: own, starter or random."),
    ] = "",
    map_: Map = "",
    as_json: AsJson = False,
) -> None:
    """Play two programs against each other: paired openings, both sides, luck removed, Elo with its interval."""
    game = load(key)
    setup = setup_of(game, options, preset, armies, map_)
    contest = replace(contest_of(game, setup, players, seed), draft=_draft(game, setup, draft))
    check_workers(workers)
    bounds = _bounds(sprt)
    rounds_file = ContestFile(contest, file)
    with until_interrupted() as interruption:
        play_contest(contest, game, games, workers, rounds_file, _until_decided(bounds, bool(sprt)))
    found = _verdict(rounds_file, bounds)
    if found and as_json:
        print_json(data_of(contest, found))
    elif found:
        _show(contest, found, bounds, bool(sprt))
    interruption.exit_if_interrupted()


def _until_decided(bounds: tuple[float, float], test: bool) -> Callable[[Sequence[Round]], bool]:
    """Whether the sequential test, if there is one, has decided."""
    return lambda played: test and abs(verdict(played, *bounds).evidence) >= BOUND


def _verdict(rounds_file: ContestFile, bounds: tuple[float, float]) -> Verdict | None:
    """What the rounds so far say, if there are any."""
    if not rounds_file.rounds:
        complain("no round had ended when it was stopped")
        return None
    return verdict(rounds_file.rounds, *bounds)


def ladder(
    key: GameKey,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, metavar="N", help="Play at most this many games of a step.")
    ] = 400,
    minutes: Annotated[
        float, typer.Option("--minutes", min=0.0, metavar="M", help="Give a step at most this long; 0 is no limit.")
    ] = 0.0,
    seed: Seed = 1,
    workers: WorkerCount = 2,
    only: Annotated[int, typer.Option("--only", min=0, max=LEVELS, metavar="L", help="Only this level's step.")] = 0,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="Save the rounds of every step here, and go on from them."),
    ] = None,
    options: Options = None,
    preset: PresetKey = "",
    map_: Map = "",
    as_json: AsJson = False,
) -> None:
    """Play every level against the one below it until the step is measured, and say whether it is in its range."""
    game = load(key)
    setup = setup_of(game, options, preset, None, map_)
    check_workers(workers)
    steps: list[dict[str, Any]] = []
    for level in range(2, LEVELS + 1) if not only else [max(only, 2)]:
        contest = contest_of(game, setup, f"{level},{level - 1}", seed)
        rounds_file = ContestFile(contest, folder / f"{key}-{level}.jsonl" if folder else None)
        goal = goal_of(level)
        with until_interrupted() as interruption:
            play_contest(contest, game, games, workers, rounds_file, _until_measured(goal, minutes))
        found = _verdict(rounds_file, (0.0, 0.0))
        if found and as_json:
            steps.append(_step_data(contest, goal, found))
        elif found:
            OUT.print(_step(goal, found), soft_wrap=True)
        if interruption.interrupted:
            break
    if as_json:
        print_json(steps)
    interruption.exit_if_interrupted()


def _until_measured(goal: StepGoal, minutes: float) -> Callable[[Sequence[Round]], bool]:
    deadline = monotonic() + 60 * minutes if minutes else inf
    return lambda played: monotonic() >= deadline or goal.measured(verdict(played, 0.0, 0.0))


def _step(goal: StepGoal, found: Verdict) -> str:
    scores = f"{_percent(found.raw)}; without luck {_percent(found.adjusted)}"
    return f"level {goal.level} against {goal.level - 1}, {found.games} games: {scores}: {goal.judge(found)}"


def _step_data(contest: Contest, goal: StepGoal, found: Verdict) -> dict[str, Any]:
    told = {"level": goal.level, "range": [goal.low, goal.high], "in_range": goal.met(found)}
    return data_of(contest, found) | told


def contest_of(game: Game, setup: Setup, players: str, seed: int) -> Contest:
    """The contest that a command line asks for."""
    names = split_players(players)
    if len(names) != 2:
        raise UsageError(f"a match has two players, A,B, but '{players}' names {len(names)}")
    for name in names:
        contestant(game, name)
    chosen = tuple(setup.options.items())
    return Contest(game.key, chosen, (names[0], names[1]), seed, setup.armies, setup.map)


def play_contest(
    contest: Contest,
    game: Game,
    games: int,
    workers: int,
    rounds_file: ContestFile,
    enough: Callable[[Sequence[Round]], bool],
) -> None:
    """Play until there are enough games, or until the rounds say that it is enough."""
    seats = len(game.seating(contest.setup)) if not game.armies() else len(game.seats)
    wanted = -(-games // seats)
    with progress_bar() as progress:
        task = progress.add_task("Playing", total=wanted * seats, completed=len(rounds_file.rounds) * seats)
        done = bool(rounds_file.rounds) and enough(rounds_file.rounds)
        missing = 0 if done else max(0, wanted - len(rounds_file.rounds))
        with closing(rounds(contest, len(rounds_file.rounds) + 1, missing, workers)) as portions:
            for some in portions:
                rounds_file.add(some)
                now = verdict(rounds_file.rounds, 0.0, 0.0)
                text = f"{100 * now.adjusted.score:.1f} %"
                progress.update(task, advance=len(some) * seats, description=text)
                if enough(rounds_file.rounds):
                    break


def _draft(game: Game, setup: Setup, text: str) -> tuple[str, ...]:
    """How each of two players gets its army."""
    words = tuple(text.split(",")) if text else ()
    known = ", ".join(WAYS_TO_CHOOSE)
    if words and (len(words) != 2 or any(word not in WAYS_TO_CHOOSE for word in words)):
        raise UsageError(f"--draft takes a way for each of two players, each of {known}, not '{text}'")
    if words and (game.armies() is None or setup.armies):
        raise UsageError("--draft needs a game with armies, and --armies may not name them already")
    return words


def _bounds(text: str) -> tuple[float, float]:
    if not text:
        return 0.0, 20.0
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"--sprt takes two Elo differences E0,E1, not '{text}'") from None
    if not low < high:
        raise UsageError(f"--sprt: the first Elo difference should be less than the second, not '{text}'")
    return low, high


def data_of(contest: Contest, found: Verdict) -> dict[str, Any]:
    """A verdict for programs."""
    return {
        "game": contest.game,
        "options": dict(contest.options),
        "players": list(contest.players),
        "seed": contest.seed,
        "draft": list(contest.draft),
        "games": found.games,
        "wins": found.wins,
        "draws": found.draws,
        "losses": found.losses,
        "score": _numbers(found.raw),
        "without_luck": _numbers(found.adjusted),
        "evidence": found.evidence,
    }


def _numbers(estimate: Estimate) -> dict[str, float]:
    return {"share": estimate.score, "low": estimate.low, "high": estimate.high}


def _show(contest: Contest, found: Verdict, bounds: tuple[float, float], test: bool) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(f"{contest.players[0]} against {contest.players[1]}, {contest.game}")
    table.add_column(f"{found.games} games", justify="right")
    table.add_row("won, drawn, lost", f"{found.wins} {found.draws} {found.losses}")
    table.add_row("score", _percent(found.raw))
    table.add_row("score without luck", _percent(found.adjusted))
    table.add_row("Elo (without luck)", _elo(found.adjusted))
    if test:
        table.add_row(f"evidence for Elo {bounds[1]:g} over {bounds[0]:g}", f"{found.evidence:+.2f} of {BOUND:.2f}")
    OUT.print(table)


def _percent(estimate: Estimate) -> str:
    return f"{100 * estimate.score:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def _elo(estimate: Estimate) -> str:
    score, low, high = (_signed(elo_of(number)) for number in (estimate.score, estimate.low, estimate.high))
    return f"{score} ({low} to {high})"


def _signed(elo: float) -> str:
    return ("more than +1200" if elo > 0 else "less than -1200") if isinf(elo) else f"{elo:+.0f}"
