"""A package whose game breaks the contract is named in one sentence and left out; all other games stay."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from suite import TESTS, seeing

from pawnstorm import games
from pawnstorm.ai.players import known_players, player_for
from pawnstorm.cli.support.completion import complete_games
from pawnstorm.core.errors import BadGame, UnknownGame, UsageError
from pawnstorm.games import Shelf, load, own_games
from pawnstorm.kit.packages import PackageEntry

GOOD = (TESTS / "games" / "coin_toss.py").read_text("utf-8").replace('"coin-toss"', "{key!r}")
"""A game that keeps the contract, under any key."""
CLASS, CHANGED = "{module}:CoinToss", "{module}:Changed"


def but(line: str, method: str = "__init__(self)") -> str:
    """The good game with one change: a method that first does what the good one does."""
    call = method.replace("(self, ", "(").replace("(self)", "()")
    return f"{GOOD}\n\nclass Changed(CoinToss):\n    def {method}:\n        super().{call}\n        {line}\n"


IMPORTED = "cannot be imported "
BAD = {
    "no-module": ("", "missing_module:Game", f"{IMPORTED}(ModuleNotFoundError: No module named 'missing_module')"),
    "no-class": ("", CLASS, f"{IMPORTED}(AttributeError: module '{{module}}' has no attribute 'CoinToss')"),
    "syntax": ("class Game", CLASS, f"{IMPORTED}(SyntaxError: "),
    "exits": ("raise SystemExit(3)", CLASS, f"{IMPORTED}(SystemExit: 3)"),
    "not-a-game": ("class CoinToss: pass", CLASS, "is not a subclass of pawnstorm.core.game.Game"),
    "an-instance": (f"{GOOD}\nmade = CoinToss()", "{module}:made", "is not a subclass of pawnstorm.core.game.Game"),
    "fails": (but("raise ValueError('no\\nluck')"), CHANGED, "fails at once (ValueError: no luck)"),
    "wrong-key": (but("self.key = 'other'"), CHANGED, "its class says that its key is 'other'"),
    "no-title": (but("self.title = ''"), CHANGED, "its 'title' is missing or of the wrong kind"),
    "no-seats": (but("self.seats = ()"), CHANGED, "its 'seats' is missing or of the wrong kind"),
    "no-rules": (but("self.rules = ()"), CHANGED, "its 'rules' is missing or of the wrong kind"),
    "nothing-set": (
        "from pawnstorm.core.game import Game\nclass CoinToss(Game):\n    def __init__(self): self.key = {key!r}",
        CLASS,
        "its 'title' is missing or of the wrong kind",
    ),
    "no-start": (
        but("raise NotImplementedError", "start(self, setup)"),
        CHANGED,
        "fails at once (NotImplementedError)",
    ),
    "no-data": (
        "from pawnstorm.kit.board_game import BoardGame\n"
        "class CoinToss(BoardGame):\n    def __init__(self): super().__init__({key!r}, {module!r})",
        CLASS,
        "{module}/data/rules.toml cannot be read: ",
    ),
    "Bad Key": (GOOD, CLASS, "a key has only small letters, digits and single hyphens"),
    "chess-attack": (GOOD, CLASS, "there is another game with this key"),
}


def write_package(folder: Path, key: str, code: str, value: str, group: str = "pawnstorm.games") -> PackageEntry:
    """A package with one entry point, as pip would have installed it."""
    module = "bad_" + key.replace("-", "_").replace(" ", "_").lower()
    (folder / module).mkdir(parents=True)
    (folder / module / "__init__.py").write_text(code.replace("{key!r}", repr(key)).replace("{module!r}", repr(module)))
    about = folder / f"{module}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1\n")
    entry = PackageEntry(key, value.format(module=module), module)
    (about / "entry_points.txt").write_text(f"[{group}]\n{key} = {entry.value}\n")
    return entry


def shelf_with(*entries: PackageEntry) -> Shelf:
    return Shelf(own_games(), lambda: entries)


@pytest.mark.parametrize("key", BAD)
def test_each_fault_has_one_sentence(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, value, why = BAD[key]
    entry = write_package(tmp_path, key, code, value)
    monkeypatch.syspath_prepend(tmp_path)
    shelf = shelf_with(entry)
    assert shelf.keys() == [own.name for own in own_games()]
    (sentence,) = shelf.untold_faults()
    assert sentence.startswith(f"the game '{key}' of the package '{entry.package}' is left out: ")
    assert why.format(module=entry.package) in sentence
    assert "\n" not in sentence
    assert shelf.untold_faults() == [], "a fault is told once"
    if key != "chess-attack":
        with pytest.raises(BadGame) as refused:
            shelf.load(key)
        assert str(refused.value) == sentence


def test_a_sound_game_is_added_and_the_second_of_two_with_one_key_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [write_package(tmp_path / name, "sound", GOOD, CLASS) for name in ("one", "two")]
    monkeypatch.syspath_prepend(tmp_path / "one")
    shelf = shelf_with(*entries)
    assert shelf.keys()[-1] == "sound"
    assert shelf.load("sound").key == "sound"
    assert shelf.load("sound") is shelf.load("sound")
    assert shelf.untold_faults() == [
        "the game 'sound' of the package 'bad_sound' is left out: there is another game with this key"
    ]


def test_an_unknown_game_is_refused_with_all_that_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = write_package(tmp_path, "late", GOOD, CLASS)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownGame, match=r"there is no game 'nowhere'; the games are chess-attack, .*, late$"):
        shelf_with(entry).load("nowhere")


@pytest.fixture
def all_bad(tmp_path: Path) -> Path:
    """Every bad package and a good one, installed together."""
    for key, (code, value, _) in BAD.items():
        if key != "Bad Key":
            write_package(tmp_path, key, code, value)
    write_package(tmp_path, "sound", GOOD, CLASS)
    return tmp_path


def test_a_command_names_them_once_and_does_its_work(all_bad: Path) -> None:
    command = [sys.executable, "-m", "pawnstorm", "games", "--json"]
    done = subprocess.run(command, env=seeing(all_bad), text=True, capture_output=True)
    assert done.returncode == 0
    assert [game["key"] for game in json.loads(done.stdout)][-1] == "sound"
    lines = done.stderr.splitlines()
    assert len(lines) == len(BAD) - 1
    assert all(line.startswith("pawnstorm: the game '") for line in lines)


def test_completion_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_SHELF", shelf_with(write_package(tmp_path, "no-module", *BAD["no-module"][:2])))
    assert complete_games("ca") == ["castle-chess"]
    assert games.untold_faults() == []


def test_a_command_that_does_not_look_through_the_shelf_says_nothing(all_bad: Path) -> None:
    command = [sys.executable, "-m", "pawnstorm", "rules", "chess-attack", "CA-01"]
    done = subprocess.run(command, env=seeing(all_bad), text=True, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_command_about_a_bad_game_says_only_what_is_wrong_with_it(all_bad: Path) -> None:
    command = [sys.executable, "-m", "pawnstorm", "rules", "wrong-key"]
    done = subprocess.run(command, env=seeing(all_bad), text=True, capture_output=True)
    assert done.returncode == 2
    (line,) = [line for line in done.stderr.splitlines() if "'chess-attack'" not in line]
    assert line.endswith("'bad_wrong_key' is left out: its class says that its key is 'other'")


def test_the_server_logs_them(all_bad: Path) -> None:
    database = f"sqlite:///{all_bad / 'tables.sqlite3'}"
    command = [sys.executable, "-m", "pawnstorm", "serve", "--port", "0", "--database", database]
    process = subprocess.Popen(
        command, env=seeing(all_bad), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )  # fmt: skip
    assert process.stdout
    assert "http://" in process.stdout.readline()
    os.kill(process.pid, signal.SIGTERM)
    _, log = process.communicate(timeout=120)
    lines = [json.loads(line) for line in log.splitlines()]
    assert sum(line["event"] == "game left out" for line in lines) == len(BAD) - 1
    (started,) = [line for line in lines if line["event"] == "started"]
    assert started["games"][-1] == "sound"


EVALUATORS = {
    "no module": ("", "missing_module", "'missing_module' cannot make it (ModuleNotFoundError: "),
    "no make": ("", "{module}", "'{module}' cannot make it (AttributeError: "),
    "not an evaluator": ("def make(): return 1", "{module}", "'{module}' does not make a subclass of"),
}


@pytest.mark.parametrize("name", EVALUATORS)
def test_a_bad_evaluator_leaves_the_game_without_levels(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, value, why = EVALUATORS[name]
    key = "judged-" + name.replace(" ", "-")
    game = write_package(tmp_path, key, GOOD, CLASS)
    bad = write_package(tmp_path, f"{key}-by", code, value, "pawnstorm.evaluators")
    (tmp_path / f"{bad.package}-1.dist-info" / "entry_points.txt").write_text(
        f"[pawnstorm.evaluators]\n{key} = {bad.value}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    found = shelf_with(game).load(key)
    assert known_players(found) == ["random", "greedy", "attacker"]
    with pytest.raises(UsageError) as refused:
        player_for(found, "3")
    assert str(refused.value).startswith(f"the evaluator '{key}' of the package '{bad.package}' is left out: ")
    assert why.format(module=bad.package) in str(refused.value)


def test_our_own_games_come_first_and_in_their_order() -> None:
    own = [entry.name for entry in own_games()]
    assert own == ["chess-attack", "fantasy-armies", "castle-chess", "trench-checkers", "ch35s"]
    assert [load(key).key for key in own] == own
