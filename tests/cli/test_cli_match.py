"""`pawnstorm match`, `ladder` and `tune` from the command line, and what they refuse."""

import json
from pathlib import Path

import pytest

from pawnstorm.cli.commands.match import contest_of
from pawnstorm.cli.main import run
from pawnstorm.cli.support.arguments import setup_of
from pawnstorm.games import load
from pawnstorm.lab.contest import ContestGame, Round
from pawnstorm.lab.contest_file import ContestFile


def test_a_match_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "chess-attack", "--players", "greedy,random", "--games", "2", "--workers", "1", "--json"]
    assert run(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["wins"] + found["draws"] + found["losses"]) == (2, 2)


def test_a_match_between_an_army_of_its_own_and_a_starter(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "fantasy-armies", "--players", "1,1", "--draft", "own,starter", "-n", "2", "-w", "1", "--json"]
    assert run(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["draft"]) == (2, ["own", "starter"])


def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ladder", "chess-attack", "--only", "2", "--workers", "1", "--folder", str(tmp_path), "--json", "--games"]
    assert run([*words, "2"]) == 0
    file = tmp_path / "chess-attack-2.jsonl"
    first = file.read_text().splitlines()
    capsys.readouterr()
    assert run([*words, "4"]) == 0
    assert [step["games"] for step in json.loads(capsys.readouterr().out)] == [4]
    after = file.read_text().splitlines()
    assert (after[: len(first)], len(after)) == (first, 3)
    file.write_text(file.read_text().replace("noise=", "noise=9"))
    assert run([*words, "4"]) == 2
    assert "holds another contest" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["match", "chess-attack", "--players", "random"], "a match has two players"),
        (["match", "chess-attack", "--players", "random,nobody"], "there is no player 'nobody'"),
        (["match", "chess-attack", "--players", "ab:nodes=0,random"], "nodes should be a whole number"),
        (["match", "chess-attack", "--players", "1,2", "--sprt", "5"], "two Elo differences"),
        (["match", "chess-attack", "--players", "1,2", "--sprt", "5,1"], "less than the second"),
        (["match", "fantasy-armies", "--players", "1,2", "--draft", "own"], "a way for each of two players"),
        (["match", "fantasy-armies", "--players", "1,2", "--draft", "own,mine"], "each of own, starter, random"),
        (["match", "chess-attack", "--players", "1,2", "--draft", "own,own"], "needs a game with armies"),
        (["play", "chess-attack", "--vs", "5:brave"], "there is no character 'brave'; the characters are cautious"),
        (["match", "nothing", "--players", "1,2"], "there is no game 'nothing'"),
        (["play", "chess-attack", "--vs", "9"], "there is no level '9'"),
        (["play", "chess-attack", "--vs", "ab:time=0"], "time should be a number of seconds above 0"),
        (["selfplay", "chess-attack", "-n", "1", "--seed", "1", "--players", "0,random"], "there is no level '0'"),
    ],
)
def test_bad_requests_get_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_a_person_can_play_a_level_and_ask_for_a_hint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import io
    import sys

    monkeypatch.setattr("pawnstorm.ai.advice.ADVISER", "2")
    monkeypatch.setattr(sys, "stdin", io.StringIO("hint\ne2-e4\nquit\n"))
    assert run(["play", "chess-attack", "--vs", "1", "--seed", "3", "--plain"]) == 0
    assert "your chance to win is" in capsys.readouterr().out


@pytest.mark.parametrize(("share", "words"), [(0.75, "in range"), (0.5, "too low: it should be 55 to 80 %")])
def test_a_measured_step_of_the_ladder_is_not_played_further(
    share: float, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = load("chess-attack")
    contest = contest_of(game, setup_of(game, None), "2,1", 1)
    games = tuple(ContestGame(seat, share, 0.0, 10) for seat in (0, 1))
    ContestFile(contest, tmp_path / "chess-attack-2.jsonl").add([Round(number, games) for number in range(1, 31)])
    ladder = ["ladder", "chess-attack", "--only", "2", "--workers", "1", "--folder", str(tmp_path)]
    assert run(ladder) == 0
    assert f"level 2 against 1, 60 games: {100 * share:.1f} %" in (said := capsys.readouterr().out)
    assert words in said
    assert run([*ladder, "--json"]) == 0
    (step,) = json.loads(capsys.readouterr().out)
    assert (step["games"], step["range"], step["in_range"]) == (60, [0.55, 0.8], words == "in range")
