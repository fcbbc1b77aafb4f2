"""Ctrl-C in long counts: the work stops, and what has been counted so far is shown."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

INTERRUPTED = 130
"""The exit code of a command that was stopped by Ctrl-C."""


class Whole:
    """Whether some work was done to its end."""

    def __init__(self) -> None:
        self.interrupted = False

    def check(self) -> None:
        """End the command with its exit code if the work was stopped."""
        if self.interrupted:
            raise typer.Exit(INTERRUPTED)


@contextmanager
def until_interrupted() -> Iterator[Whole]:
    """Work until it is done or somebody presses Ctrl-C."""
    whole = Whole()
    try:
        yield whole
    except KeyboardInterrupt:
        whole.interrupted = True
