"""Ctrl-C in long commands: the work stops, and the results so far are shown."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

INTERRUPTED = 130
"""The exit code of a command that was stopped by Ctrl-C."""


class Interruption:
    """Whether some work was interrupted."""

    def __init__(self) -> None:
        self.interrupted = False

    def exit_if_interrupted(self) -> None:
        """End the command with its exit code if the work was interrupted."""
        if self.interrupted:
            raise typer.Exit(INTERRUPTED)


@contextmanager
def until_interrupted() -> Iterator[Interruption]:
    """Work until it is done or somebody presses Ctrl-C."""
    interruption = Interruption()
    try:
        yield interruption
    except KeyboardInterrupt:
        interruption.interrupted = True
