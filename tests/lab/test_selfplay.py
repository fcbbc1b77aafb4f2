"""Self-play: a seed means the same games, records replay to the same end, and the summary adds up."""

import sys

import pytest

from pawnstorm.ai.search.playout import LONGEST
from pawnstorm.core.record import parse, replay
from pawnstorm.games import keys, load
from pawnstorm.lab.selfplay import Result, SelfplayPlan, game_seed, play_games, selfplay
from pawnstorm.lab.statistics import summarise


def plan_of(key: str, games: int, seed: int = 1, *players: str) -> SelfplayPlan:
    seats = len(load(key).seats)
    return SelfplayPlan(key, (), players or ("random",) * seats, seed, games)


def results(plan: SelfplayPlan, workers: int = 1) -> list[Result]:
    return [result for portion in selfplay(plan, workers) for result in portion]


@pytest.mark.parametrize("key", keys())
def test_every_game_can_be_played_to_its_end(key: str) -> None:
    played = results(plan_of(key, 4))
    assert [result.number for result in played] == [1, 2, 3, 4]
    for result in played:
        assert result.winners
        assert result.orders > 0
        assert result.rule in {rule.id for rule in load(key).rules}


def test_a_game_depends_only_on_its_number_and_the_seed() -> None:
    plan = plan_of("chess-attack", 6)
    assert play_games(plan, range(4, 6), None) == results(plan)[3:5]
    assert results(plan_of("chess-attack", 6, 2)) != results(plan)
    assert len({game_seed(plan, number) for number in range(1, 100)}) == 99


def test_the_number_of_workers_does_not_change_the_games() -> None:
    plan = plan_of("chess-attack", 20)
    assert results(plan, workers=2) == results(plan)


def test_portions_cover_every_game_once_and_in_order() -> None:
    for games in (1, 7, 100):
        portions = list(selfplay(plan_of("chess-attack", games), 1))
        assert [result.number for portion in portions for result in portion] == list(range(1, games + 1))


def test_kept_records_replay_to_the_counted_result() -> None:
    kept: dict[int, str] = {}
    plan = plan_of("chess-attack", 3)
    played = play_games(plan, range(1, 4), kept.__setitem__)
    for result in played:
        match = replay(parse(kept[result.number]), load("chess-attack"))
        assert match.ending is not None
        assert (match.ending.winners, match.ending.rule) == (result.winners, result.rule)
        assert len(match.steps) - 1 == result.orders
    assert parse(kept[1]).dice == f"seed {game_seed(plan, 1)}"


def test_games_that_get_nowhere_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = SelfplayPlan("trench-checkers", (("no_progress", "off"), ("cards", "off")), ("random", "random"), 1, 30)
    played = play_games(plan, range(11, 13), None)
    assert [result.reason == "draw agreed" for result in played] == [False, True]
    assert (played[1].winners, played[1].rule, played[1].orders) == ((0, 1), "", LONGEST)
    monkeypatch.setattr(sys.modules["pawnstorm.lab.selfplay"], "LONGEST", 30)
    kept: dict[int, str] = {}
    (result,) = play_games(plan, range(1, 2), kept.__setitem__)
    assert (result.winners, result.reason, result.orders) == ((0, 1), "draw agreed", 30)
    assert replay(parse(kept[1]), load("trench-checkers")).ending is not None


def test_the_summary_adds_up() -> None:
    rows = [
        Result(1, (0,), "the King fell", "CA-36", 10, 3),
        Result(2, (1,), "the King fell", "CA-36", 20, 4),
        Result(3, (0, 1), "repetition", "CA-A41", 60, 12),
        Result(4, (1,), "repetition", "CA-A41", 30, 7),
    ]
    summary = summarise(rows, 2)
    assert (summary.games, summary.wins, summary.shared) == (4, (1, 2), 1)
    assert summary.reasons == (("repetition", "CA-A41", 2), ("the King fell", "CA-36", 2))
    assert (summary.mean, summary.shortest, summary.longest, summary.orders) == (30.0, 10, 60, 120)
    assert (summary.median, summary.rounds) == (25.0, 5.5)


def test_rounds_are_counted_where_a_game_has_them() -> None:
    assert all(result.rounds > 1 for result in results(plan_of("trench-checkers", 2)))
    assert all(result.rounds == 0 for result in results(plan_of("chess-attack", 2)))
