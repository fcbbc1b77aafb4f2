"""Players of your own: a Python class and a policy file play everywhere at the command line, and nowhere else."""

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from pawnstorm.ai.players import is_known_player, known_players, player
from pawnstorm.cli.main import run
from pawnstorm.cli.play.session_file import read_session, resume_text, session_text
from pawnstorm.cli.play.terminal_session import new_session
from pawnstorm.core.errors import CheckFailed, NotInstalled, UsageError
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.games import load
from pawnstorm.lab.contest import Contest, play_rounds
from pawnstorm.lab.contestants import any_player, contestant, meaning_of
from pawnstorm.lab.openings import opening
from pawnstorm.lab.policy_player import Network

GAME = load("chess-attack")
BOTS = '''
from pawnstorm import Player

class First:
    """Gives the first order, as text."""
    def choose(self, game, state, luck):
        return game.write(state, state.legal()[0])

class Last(Player):
    """Gives the last order, as integer."""
    def decide(self, game, state, luck):
        return state.legal()[-1]

class Seen:
    heard = []
    def begin(self):
        self.heard.append("begin")
    def choose(self, game, state, luck):
        self.heard.append(state.encode())
        return state.legal()[0]

class Wrong:
    def choose(self, game, state, luck):
        return "e2-e9"

class Odd:
    def choose(self, game, state, luck):
        return None

class Broken:
    def choose(self, game, state, luck):
        return 1 // 0

class Demanding:
    def __init__(self, taste):
        self.taste = taste
    def choose(self, game, state, luck):
        return state.legal()[0]

class Picky:
    def check(self, game):
        raise ValueError("I play only ludo")
    def choose(self, game, state, luck):
        return state.legal()[0]

nothing = 3
'''


@pytest.fixture(autouse=True)
def _bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module in the folder where commands are given; each test has its own copy."""
    (tmp_path / "mybots.py").write_text(BOTS, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "mybots", raising=False)


def policy(path: Path, actions: int | None = None, **told: str) -> Path:
    """A small policy file: it likes an action the better, the greater its number."""
    codec = GAME.codec(GAME.agree(Setup()))
    count = int(codec.actions) if actions is None else actions
    liking = np.arange(count, dtype=np.float32).reshape(1, count)
    zero = np.zeros((int(codec.size), count), np.float32)
    seen = helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["batch", *codec.shape])
    answer = helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["batch", count])
    nodes = [
        helper.make_node("Flatten", ["observation"], ["flat"]),
        helper.make_node("MatMul", ["flat", "zero"], ["none"]),
        helper.make_node("Add", ["none", "liking"], ["policy"]),
    ]
    stored = [numpy_helper.from_array(zero, "zero"), numpy_helper.from_array(liking, "liking")]
    graph = helper.make_graph(nodes, "policy", [seen], [answer], stored)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(model, told)
    onnx.save(model, str(path))
    return path


def test_classes_play_in_a_contest_and_results_depend_on_them_only() -> None:
    contest = Contest("chess-attack", (), ("mybots:First", "mybots:Last"), 3)
    played = play_rounds(contest, range(1, 2))
    assert play_rounds(contest, range(1, 2)) == played
    assert all(game.orders > 0 for game in played[0].games)


def test_a_class_sees_only_what_its_seat_may_know() -> None:
    game = load("trench-checkers")
    found = contestant(game, "mybots:Seen")
    heard = found._own.heard  # type: ignore[attr-defined]
    state = opening(game, game.agree(Setup()), Luck(2), 30)
    other = game.guess(state, int(state.turn()), Luck(99))
    assert other.encode() != state.encode()
    for true in (state, other):
        found.begin()
        found.decide(game, true, Luck(7))
    assert heard[:2] == heard[2:]
    assert heard[0] == "begin"


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        ("nowhere:Bot", UsageError, "cannot be loaded: ModuleNotFoundError"),
        ("mybots:Nobody", UsageError, "cannot be loaded: AttributeError"),
        ("mybots:nothing", UsageError, "is not a class with a method 'choose'"),
        ("mybots:Demanding", CheckFailed, "cannot be made: TypeError"),
        ("mybots:Picky", CheckFailed, "fails in check: ValueError: I play only ludo"),
        ("policy:nothing.onnx", UsageError, "there is no policy file nothing.onnx"),
        ("ab:Bot", UsageError, "ab:Bot"),
    ],
)
def test_a_player_that_cannot_play_is_refused_at_once(name: str, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        contestant(GAME, name)


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("Wrong", "gives the order 'e2-e9', which is refused"),
        ("Odd", "gives the order 'None', which is refused"),
        ("Broken", "fails in choose: ZeroDivisionError"),
    ],
)
def test_a_fault_ends_the_match_with_one_sentence(bot: str, sentence: str, capfd: pytest.CaptureFixture[str]) -> None:
    words = ["match", "chess-attack", "--players", f"mybots:{bot},random", "--games", "2", "--workers", "1"]
    assert run(words) == 1
    said = " ".join(capfd.readouterr().err.split())
    assert sentence in said
    assert bot != "Broken" or "mybots.py:" in said


def test_selfplay_and_play_take_them(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    file = policy(Path("best.onnx"))
    words = ["selfplay", "chess-attack", "--games", "1", "--seed", "1", "--json"]
    assert run([*words, "--players", f"mybots:First,policy:{file}"]) == 0
    assert "policy:best.onnx" in capfd.readouterr().out
    monkeypatch.setenv("XDG_STATE_HOME", str(Path.cwd()))
    monkeypatch.setattr("sys.stdin", __import__("io").StringIO("e2-e4\nquit\n"))
    assert run(["play", "chess-attack", "--vs", f"policy:{file}", "--seed", "3", "--plain"]) == 0
    assert "play --resume" in " ".join(capfd.readouterr().out.split())


def test_a_file_of_somebody_else_names_no_program_to_run() -> None:
    """Only what this terminal has saved itself goes on with players of one's own."""
    session = new_session(GAME, GAME.agree(Setup()), ("human", "mybots:First"), 1)
    text = session_text(session)
    assert read_session(text)[1].seats["Black"] == "mybots:First"
    assert resume_text(text).players == ("human", "human")
    assert resume_text(text, find=any_player).players == ("human", "mybots:First")


