"""The command `pawnstorm` itself: version, help, usage errors, exit codes, interrupts and closed pipes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from suite import COMPILED

from pawnstorm import __version__
from pawnstorm.cli.support import build
from pawnstorm.cli.support.database import where_kept
from pawnstorm.core.errors import BadOption, CheckFailed, PawnstormError, Refusal, Refused, UnknownGame

from .conftest import Run

THIS_PYTHON = sys.implementation.cache_tag
COMMANDS = ("games", "rules", "play", "odds", "replay", "selfplay", "perft", "scenario")


def test_version_says_how_the_core_runs(run: Run) -> None:
    ran = run("--version")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == f"pawnstorm {__version__}"
    assert ran.out.splitlines()[1].startswith("compiled core: " + ("yes" if COMPILED else "no (plain Python: "))


@pytest.mark.parametrize(
    ("beside", "reason"),
    [
        ((), "it was installed without a C compiler"),
        (("state.cpython-37m-plan9.so",), f"it was compiled for cpython-37m-plan9, and this is {THIS_PYTHON}"),
        (
            ("state.cp37-win32.pyd", "steps.cp36-win32.pyd"),
            f"it was compiled for cp37-win32, and this is {THIS_PYTHON}",
        ),
    ],
)
def test_version_explains_a_plain_core(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, beside: tuple[str, ...], reason: str
) -> None:
    for name in ("state.py", *beside):
        (tmp_path / name).touch()
    monkeypatch.setattr(build.state, "__file__", str(tmp_path / "state.py"))
    assert f"compiled core: no (plain Python: {reason})\n" in run("--version").out


@pytest.mark.parametrize(
    ("missing", "command", "sentence"),
    [
        ("starlette", ["serve"], 'the web table needs starlette, which is not installed: pip install "pawnstorm[web]"'),
        (
            "numpy",
            ["tune", "ch35s"],
            'fitting weights needs numpy, which is not installed: pip install "pawnstorm[tune]"',
        ),
        (
            "psycopg",
            ["serve", "--database", "postgresql://localhost/pawnstorm"],
            'PostgreSQL needs psycopg, which is not installed: pip install "pawnstorm[postgres]"',
        ),
    ],
)
def test_a_package_that_is_missing_is_named_with_its_extra(missing: str, command: list[str], sentence: str) -> None:
    """In another process, because this one may have loaded the package already."""
    program = (
        f"import sys; sys.modules[{missing!r}] = None; from pawnstorm.cli.main import run; sys.exit(run({command}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"pawnstorm: {sentence}\n")


def test_without_arguments_the_help_is_shown(run: Run) -> None:
    ran = run()
    assert ran.code == 0
    assert all(command in ran.out for command in COMMANDS)
    assert ran.out.rstrip() == run("--help").out.rstrip()


def test_a_group_without_its_command_shows_its_help(run: Run) -> None:
    ran = run("scenario")
    assert (ran.code, ran.err) == (2, "")
    assert "run" in ran.out


@pytest.mark.parametrize("command", [(name,) for name in COMMANDS] + [("scenario", "run")])
def test_every_command_has_help(run: Run, command: tuple[str, ...]) -> None:
    ran = run(*command, "--help")
    assert ran.code == 0
    assert " ".join(command) in ran.out
    assert ran.err == ""


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["chess"], "chess"),
        (["games", "--loud"], "--loud"),
        (["rules"], "GAME"),
        (["perft", "chess-attack"], "--depth"),
        (["perft", "chess-attack", "--depth", "deep"], "--depth"),
        (["perft", "chess-attack", "--depth", "0"], "--depth"),
        (["selfplay", "chess-attack", "--games", "0", "--seed", "1"], "--games"),
        (["selfplay", "chess-attack", "--games", "1", "--seed", "-1"], "--seed"),
        (["play", "chess-attack", "--seed", "x"], "--seed"),
        (["scenario", "run"], "PATH"),
    ],
)
def test_a_wrong_command_line_is_a_usage_error(run: Run, arguments: list[str], named: str) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert named in ran.sentence()
    assert ran.out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "ludo"],
        ["play", "ludo"],
        ["odds", "ludo", "--order", "e4"],
        ["selfplay", "ludo", "--games", "1", "--seed", "1"],
        ["perft", "ludo", "--depth", "1"],
    ],
)
def test_an_unknown_game_is_named_with_the_known_ones(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.sentence().startswith("there is no game 'ludo'; the games are chess-attack")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UnknownGame("no game"), 2),
        (BadOption("no option"), 2),
        (Refused(Refusal.ILLEGAL, "no order"), 2),
        (CheckFailed("no check"), 1),
        (KeyboardInterrupt(), 130),
    ],
)
def test_every_error_has_its_exit_code(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int
) -> None:
    def fail(key: str) -> None:
        raise error

    monkeypatch.setattr("pawnstorm.cli.commands.rules.load", fail)
    ran = run("rules", "chess-attack")
    assert ran.code == code
    assert ran.err == (f"pawnstorm: {error}\n" if isinstance(error, PawnstormError) else "")


def test_the_package_runs_as_a_module_and_says_one_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pawnstorm", "rules", "ludo"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pawnstorm: there is no game 'ludo'")


def test_a_closed_pipe_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "pawnstorm", "rules", "chess-attack"],
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")


def test_ctrl_c_ends_quietly() -> None:
    command = [sys.executable, "-m", "pawnstorm", "play", "chess-attack", "--plain"]
    pipe = subprocess.PIPE
    # Tests that run in the background ignore the signal, and the process would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as playing:
        signal.signal(signal.SIGINT, before)
        assert playing.stdout is not None
        # The first line of the game shows that it is waiting for an order, or will be in a moment.
        assert playing.stdout.readline().startswith("Chess Attack")
        time.sleep(0.2)
        playing.send_signal(signal.SIGINT)
        _, err = playing.communicate(timeout=60)
    assert (playing.returncode, err) == (130, "")


@pytest.mark.parametrize(
    ("database", "told"),
    [
        ("sqlite:////srv/tables.sqlite3", "/srv/tables.sqlite3"),
        ("sqlite:///tables.sqlite3", "tables.sqlite3"),
        ("sqlite://", "sqlite"),
        ("postgresql://guest:secret@host/tables", "postgresql"),
        ("postgresql+psycopg://guest:secret@host/tables", "postgresql"),
    ],
)
def test_the_server_tells_no_password(database: str, told: str) -> None:
    assert where_kept(database) == told
