"""Tuning: self-play, weights fitted to its positions, round by round, and an examination on fresh games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pawnstorm.ai.evaluators import evaluator_for, unfitted
from pawnstorm.ai.search.evaluator import KNOTS, SCALE, Evaluator
from pawnstorm.core.errors import CheckFailed
from pawnstorm.core.game import Game, Setup
from pawnstorm.lab.fitting import Decile, Fit, calibration, fit, mean_surprise, relink
from pawnstorm.lab.training import ANY_SHEET, SheetWeights, TrainingPosition, TrainingRun, training_positions

_EXAM_ROUND = 1000
"""The round number of the examination, from which its games get their seeds."""
Progress = Callable[[str, int], None]
"""Is told what is being done and how many games were just played for it."""


@dataclass(frozen=True)
class TuningSettings:
    """How a game is learned: games in each round, rounds, games of the examination, positions for each order.

    After these rounds, one more shows what a lead is worth. One of several sheets may be learned alone; the others stay
    as they are.
    """

    games: int
    rounds: int
    exam: int
    nodes: int
    seed: int
    workers: int
    sheet: int = ANY_SHEET

    def covers(self, sheet: int) -> bool:
        """Whether a sheet is learned and examined."""
        return self.sheet in (sheet, ANY_SHEET)


@dataclass(frozen=True)
class Report:
    """The result of tuning one sheet of weights; a sheet that was left out has no deciles."""

    sheet: str
    fit: Fit
    deciles: tuple[Decile, ...]
    surprise: float


def tune(game: Game, setup: Setup, settings: TuningSettings, progress: Progress) -> list[Report]:
    """Learn, round by round, then predict fresh games."""
    evaluator = unfitted(game)
    first = [number / SCALE for number in evaluator.first]
    rough = Fit(first, first, [knot / SCALE for knot in KNOTS])
    # The file of weights is needed only if some of them stay: the first time there is none.
    known = [rough for _ in evaluator.sheets] if settings.sheet == ANY_SHEET else _present_weights(game)
    fits = [rough if settings.covers(sheet) else found for sheet, found in enumerate(known)]
    learned: list[TrainingPosition] = []
    for number in range(1, settings.rounds + 1):
        # Of the earlier games only the last ones are played well enough to learn from again.
        learned = learned[len(learned) // 2 :] + _gather(game, setup, settings, fits, number, settings.games, progress)
        fits = [_fit_sheet(learned, sheet, found, first) for sheet, found in enumerate(fits)]
    # Better players win more often with the same lead, so its value comes from games with the final weights.
    last = _gather(game, setup, settings, fits, settings.rounds + 1, settings.games, progress)
    fits = [_linked(last, sheet, found) for sheet, found in enumerate(fits)]
    return _examine_all(game, setup, settings, fits, progress)


def relink_all(game: Game, setup: Setup, settings: TuningSettings, progress: Progress) -> list[Report]:
    """Keep the weights as they are and learn, round by round, only what a lead is worth; then predict fresh games.

    The value of a lead changes how the programs play, so there is more than one round.
    """
    fits = _present_weights(game)
    for number in range(1, settings.rounds + 1):
        learned = _gather(game, setup, settings, fits, number, settings.games, progress)
        fits = [_linked(learned, sheet, found) for sheet, found in enumerate(fits)]
    return _examine_all(game, setup, settings, fits, progress)


def examine(game: Game, setup: Setup, settings: TuningSettings, progress: Progress) -> list[Report]:
    """Predict fresh games with the present weights."""
    return _examine_all(game, setup, settings, _present_weights(game), progress)


def _present_weights(game: Game) -> list[Fit]:
    """The weights of a game's data file."""
    evaluator = evaluator_for(game)
    weights, count = evaluator.weights, len(evaluator.names)
    return [
        Fit(
            list(weights.early)[sheet * count : (sheet + 1) * count],
            list(weights.late)[sheet * count : (sheet + 1) * count],
            list(weights.links)[sheet * len(KNOTS) : (sheet + 1) * len(KNOTS)],
        )
        for sheet in range(len(evaluator.sheets))
    ]


def _examine_all(
    game: Game, setup: Setup, settings: TuningSettings, fits: Sequence[Fit], progress: Progress
) -> list[Report]:
    fresh = _gather(game, setup, settings, fits, _EXAM_ROUND, settings.exam, progress)
    names = unfitted(game).sheets
    return [
        _examine_sheet(names[sheet], [position for position in fresh if position.sheet == sheet], found)
        if settings.covers(sheet)
        else Report(names[sheet], found, (), 0.0)
        for sheet, found in enumerate(fits)
    ]


def _gather(
    game: Game, setup: Setup, settings: TuningSettings, fits: Sequence[Fit], number: int, games: int, progress: Progress
) -> list[TrainingPosition]:
    options, seed = tuple(setup.options.items()), settings.seed * 10_000 + number
    run = TrainingRun(game.key, options, whole_weights(fits), settings.nodes, seed, settings.sheet)
    found: list[TrainingPosition] = []
    for played, some in training_positions(run, games, settings.workers):
        found += some
        progress("examination" if number == _EXAM_ROUND else f"round {number}", played)
    return found


def _fit_sheet(learned: Sequence[TrainingPosition], sheet: int, before: Fit, first: Sequence[float]) -> Fit:
    of_sheet = [position for position in learned if position.sheet == sheet]
    return fit(of_sheet, first) if of_sheet else before


def _linked(learned: Sequence[TrainingPosition], sheet: int, found: Fit) -> Fit:
    of_sheet = [position for position in learned if position.sheet == sheet]
    better = relink(of_sheet, found) if of_sheet else found
    return Fit(_rounded(better.early), _rounded(better.late), _rounded(better.link))


def whole_weights(fits: Sequence[Fit]) -> SheetWeights:
    """The weights in whole thousandths, as they are kept."""
    early, late = [_whole(found.early) for found in fits], [_whole(found.late) for found in fits]
    return early, late, [_whole(found.link) for found in fits]


def _whole(weights: Sequence[float]) -> list[int]:
    return [round(weight * SCALE) for weight in weights]


def _rounded(weights: Sequence[float]) -> list[float]:
    return [number / SCALE for number in _whole(weights)]


def _examine_sheet(name: str, fresh: Sequence[TrainingPosition], found: Fit) -> Report:
    if not fresh:
        raise CheckFailed(f"no game of the examination belongs to the sheet '{name}'")
    return Report(name, found, tuple(calibration(fresh, found)), mean_surprise(fresh, found))


def as_toml(game: Game, evaluator: Evaluator, reports: Sequence[Report], games: int) -> str:
    """The data file of the weights."""
    lines = [
        "# The weights of the computer player, in thousandths of a logit, fitted from games of its own.",
        f"# Written by `pawnstorm tune {game.key}`, never by hand.",
        f"games = {games}",
    ]
    for report in reports:
        lines += ["", "[[sheet]]", f'name = "{report.sheet}"']
        for part, weights in (("early", report.fit.early), ("late", report.fit.late)):
            lines += ["", f"[sheet.{part}]"]
            lines += [f"{name} = {number}" for name, number in zip(evaluator.names, _whole(weights), strict=True)]
        lines += ["", "[sheet.link]"]
        lines += [f"{knot} = {number}" for knot, number in zip(KNOTS, _whole(report.fit.link), strict=True)]
    return "\n".join(lines) + "\n"
