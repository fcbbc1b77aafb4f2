"""Statistics of contests: luck that is subtracted, intervals, the sequential test, and the file of a contest."""

import sys
from math import inf
from pathlib import Path

import pytest

from pawnstorm.core.errors import UsageError
from pawnstorm.core.luck import Luck
from pawnstorm.lab.contest import Contest, ContestGame, Round, play_rounds
from pawnstorm.lab.contest_file import ContestFile
from pawnstorm.lab.ladder import goal_of
from pawnstorm.lab.rating import BOUND, elo_of, evidence, score_of, verdict

CONTEST = Contest("chess-attack", (), ("random", "uct:sims=2"), 5)


def lucky_rounds(count: int) -> list[Round]:
    """Equal players whose results are only luck."""
    luck = Luck(3)
    found: list[Round] = []
    for number in range(1, count + 1):
        games = []
        for seat in (0, 1):
            share = float(luck.below(2))
            games.append(ContestGame(seat, share, share - 0.5, 10))
        found.append(Round(number, tuple(games)))
    return found


def test_luck_is_subtracted() -> None:
    found = verdict(lucky_rounds(200), 0.0, 20.0)
    assert found.adjusted.score == pytest.approx(0.5, abs=0.01)
    assert found.adjusted.high - found.adjusted.low < 0.2 * (found.raw.high - found.raw.low)
    assert (found.games, found.wins + found.draws + found.losses) == (400, 400)


def even_rounds(count: int, shares: tuple[float, ...]) -> list[Round]:
    """Rounds without luck whose games end alike, one kind after the other."""
    return [
        Round(number, tuple(ContestGame(seat, shares[number % len(shares)], 0.0, 10) for seat in (0, 1)))
        for number in range(1, count + 1)
    ]


def test_intervals_of_few_rounds_are_wide() -> None:
    """Student's factors: 2.776 for 4 degrees of freedom, 2.262 for 9; nothing but wins is no proof of certainty."""
    for count, factor in ((5, 2.776), (10, 2.262)):
        found = verdict(even_rounds(count, (0.0, 1.0)), 0.0, 20.0).raw
        middle = sum(number % 2 for number in range(1, count + 1)) / count
        error = (middle * (1 - middle) / (count - 1)) ** 0.5
        assert found.high - middle == pytest.approx(factor * error, rel=0.005)
    won = verdict(even_rounds(30, (1.0,)), 0.0, 20.0)
    assert 0.03 < 1.0 - won.adjusted.low < 0.06


@pytest.mark.parametrize(
    ("level", "rounds", "shares", "words"),
    [
        (3, 29, (0.5, 1.0), "not measured yet"),
        (3, 30, (0.5, 1.0), "in range"),
        (5, 30, (0.5, 1.0), "too high: it should be 55 to 70 %"),
        (4, 30, (0.5,), "too low: it should be 55 to 80 %"),
        (6, 30, (0.0, 1.0), "not measured yet"),
        (8, 15, (0.5, 0.5, 1.0), "in range"),
        (7, 14, (0.5, 0.5, 1.0), "not measured yet"),
    ],
)
def test_a_step_is_measured_when_enough_is_known(
    level: int, rounds: int, shares: tuple[float, ...], words: str
) -> None:
    found = verdict(even_rounds(rounds, shares), 0.0, 20.0)
    goal = goal_of(level)
    assert goal.judge(found) == words
    assert goal.measured(found) == (words != "not measured yet")


def test_elo_and_score_are_inverse_functions() -> None:
    assert elo_of(score_of(120.0)) == pytest.approx(120.0)
    assert (elo_of(1.0), elo_of(0.0), elo_of(0.5)) == (inf, -inf, 0.0)


def test_the_sequential_test_decides_for_the_right_side() -> None:
    strong = [0.5, 1.0, 0.5, 0.75] * 40
    assert evidence(strong, 0.0, 50.0) > BOUND
    assert evidence([1.0 - score for score in strong], 0.0, 50.0) < -BOUND
    assert evidence([0.5, 0.6], 0.0, 50.0) == 0.0


def test_rounds_do_not_depend_on_the_portions() -> None:
    assert play_rounds(CONTEST, range(1, 3)) == [*play_rounds(CONTEST, range(1, 2)), *play_rounds(CONTEST, range(2, 3))]


def test_every_program_takes_every_seat_once() -> None:
    (round_,) = play_rounds(CONTEST, range(1, 2))
    assert [played.seat for played in round_.games] == [0, 1]


def test_a_game_that_gets_nowhere_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["pawnstorm.lab.contest"], "LONGEST", 30)
    contest = Contest("trench-checkers", (("no_progress", "off"),), ("random", "random"), 5)
    (round_,) = play_rounds(contest, range(1, 2))
    assert [(played.share, played.orders) for played in round_.games] == [(0.5, 30), (0.5, 30)]


def test_a_contest_is_continued_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "contest"
    rounds = lucky_rounds(3)
    ContestFile(CONTEST, path).add(rounds[:2])
    with path.open("a") as file:
        file.write("[3, [0, 1.0")
    again = ContestFile(CONTEST, path)
    assert again.rounds == rounds[:2]
    again.add(rounds[2:])
    assert ContestFile(CONTEST, path).rounds == rounds
    with pytest.raises(UsageError, match="holds another contest"):
        ContestFile(Contest("chess-attack", (), ("random", "greedy"), 5), path)
