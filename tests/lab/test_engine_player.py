"""Programs as players: a contest plays them, tells them only what their seat may know, and survives their faults."""

import sys
from pathlib import Path

import pytest
from suite import ROOT

from pawnstorm.ai.players import known_players, player
from pawnstorm.cli.main import run
from pawnstorm.core.errors import CheckFailed, UsageError
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.games import load
from pawnstorm.lab.contest import Contest, play_rounds
from pawnstorm.lab.contestants import contestant, split_players
from pawnstorm.lab.engine_player import Connection, read_name
from pawnstorm.lab.openings import opening

PYTHON = sys.executable
GREETING = "engine 1\\nname toy\\ngame chess-attack\\nrules 1\\nready"
TOY = f"""
import sys
for line in sys.stdin:
    if line.startswith("pawnstorm"):
        print("{GREETING}", flush=True)
    elif line.startswith("go"):
        ANSWER
"""


def toy(folder: Path, answer: str, greeting: str = GREETING) -> str:
    """The command of a program that answers `go` in one way; commas and colons in it are no separators."""
    file = folder / f"toy, a:b {len(list(folder.iterdir()))}.py"
    file.write_text(TOY.replace("ANSWER", answer).replace(GREETING, greeting), "utf-8")
    return f"{PYTHON} '{file}'"


def test_a_program_plays_like_the_same_player_in_this_process() -> None:
    game = load("chess-attack")
    program = contestant(game, f"engine:nodes=200:{PYTHON} -m pawnstorm engine chess-attack")
    state = opening(game, game.agree(Setup()), Luck(3), 10)
    luck = Luck(8)
    order = program.decide(game, state, luck)
    # The program gets the next number of the stream as its seed.
    again = Luck(8)
    assert order == player("ab:nodes=200").decide(game, state, Luck(again.below(1 << 30)))


def test_the_adapter_of_earlier_commits_plays_a_contest() -> None:
    command = f"{PYTHON} {ROOT / 'bench/anchor_adapter.py'} chess-attack abc"
    contest = Contest("chess-attack", (), (f"engine:nodes=20:{command}", f"engine:level=1:{command}"), 1)
    first = play_rounds(contest, range(1, 2))
    assert len(first[0].games) == 2
    assert play_rounds(contest, range(1, 2)) == first


def test_a_program_is_not_told_what_its_seat_may_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("trench-checkers")
    told: list[str] = []
    tell = Connection.tell
    monkeypatch.setattr(Connection, "tell", lambda self, line: (told.append(line), tell(self, line)))
    program = contestant(game, f"engine:nodes=5:{PYTHON} -m pawnstorm engine trench-checkers")
    state = opening(game, game.agree(Setup()), Luck(2), 30)
    other = game.guess(state, int(state.turn()), Luck(99))
    assert other.encode() != state.encode()
    heard = []
    for true in (state, other):
        told.clear()
        program.begin()
        program.decide(game, true, Luck(7))
        heard.append(list(told))
    assert heard[0] == heard[1]
    assert [line.split()[0] for line in heard[0]] == ["setup", "position", "go"]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("sys.exit(3)", "has ended in the middle (exit code 3)"),
        ("pass", "has not answered for 0.5 seconds"),
        ("print('bestorder e2-e9', flush=True)", "gives the order 'e2-e9', which is refused"),
        ("print('bestorder e7-e5', flush=True)", "gives the order 'e7-e5', which is refused"),
        ("print('error no wish to play', flush=True)", "reports an error: no wish to play"),
    ],
)
def test_a_faulty_program_ends_the_match_with_one_sentence(
    answer: str, sentence: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    name = f"engine:limit=0.5:{toy(tmp_path, answer)}"
    words = ["match", "chess-attack", "--players", f'"{name}",random', "--games", "2", "--workers", "1"]
    assert run(words) == 1
    said = capfd.readouterr().err
    assert sentence in " ".join(said.split())


def test_a_program_for_another_game_or_without_the_protocol_is_refused(tmp_path: Path) -> None:
    game = load("chess-attack")
    with pytest.raises(UsageError, match="plays ludo, not chess-attack"):
        contestant(game, f"engine:{toy(tmp_path, 'pass', GREETING.replace('chess-attack', 'ludo'))}")
    with pytest.raises(CheckFailed, match="does not speak the protocol"):
        contestant(game, f"engine:{toy(tmp_path, 'pass', 'ready')}")
    with pytest.raises(CheckFailed, match="has ended in the middle"):
        contestant(game, f"engine:{PYTHON} -c pass")
    with pytest.raises(UsageError, match="cannot be started"):
        contestant(game, f"engine:{tmp_path / 'nothing'}")
    with pytest.raises(UsageError, match="cannot be started"):
        contestant(game, "engine:an 'open quote")


def test_names_of_programs_are_read() -> None:
    assert split_players('"engine:a,b ""c""",5') == ['engine:a,b "c"', "5"]
    assert read_name("engine:cpu=0.1:limit=5:prog x:y") == ("cpu=0.1", 5.0, "prog x:y")
    assert read_name("engine:nodes=9:depth=2:prog") == ("nodes=9 depth=2", 60.0, "prog")
    assert read_name("engine:prog")[0] == "cpu=0.05"
    for wrong in ("engine:", "engine:nodes=4:", "engine:limit=0:prog"):
        with pytest.raises(UsageError):
            read_name(wrong)
    with pytest.raises(UsageError, match="a quote is not closed"):
        split_players('"engine:a,5')


def test_only_contests_take_programs() -> None:
    """The server makes players by `player` and offers `known_players`; neither knows commands."""
    game = load("chess-attack")
    with pytest.raises(UsageError, match="there is no player 'engine:true'"):
        player("engine:true")
    assert not any(name.startswith("engine") for name in known_players(game))
