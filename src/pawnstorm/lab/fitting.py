"""Fits weights to training positions: a logistic fit (softmax over the seats) by Newton's method, and its accuracy."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pawnstorm.ai.search.evaluator import KNOTS, SCALE
from pawnstorm.core.errors import NotInstalled
from pawnstorm.lab.training import TrainingPosition

_RIDGE = 40.0
"""How strongly weights are pulled to their first values, in positions; it matters only for rare features."""
_STIFFNESS = 100.0
"""How strongly the link is pulled straight, in positions, so that noise does not bend it."""
_TENTHS = 10
_ROUNDS = 40
_STEP = 1e-7


def load_numpy() -> Any:
    """The module numpy, which only fitting needs."""
    try:
        import numpy
    except ImportError:
        raise NotInstalled("fitting weights", "numpy", "tune") from None
    return numpy


@dataclass(frozen=True)
class Fit:
    """Early weights, late weights and link of one sheet."""

    early: list[float]
    late: list[float]
    link: list[float]


@dataclass(frozen=True)
class Decile:
    """A tenth of the positions, by predicted chance: how many, the mean prediction, the mean result.

    `unsure` is the standard error of the mean result.
    """

    count: int
    predicted: float
    actual: float
    unsure: float


def fit(positions: Sequence[TrainingPosition], first: Sequence[float]) -> Fit:
    """The weights that make the results of the positions likeliest.

    The first weights are better at relative values than at chances. So the weights are pulled to the first ones times
    the factor that makes those agree best with the results.
    """
    np = load_numpy()
    rows, open_, shares = _tables(np, positions)
    prior = np.array([*first, *first])
    prior *= _best_factor(np, rows @ prior, open_, shares)
    weights = prior.copy()
    surprise = _objective(np, rows, open_, shares, weights, prior)
    for _ in range(_ROUNDS):
        step = _newton(np, rows, open_, shares, weights, prior)
        # A whole step may overshoot where the chances are nearly certain.
        while (after := _objective(np, rows, open_, shares, weights - step, prior)) > surprise:
            step /= 2.0
            if np.abs(step).max() < _STEP:
                break
        if np.abs(step).max() < _STEP:
            break
        weights, surprise = weights - step, after
    count = len(first)
    link = _fit_link(np, rows @ weights, shares)
    return Fit(weights[:count].tolist(), weights[count:].tolist(), link)


def _objective(np: Any, rows: Any, open_: Any, shares: Any, weights: Any, prior: Any) -> float:
    """What the fit minimises: the surprise of the results and the distance from the prior."""
    chances = np.clip(_softmax(np, rows @ weights, open_), 1e-300, 1.0)
    return float(-(shares * np.log(chances) * open_).sum() + _RIDGE / 2 * ((weights - prior) ** 2).sum())


def _newton(np: Any, rows: Any, open_: Any, shares: Any, weights: Any, prior: Any) -> Any:
    """The step of Newton's method, to be subtracted from the weights."""
    chances = _softmax(np, rows @ weights, open_)
    gradient = np.einsum("ns,nsk->k", chances - shares, rows) + _RIDGE * (weights - prior)
    mean = np.einsum("ns,nsk->nk", chances, rows)
    hessian = np.einsum("ns,nsk,nsl->kl", chances, rows, rows, optimize=True) - mean.T @ mean
    return np.linalg.solve(hessian + _RIDGE * np.eye(len(prior)), gradient)


def relink(positions: Sequence[TrainingPosition], found: Fit) -> Fit:
    """What a lead is worth in games played with these weights, which keep their relative sizes.

    Two seats get a link. With more there is none, so all weights grow or shrink together.
    """
    np = load_numpy()
    rows, open_, shares = _tables(np, positions)
    strengths = rows @ np.array([*found.early, *found.late])
    if strengths.shape[1] == 2:
        return Fit(found.early, found.late, _fit_link(np, strengths, shares))
    factor = _best_factor(np, strengths, open_, shares)
    return Fit([factor * weight for weight in found.early], [factor * weight for weight in found.late], found.link)


def _best_factor(np: Any, strengths: Any, open_: Any, shares: Any) -> float:
    """The factor on all strengths that makes the results likeliest."""
    factor = 1.0
    for _ in range(_ROUNDS):
        chances = _softmax(np, factor * strengths, open_)
        mean = (chances * strengths).sum(axis=1)
        gradient = ((chances - shares) * strengths).sum()
        curve = (chances * strengths**2).sum() - (mean**2).sum()
        factor = min(max(factor - gradient / (curve + _STEP), factor / 2), factor * 2)
    return float(factor)


