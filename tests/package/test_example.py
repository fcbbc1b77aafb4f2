"""The game in `examples/` as its author has it: installed into a fresh place, checked and played by commands alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from suite import EXAMPLE, install_example, seeing

from pawnstorm.core.record import parse

GAME = "dice-draughts"
MOST_LINES = 250


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the example is installed."""
    return install_example(tmp_path_factory.mktemp("package"))


def run(site: Path, *arguments: object, module: str = "pawnstorm", **how: object) -> str:
    """What a command prints; it must succeed and complain of nothing."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    done = subprocess.run(command, env=seeing(site), text=True, capture_output=True, **how)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


def test_it_comes_after_our_own_games(site: Path) -> None:
    keys = [game["key"] for game in json.loads(run(site, "games", "--json"))]
    assert keys[0] == "chess-attack"
    assert keys[-1] == GAME
    assert len(keys) == 6


@pytest.mark.slow
def test_its_own_tests_pass(site: Path) -> None:
    said = run(site, "-q", "-p", "no:cacheprovider", EXAMPLE / "tests", module="pytest")
    assert "3 passed" in said


def test_its_scenarios_and_its_ledger_are_found_in_its_own_folder(site: Path) -> None:
    verdicts = json.loads(run(site, "scenario", "run", "tests", "--json", cwd=EXAMPLE))
    assert {verdict["verdict"] for verdict in verdicts} == {"holds"}
    lines = json.loads(run(site, "rules", GAME, "--coverage", "--json", cwd=EXAMPLE))
    assert [line["id"] for line in lines] == [f"DD-{number}" for number in range(1, 10)]
    assert all(line["tests"] and not line["fault"] for line in lines)


def test_it_is_played_to_the_end_in_the_terminal(site: Path, tmp_path: Path) -> None:
    """The orders of a game between programs, typed in with the same dice, make the same game."""
    run(site, "selfplay", GAME, "--games", 1, "--seed", 4, "--records", tmp_path)
    record = parse((tmp_path / f"{GAME}-1.rec").read_text("utf-8"))
    saved = tmp_path / "by-hand.rec"
    lines = "".join(f"{entry.order}\n" for entry in record.entries) + f"howto\nsave {saved}\n"
    seed = record.dice.removeprefix("seed ")
    said = run(site, "play", GAME, "--plain", "--vs", "human", "--seed", seed, input=lines)
    assert record.end in said
    assert "A Man steps diagonally forward." in " ".join(said.split())
    assert parse(saved.read_text("utf-8")).entries == record.entries


@pytest.mark.slow
@pytest.mark.parametrize("players", ["greedy,uct:sims=10", "1,tree:nodes=20"])
def test_programs_play_it_in_worker_processes(site: Path, players: str) -> None:
    said = json.loads(
        run(site, "selfplay", GAME, "--games", 4, "--seed", 1, "--players", players, "--workers", 2, "--json")
    )
    assert said["games"] == 4


@pytest.mark.slow
def test_it_is_in_the_lab(site: Path) -> None:
    said = json.loads(run(site, "match", GAME, "--players", "1,greedy", "--games", 4, "--workers", 2, "--json"))
    assert said["wins"] + said["draws"] + said["losses"] == 4


def test_it_is_small() -> None:
    """Lines of Python and TOML that are neither empty nor comments, without its tests."""
    files = [EXAMPLE / "pyproject.toml", *(EXAMPLE / "src").rglob("*.py"), *(EXAMPLE / "src").rglob("*.toml")]
    lines = [line.strip() for path in files for line in path.read_text("utf-8").splitlines()]
    assert len(files) == 9
    assert sum(bool(line) and not line.startswith("#") for line in lines) < MOST_LINES
