"""Playing at this terminal: full screen where there is one, else line by line."""

import sys
from collections.abc import Sequence

from pawnstorm.cli.play.autosave import FileAutosave
from pawnstorm.cli.play.line_mode.loop import LineGame
from pawnstorm.cli.play.terminal_session import TerminalSession
from pawnstorm.cli.play.unfinished import UnfinishedGame
from pawnstorm.cli.support.output import OUT, complain
from pawnstorm.core.state import OVER


def play_at_terminal(
    session: TerminalSession, plain: bool, letters: bool, others: Sequence[UnfinishedGame] = ()
) -> int:
    """Play until the player leaves; returns the exit code.

    `others` are unfinished matches that the player may resume instead.
    """
    session.saving.autosave = session.saving.autosave or FileAutosave()
    if plain or OUT.is_dumb_terminal or not sys.stdin.isatty() or not sys.stdout.isatty():
        game = LineGame(session, letters)
        try:
            return game.play(others if sys.stdin.isatty() else ())
        finally:
            leave_table(game.session)
    # Textual takes a while to import, and only this needs it.
    from pawnstorm.cli.play.screen.app import PlayApp

    app = PlayApp(session, letters, unfinished=others)
    app.run()
    leave_table(app.session)
    return app.return_code or 0


def leave_table(session: TerminalSession) -> None:
    """Leave the table, and say how to come back."""
    session.leave()
    autosave = session.saving.autosave
    if session.match.turn == OVER or not autosave:
        return
    if session.saving.autosaved:
        OUT.print(f"The game is saved: '{autosave.resume_command}' goes on with it.", markup=False, soft_wrap=True)
    elif autosave.error:
        complain(f"this game is not saved: {autosave.error}")
