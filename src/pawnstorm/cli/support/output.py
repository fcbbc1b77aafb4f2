"""The output of the command line: words and tables for people, JSON for programs."""

import json
import os
import sys
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class PipeClosed(Exception):
    """The reader of our output has closed the pipe, as it may."""


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


def progress_bar() -> Progress:
    """A progress bar on the error stream; it is shown only at a terminal, and removed at the end."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=ERR, transient=True, disable=not ERR.is_terminal)


def complain(sentence: str) -> None:
    """Say in one line on the error stream what is wrong."""
    # A sentence may quote a stranger's file, which must not control the terminal.
    line = "".join(letter if letter.isprintable() else "?" for letter in " ".join(sentence.split()))
    print(f"pawnstorm: {line}", file=sys.stderr)


def discard_output() -> None:
    """Send further output nowhere, so that the interpreter does not fail on the closed pipe when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
