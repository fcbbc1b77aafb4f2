"""Ctrl-C in a long command: the results so far, exit code 130, and no process left behind."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pawnstorm.cli.support.interrupts import INTERRUPTED, until_interrupted

ENDLESS = "1000000"
WATCHED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from rich.progress import Progress
def reporting(method):
    def report(self, *arguments, **words):
        print("moved", file=sys.stderr, flush=True)
        return method(self, *arguments, **words)
    return report
Progress.update, Progress.advance = map(reporting, (Progress.update, Progress.advance))
from pawnstorm.cli.main import main
if __name__ == "__main__":
    main()
"""
"""The command line, which says on its error stream whenever its progress bar moves."""


def stopped(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Start a command, press Ctrl-C as soon as there are results, and see how it ends."""
    script = tmp_path / "watched.py"
    script.write_text(WATCHED)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, script, *arguments], stdout=pipe, stderr=pipe, text=True) as counting:
        assert counting.stderr
        for line in counting.stderr:
            if line == "moved\n":
                break
        counting.send_signal(signal.SIGINT)
        out, err = counting.communicate(timeout=120)
    said = [line for line in err.splitlines() if line != "moved"]
    assert said == []
    return subprocess.CompletedProcess(arguments, counting.returncode, out, err)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_selfplay_shows_the_games_so_far(tmp_path: Path, workers: str) -> None:
    done = stopped(tmp_path, "selfplay", "chess-attack", "-n", ENDLESS, "--seed", "1", "-w", workers)
    assert done.returncode == INTERRUPTED
    assert "games of chess-attack, seed 1" in done.stdout
    assert "Orders per game" in done.stdout


def test_selfplay_of_searching_programs_counts_every_game_and_leaves_no_draft(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    players = ("--players", "greedy,random", "--records", str(folder), "--json")
    done = stopped(tmp_path, "selfplay", "chess-attack", "-n", ENDLESS, "--seed", "1", "-w", "2", *players)
    assert done.returncode == INTERRUPTED
    data = json.loads(done.stdout)
    assert 1 <= data["games"] == sum(data["wins"].values()) + data["draws"]
    assert data["games"] <= len(list(folder.glob("*.rec")))
    assert list(folder.glob("*tmp")) == []


def test_pairings_show_the_cells_so_far(tmp_path: Path) -> None:
    done = stopped(tmp_path, "pairings", "ch35s", "-n", ENDLESS, "-w", "2")
    assert done.returncode == INTERRUPTED
    assert "first \\ second" in done.stdout
    assert f"Up to {ENDLESS} games of each pairing" in done.stdout


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_match_shows_the_score_so_far_and_keeps_its_rounds(tmp_path: Path, workers: str) -> None:
    file = tmp_path / "rounds.jsonl"
    arguments = ("--players", "greedy,random", "-n", ENDLESS, "-w", workers, "--file", str(file))
    done = stopped(tmp_path, "match", "chess-attack", *arguments)
    assert done.returncode == INTERRUPTED
    assert "greedy against random, chess-attack" in done.stdout
    assert len(file.read_text().splitlines()) >= 2


def test_a_ladder_shows_its_step_so_far(tmp_path: Path) -> None:
    done = stopped(tmp_path, "ladder", "chess-attack", "-n", ENDLESS, "--only", "2", "-w", "1")
    assert done.returncode == INTERRUPTED
    assert done.stdout.startswith("level 2 against 1, ")


def test_only_ctrl_c_counts_as_an_interruption() -> None:
    with until_interrupted() as interruption:
        pass
    assert not interruption.interrupted
    with until_interrupted() as interruption:
        raise KeyboardInterrupt
    assert interruption.interrupted
    with pytest.raises(ValueError, match="broken"), until_interrupted():
        raise ValueError("broken")
