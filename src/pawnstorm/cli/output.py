"""The two ways out of the command line: words and tables for people, JSON for programs."""

import json
import os
import sys
from typing import Any

from rich.console import Console


class PipeClosed(Exception):
    """The reader of our output has gone away, which is its right."""


class _Console(Console):
    """A console that leaves a closed pipe to `main`."""

    def on_broken_pipe(self) -> None:
        """Called by Rich when nobody reads any more."""
        raise PipeClosed


OUT = _Console(highlight=False)
"""Where results go."""
ERR = _Console(highlight=False, stderr=True)
"""Where progress and complaints go."""


def coloured() -> bool:
    """Whether colours can be seen, so that a board may be painted."""
    return bool(OUT.color_system) and not OUT.no_color


def print_json(data: Any) -> None:
    """Write data for a program to read."""
    try:
        sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise PipeClosed from None


def complain(sentence: str) -> None:
    """Say in one line on the error stream what is wrong."""
    line = " ".join(sentence.split())
    print(f"pawnstorm: {line}", file=sys.stderr)


def silence() -> None:
    """Point the output nowhere, so that the interpreter does not trip over the closed pipe when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
