"""Running the command line as a user does, and catching what it prints."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pawnstorm.cli.main import run as run_command


@dataclass(frozen=True)
class Ran:
    """The result of a command."""

    code: int
    out: str
    err: str

    def sentence(self) -> str:
        """The one sentence on the error stream, without the name in front of it."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("pawnstorm: ")
        return lines[0].removeprefix("pawnstorm: ")


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate state folder for every test, so that no test finds the games of another or of a person."""
    home = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    return home


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `pawnstorm` with arguments and, if wanted, lines on its input."""

    def run_with(*arguments: str | Path, lines: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        capsys.readouterr()
        code = run_command([str(argument) for argument in arguments])
        caught = capsys.readouterr()
        assert "Traceback" not in caught.err
        return Ran(code, caught.out, caught.err)

    return run_with
