"""Tuning: lessons from self-play, weights fitted to them, again with the better weights, and an honest examination."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pawnstorm.ai.evaluators import evaluator, unfitted
from pawnstorm.ai.search.evaluator import KNOTS, SCALE, Evaluator
from pawnstorm.core.errors import CheckFailed
from pawnstorm.core.game import Game, Setup
from pawnstorm.lab.fitting import Decile, Fit, calibration, fit, loss, relink
from pawnstorm.lab.lessons import Lesson, School, SheetWeights, lessons

_EXAM = 1000
"""The number of the examination among the rounds, from which its games get their seeds."""
Progress = Callable[[str, int], None]
"""Hears what is being done and how many games were just played for it."""


@dataclass(frozen=True)
class Course:
    """How a game is learned: games in each round, rounds, games of the examination, positions for each order.

    One more round than these shows what a lead is worth.
    """

    games: int
    rounds: int
    exam: int
    nodes: int
    seed: int
    workers: int


@dataclass(frozen=True)
class Report:
    """What came of tuning one sheet of weights."""

    sheet: str
    fit: Fit
    deciles: tuple[Decile, ...]
    surprise: float


def tune(game: Game, setup: Setup, course: Course, progress: Progress) -> list[Report]:
    """Learn, round by round, then predict fresh games that no weight has seen."""
    judge = unfitted(game)
    first = [number / SCALE for number in judge.first]
    fits = [Fit(first, first, [knot / SCALE for knot in KNOTS]) for _ in judge.sheets]
    learned: list[Lesson] = []
    for number in range(1, course.rounds + 1):
        # Only the last games before are played well enough to learn from again.
        learned = learned[len(learned) // 2 :] + _gather(game, setup, course, fits, number, course.games, progress)
        fits = [_fit_sheet(learned, sheet, found, first) for sheet, found in enumerate(fits)]
    # Whoever plays better wins more surely, so what a lead is worth is asked of games by the final weights.
    last = _gather(game, setup, course, fits, course.rounds + 1, course.games, progress)
    fits = [_linked(last, sheet, found) for sheet, found in enumerate(fits)]
    return _examine_all(game, setup, course, fits, progress)


def examine(game: Game, setup: Setup, course: Course, progress: Progress) -> list[Report]:
    """Predict fresh games by the weights as they are."""
    judge = evaluator(game)
    weights, count = judge.weights, len(judge.names)
    fits = [
        Fit(
            list(weights.early)[sheet * count : (sheet + 1) * count],
            list(weights.late)[sheet * count : (sheet + 1) * count],
            list(weights.links)[sheet * len(KNOTS) : (sheet + 1) * len(KNOTS)],
        )
        for sheet in range(len(judge.sheets))
    ]
    return _examine_all(game, setup, course, fits, progress)


def _examine_all(game: Game, setup: Setup, course: Course, fits: Sequence[Fit], progress: Progress) -> list[Report]:
    fresh = _gather(game, setup, course, fits, _EXAM, course.exam, progress)
    return [_examine(unfitted(game), fresh, sheet, found) for sheet, found in enumerate(fits)]


def _gather(
    game: Game, setup: Setup, course: Course, fits: Sequence[Fit], number: int, games: int, progress: Progress
) -> list[Lesson]:
    school = School(
        game.key, tuple(setup.options.items()), whole_weights(fits), course.nodes, course.seed * 10_000 + number
    )
    found: list[Lesson] = []
    for played, some in lessons(school, games, course.workers):
        found += some
        progress("examination" if number == _EXAM else f"round {number}", played)
    return found


def _fit_sheet(learned: Sequence[Lesson], sheet: int, before: Fit, first: Sequence[float]) -> Fit:
    own = [lesson for lesson in learned if lesson.sheet == sheet]
    return fit(own, first) if own else before


def _linked(learned: Sequence[Lesson], sheet: int, found: Fit) -> Fit:
    own = [lesson for lesson in learned if lesson.sheet == sheet]
    better = relink(own, found) if own else found
    return Fit(_rounded(better.early), _rounded(better.late), _rounded(better.link))


def whole_weights(fits: Sequence[Fit]) -> SheetWeights:
    """The weights in whole thousandths, as they are kept."""
    early, late = [_whole(found.early) for found in fits], [_whole(found.late) for found in fits]
    return early, late, [_whole(found.link) for found in fits]


def _whole(weights: Sequence[float]) -> list[int]:
    return [round(weight * SCALE) for weight in weights]


def _rounded(weights: Sequence[float]) -> list[float]:
    return [number / SCALE for number in _whole(weights)]


def _examine(judge: Evaluator, fresh: Sequence[Lesson], sheet: int, found: Fit) -> Report:
    own = [lesson for lesson in fresh if lesson.sheet == sheet]
    if not own:
        raise CheckFailed(f"no game of the examination was of the sheet '{judge.sheets[sheet]}'")
    return Report(judge.sheets[sheet], found, tuple(calibration(own, found)), loss(own, found))


def as_toml(game: Game, judge: Evaluator, reports: Sequence[Report], games: int) -> str:
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
            lines += [f"{name} = {number}" for name, number in zip(judge.names, _whole(weights), strict=True)]
        lines += ["", "[sheet.link]"]
        lines += [f"{knot} = {number}" for knot, number in zip(KNOTS, _whole(report.fit.link), strict=True)]
    return "\n".join(lines) + "\n"
