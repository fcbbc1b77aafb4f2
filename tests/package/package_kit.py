"""The package as its users get it: built, installed into fresh environments, and tried."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from suite import ROOT, TESTS

sys.path[:0] = [str(TESTS / "server"), str(ROOT)]

from server_kit import HERE, Visitor  # noqa: E402

from build_tools.pythons import SUPPORTED, pythons  # noqa: E402

__all__ = ["SUPPORTED", "pythons"]

ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
ENVIRONMENT |= {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "NO_COLOR": "1"}
DRAWN = ["Ng1-f3", "Ng8-f6", "Nf3-g1", "Nf6-g8"] * 2
"""A whole game of Chess Attack: the third time a position is on the board, it is a draw."""


def run(*command: str | Path, fails: bool = False, lines: str = "", **more: str) -> str:
    """Run a command outside the checkout's sources; returns all it says."""
    done = subprocess.run(
        command,
        env=ENVIRONMENT | more,
        cwd=ROOT.anchor,
        input=lines,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert (done.returncode != 0) == fails, done.stdout
    return done.stdout


@dataclass(frozen=True)
class Dist:
    """What a build has made."""

    folder: Path

    @property
    def sdist(self) -> Path:
        """The source distribution."""
        return next(self.folder.glob("pawnstorm-*.tar.gz"))

    @property
    def wheels(self) -> list[Path]:
        """The wheels, one for each Python."""
        return sorted(self.folder.glob("pawnstorm-*.whl"))

    def wheel(self, version: str) -> Path | None:
        """The wheel for a version of Python, if it was made."""
        tag = f"-cp{version.replace('.', '')}-"
        return next((path for path in self.wheels if tag in path.name), None)


class Installation:
    """A fresh environment with the package in it."""

    def __init__(self, folder: Path, python: str | Path = sys.executable) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        run(python, "-m", "venv", "--without-pip", folder)

    def borrow_packages(self) -> None:
        """Let it find the packages of this Python, so that nothing need be downloaded."""
        lent = [path for path in sys.path if path.endswith("site-packages")]
        (site,) = self.folder.glob("lib/python*/site-packages")
        # A path in such a file is searched last, and the .pth files in that folder are not read:
        # the checkout, which is installed there, stays unknown.
        (site / "borrowed.pth").write_text("".join(f"{path}\n" for path in lent))

    def pip(self, *words: str | Path, **more: str) -> str:
        """Run pip for this environment."""
        return run(sys.executable, "-m", "pip", "--python", self.bin / "python", *words, **more)

    def pawnstorm(self, *words: str | Path, fails: bool = False, lines: str = "") -> str:
        """Run the command `pawnstorm`."""
        return run(self.bin / "pawnstorm", *words, fails=fails, lines=lines, XDG_STATE_HOME=str(self.folder / "state"))

    def try_terminal(self, compiled: bool) -> None:
        """The command says what it is, and plays a game to its end."""
        assert f"compiled core: {'yes' if compiled else 'no'}" in self.pawnstorm("--version")
        where = run(self.bin / "python", "-c", "import pawnstorm.core.state as state; print(state.__file__)")
        assert Path(where.strip()).is_relative_to(self.folder)
        said = self.pawnstorm("play", "chess-attack", "--plain", "--vs", "human", lines="\n".join(DRAWN))
        assert "draw between White and Black" in said
        # As plain Python the computer player would take long.
        players = "1,random" if compiled else "random,random"
        self.pawnstorm("selfplay", "chess-attack", "--games", "2", "--seed", "1", "--players", players)

    def try_web(self) -> None:
        """The page and its files are served, and an order is carried out over the socket."""
        database = f"sqlite:///{self.folder / 'tables.sqlite3'}"
        command = [self.bin / "pawnstorm", "serve", "--port", "0", "--database", database]
        with (
            (self.folder / "log").open("w") as log,
            subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=log, text=True) as server,
        ):
            try:
                assert server.stdout
                address = re.search(r"http://\S+", server.stdout.readline())
                assert address, (self.folder / "log").read_text()
                _visit(Visitor(address[0]))
            finally:
                server.terminate()


def _visit(visitor: Visitor) -> None:
    page = visitor.http.get("/")
    assert page.status_code == 200
    scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page.text)
    assert scripts
    assert all(visitor.http.get(script).headers["content-type"].startswith("text/javascript") for script in scripts)
    table = visitor.make(HERE, HERE)
    with visitor.open(table["id"]) as client:
        assert client.order("e2-e4")["view"]["turn"] == 1
    visitor.leave()


def needs(version: str) -> Path:
    """The interpreter of a version; without it the test is skipped."""
    found = pythons().get(version)
    if not found:
        pytest.skip(f"this machine has no Python {version} that can make environments")
    return found
