"""An earlier commit as an opponent: `python -m bench.anchor [COMMIT]` builds it into a folder of its own.

The folder `build/anchor/COMMIT` gets the commit's sources, its compiled modules and a program that speaks the engine
protocol: `build/anchor/COMMIT/engine GAME`. It uses nothing of the present sources.
"""

import argparse
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

ANCHOR = "cc44cfc"
"""The anchor: the last commit before the present work on the computer player and on the structure of the code."""
ROOT = Path(__file__).parents[1]
_PARTS = ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE", "build_tools")
_SHORT = 7


class CannotBuild(Exception):
    """A sentence that says why there is no anchor."""


def program(commit: str = ANCHOR) -> Path:
    """The program of a commit that has been built."""
    return ROOT / "build" / "anchor" / commit / "engine"


def build(asked: str) -> Path:
    """Build a commit, unless that has been done; returns its program."""
    commit = _run(["git", "rev-parse", "--verify", "--quiet", f"{asked}^{{commit}}"], "has no commit").decode().strip()
    made = program(commit[:_SHORT])
    if not made.is_file():
        draft = made.parent.with_name(f"{commit[:_SHORT]}.part")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        _unpack(commit, draft)
        _compile(draft)
        _write_program(commit[:_SHORT], draft)
        draft.rename(made.parent)
    return made


def _unpack(commit: str, folder: Path) -> None:
    there = _run(["git", "ls-tree", "--name-only", commit], "has no files").decode().split()
    archive = _run(["git", "archive", commit, *(part for part in _PARTS if part in there)], "has no files")
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(folder, filter="data")


def _compile(folder: Path) -> None:
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode or not list(folder.glob("src/pawnstorm/core/*.so")):
        raise CannotBuild(f"{folder} cannot be compiled: {done.stderr.strip()[-400:]}")


def _write_program(commit: str, folder: Path) -> None:
    """A script that finds its folder by itself; commits that have no engine of their own get the adapter."""
    own = (folder / "src/pawnstorm/cli/commands/engine.py").is_file()
    shutil.copy(ROOT / "bench/anchor_adapter.py", folder / "anchor_adapter.py")
    call = '-m pawnstorm engine "$@"' if own else f'"$here/anchor_adapter.py" "$1" {commit}'
    script = folder / "engine"
    script.write_text(
        f'#!/bin/sh\nhere=$(cd "$(dirname "$0")" && pwd)\nPYTHONPATH="$here/src" exec "{sys.executable}" -P {call}\n'
    )
    script.chmod(0o755)


def _run(command: list[str], what: str) -> bytes:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        raise CannotBuild(f"this repository {what} '{command[-1]}' {done.stderr.decode().strip()}".strip())
    return done.stdout


def main() -> int:
    """Build the commit that the command line names, or the anchor."""
    parser = argparse.ArgumentParser(prog="python -m bench.anchor", description="Build an earlier commit as an engine.")
    parser.add_argument("commit", nargs="?", default=ANCHOR, help="the commit; by default the anchor")
    try:
        made = build(parser.parse_args().commit)
    except CannotBuild as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{made.relative_to(ROOT)} GAME")
    return 0


if __name__ == "__main__":
    sys.exit(main())