def _fit_link(np: Any, strengths: Any, shares: Any) -> list[float]:
    """The real value of differences of strength, at the knots; more than two seats need no link."""
    knots = np.array(KNOTS) / SCALE
    if strengths.shape[1] != 2:
        return [float(knot) for knot in knots]
    hats = _hats(np, strengths[:, 0] - strengths[:, 1])
    straight = _best_factor(np, strengths, np.full(strengths.shape, True), shares) * knots
    values = straight.copy()
    for _ in range(_ROUNDS):
        chances = 1.0 / (1.0 + np.exp(-hats @ values))
        gradient = hats.T @ (chances - shares[:, 0]) + _STIFFNESS * (values - straight)
        hessian = (hats * (chances * (1.0 - chances))[:, None]).T @ hats + _STIFFNESS * np.eye(len(knots))
        values -= np.linalg.solve(hessian, gradient)
    # More strength is never worth less.
    return [float(value) for value in np.maximum.accumulate(np.maximum(values, 0.0))]


def _hats(np: Any, differences: Any) -> Any:
    """How much of each knot's value every difference gets: linear between two knots and beyond the last."""
    edges = np.array([0, *KNOTS]) / SCALE
    sizes = np.abs(differences)
    upper = np.clip(np.searchsorted(edges, sizes), 1, len(KNOTS))
    part = (sizes - edges[upper - 1]) / (edges[upper] - edges[upper - 1])
    found = np.zeros((len(sizes), len(KNOTS) + 1))
    lines = np.arange(len(sizes))
    found[lines, upper] += part
    found[lines, upper - 1] += 1.0 - part
    return found[:, 1:] * np.sign(differences)[:, None]


def _chances(np: Any, positions: Sequence[TrainingPosition], found: Fit) -> tuple[Any, Any, Any]:
    """What an evaluator with these weights predicts, which seats can still win, and the results."""
    rows, open_, shares = _tables(np, positions)
    strengths = rows @ np.array([*found.early, *found.late])
    if strengths.shape[1] == 2:
        first = 1.0 / (1.0 + np.exp(-_hats(np, strengths[:, 0] - strengths[:, 1]) @ np.array(found.link)))
        return np.stack([first, 1.0 - first], axis=1), open_, shares
    return _softmax(np, strengths, open_), open_, shares


def _tables(np: Any, positions: Sequence[TrainingPosition]) -> tuple[Any, Any, Any]:
    """Features blended by phase, which seats can still win, and what they got: a row for every position and seat."""
    features = np.array([position.rows for position in positions])
    early = np.array([position.early for position in positions])[:, None, None]
    rows = np.concatenate([features * early, features * (1.0 - early)], axis=2)
    seats = range(features.shape[1])
    open_ = np.array([[not position.out >> seat & 1 for seat in seats] for position in positions])
    return rows, open_, np.array([position.shares for position in positions])


def _softmax(np: Any, strengths: Any, open_: Any) -> Any:
    strengths = np.where(open_, strengths, -np.inf)
    odds = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def calibration(positions: Sequence[TrainingPosition], found: Fit) -> list[Decile]:
    """How well predictions agree with results, tenth by tenth; every seat of every position counts."""
    np = load_numpy()
    chances, open_, shares = _chances(np, positions, found)
    games = np.broadcast_to(np.array([position.game for position in positions])[:, None], open_.shape)
    predicted, actual, games = chances[open_], shares[open_], games[open_]
    order = np.argsort(predicted, kind="stable")
    parts = [part for part in np.array_split(order, _TENTHS) if len(part)]
    return [_decile(np, predicted[part], actual[part], games[part]) for part in parts]


def _decile(np: Any, predicted: Any, actual: Any, games: Any) -> Decile:
    mean = actual.mean()
    # Positions of one game share its result, so the game is the unit of the error.
    _, place = np.unique(games, return_inverse=True)
    strays = np.bincount(place, weights=actual - mean)
    return Decile(len(actual), float(predicted.mean()), float(mean), float(np.sqrt((strays**2).sum()) / len(actual)))


def mean_surprise(positions: Sequence[TrainingPosition], found: Fit) -> float:
    """The mean surprise of the results, in bits: 1 for guessing, 0 for perfect predictions."""
    np = load_numpy()
    chances, _, shares = _chances(np, positions, found)
    return float(-(shares * np.log2(np.clip(chances, 1e-12, 1.0))).sum(axis=1).mean())