def test_the_policy_plays_its_favourite_legal_action() -> None:
    found = contestant(GAME, f"policy:{policy(Path('best.onnx'), game='chess-attack', encoding='1')}")
    state = opening(GAME, GAME.agree(Setup()), Luck(4), 9)
    codec = GAME.codec(GAME.agree(Setup()))
    assert codec.action_of(state, found.decide(GAME, state, Luck(1))) == max(codec.legal_actions(state))


def test_wrong_policy_files_are_refused() -> None:
    cases = [
        ({"game": "ludo"}, "is for ludo, not for chess-attack"),
        ({"encoding": "99"}, "was made for encoding 99 of chess-attack"),
        ({"actions": 7}, "answers with arrays of batch x 7, where batch x 1797 are needed"),
    ]
    for told, sentence in cases:
        with pytest.raises(UsageError, match=sentence):
            contestant(GAME, f"policy:{policy(Path('wrong.onnx'), **told)}")  # type: ignore[arg-type]
    Path("text.onnx").write_text("no network")
    with pytest.raises(UsageError, match=r"the policy file text.onnx cannot be read"):
        contestant(GAME, "policy:text.onnx")


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    file = policy(Path("best.onnx"))
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", None)
    with pytest.raises(
        NotInstalled, match=r'needs ONNX Runtime, which is not installed: pip install "pawnstorm\[onnx\]"'
    ):
        Network(str(file))


def test_changed_programs_are_other_players() -> None:
    before = meaning_of(GAME, "mybots:First"), meaning_of(GAME, f"policy:{policy(Path('best.onnx'))}")
    Path("mybots.py").write_text(BOTS + "\n# better\n", "utf-8")
    after = meaning_of(GAME, "mybots:First"), meaning_of(GAME, f"policy:{policy(Path('best.onnx'), note='better')}")
    assert before[0] != after[0]
    assert before[1] != after[1]


@pytest.mark.parametrize("name", ["mybots:First", "policy:best.onnx", "engine:true"])
def test_no_table_on_the_server_takes_them(name: str) -> None:
    """The server makes players by `player` and offers `known_players`; neither knows programs."""
    policy(Path("best.onnx"))
    assert not is_known_player(GAME, name)
    assert name not in known_players(GAME)
    with pytest.raises(UsageError, match="there is no player"):
        player(name)
