"""What line mode prints: the board, the steps, and a note while a program thinks."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import Literal

from rich.text import Text

from pawnstorm.cli.draw.board import BoardStyle, draw, lay_out
from pawnstorm.cli.draw.fights import dice_picture, visible_dice
from pawnstorm.cli.draw.panels import end_tip, seats_panel, step_block, touched_cells
from pawnstorm.cli.draw.plain_board import draw_plain
from pawnstorm.cli.play.terminal_session import TerminalSession, should_flip
from pawnstorm.cli.support.output import ERR, OUT, coloured
from pawnstorm.core.record import end_text
from pawnstorm.core.state import OVER
from pawnstorm.core.step import Step

Switch = Literal["flipped", "letters", "numbers"]
"""What the player may turn on and off."""


@contextlib.contextmanager
def thinking(session: TerminalSession) -> Iterator[None]:
    """While a program thinks, say so, and let Ctrl-C mean that it should answer now."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: session.computers.hurry())
    try:
        with ERR.status("thinking (Ctrl-C: answer now)") if ERR.is_terminal else contextlib.nullcontext():
            yield
    finally:
        signal.signal(signal.SIGINT, before)


class LineView:
    """The session on the screen and how its board is printed."""

    def __init__(self, session: TerminalSession, letters: bool) -> None:
        self.session = session
        self.flipped = should_flip(session)
        self.letters = letters
        self.numbers = False

    def open(self, session: TerminalSession) -> None:
        """Show another session."""
        self.session = session
        self.flipped = should_flip(session)

    def toggle(self, switch: Switch) -> None:
        """Turn the board, or turn letters or numbers on or off."""
        setattr(self, switch, not getattr(self, switch))

    def show_step(self, step: Step) -> None:
        """Print an order that was just given, with its dice and events."""
        session = self.session
        dice = visible_dice(step, session.viewer)
        if dice and OUT.is_terminal:
            OUT.print(dice_picture(dice, session.seats, OUT.width))
        OUT.print(step_block(session.match, len(session.match.steps) - 1, session.viewer))

    def show_board(self) -> None:
        """Print the board, the seats, and what is to be done or how the game ended."""
        session, view = self.session, self.session.view()
        layout = lay_out(view)
        OUT.print()
        if coloured():
            last = touched_cells(session.match.steps[-1], session.viewer)
            style = BoardStyle(session.seats, (5, 2), self.flipped, self.letters, self.numbers, last=last)
            OUT.print(draw(layout, style))
        else:
            OUT.print(draw_plain(layout, session.seats, self.flipped), markup=False)
        OUT.print(seats_panel(view, session.match, session.roles, self.letters or not coloured(), OUT.width))
        if session.match.turn == OVER:
            OUT.print(Text(end_text(session.match), style="bold"))
            if tip := end_tip(session.game.key):
                OUT.print(tip)
        else:
            OUT.print(Text(view.prompt, style="bold"))
