"""Line mode: the board in text, orders read line by line, so that a script or a screen reader can play."""

import contextlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from pawnstorm.cli.play.line_mode.player_help import LineHelp
from pawnstorm.cli.play.line_mode.view import LineView, Switch, thinking
from pawnstorm.cli.play.picker import Picker
from pawnstorm.cli.play.session_file import default_file_name, resume, save_as
from pawnstorm.cli.play.terminal_session import TerminalSession, new_game, switch_session
from pawnstorm.cli.play.typed_line import parse_line
from pawnstorm.cli.play.unfinished import UnfinishedGame, resume_unfinished
from pawnstorm.cli.support.output import OUT, complain
from pawnstorm.core.errors import PawnstormError, UsageError
from pawnstorm.core.state import OVER

REFUSED = 2
"""The exit code if a script gave an order that was refused."""


class _LeaveTable(Exception):
    """The player leaves, or the input has ended."""


class LineGame:
    """A session in line mode."""

    def __init__(self, session: TerminalSession, letters: bool) -> None:
        self._view = LineView(session, letters)
        self._help = LineHelp(self._view)
        self._viewer = session.first_viewer
        self._refused = False
        self._interactive = sys.stdin.isatty()
        self._save_error = ""
        self._words: dict[str, Callable[[str], None]] = {
            "help": self._help.show_help,
            "howto": self._help.show_how_to,
            "rules": self._help.show_rules,
            "piece": self._help.show_piece,
            "moves": self._help.show_orders,
            "odds": self._help.show_odds,
            "hint": self._help.show_hint,
            "undo": self._undo,
            "save": self._save,
            "load": self._load,
            "resign": self._resign,
            "draw": self._draw,
            "mute": self._mute,
            "unmute": self._unmute,
            "flip": lambda rest: self._toggle("flipped"),
            "letters": lambda rest: self._toggle("letters"),
            "numbers": lambda rest: self._toggle("numbers"),
            "board": lambda rest: self._show_board(),
            "log": self._help.show_log,
            "new": self._new,
            "quit": self._quit,
        }

    @property
    def session(self) -> TerminalSession:
        """The session that is played."""
        return self._view.session

    def play(self, others: Sequence[UnfinishedGame] = ()) -> int:
        """Play until the input ends or the player leaves; returns the exit code.

        `others` are unfinished matches that the player may resume instead.
        """
        with contextlib.suppress(_LeaveTable):
            self._offer_unfinished(others)
            self._run()
        return REFUSED if self._refused and not self._interactive else 0

    # ---- unfinished games -------------------------------------------------------------------------------------

    def _offer_unfinished(self, others: Sequence[UnfinishedGame]) -> None:
        for one in others:
            if one.fault:
                complain(one.fault)
        readable = [one for one in others if not one.fault]
        while readable:
            OUT.print("Unfinished games:")
            for number, one in enumerate(readable, 1):
                OUT.print(f"{number}. {one.text}", markup=False, soft_wrap=True)
            answer = self._read("Which one goes on? Its number, or Enter for a new game: ").strip()
            if not answer:
                return
            if not answer.isdecimal() or not 1 <= int(answer) <= len(readable):
                complain(f"'{answer}' is not the number of an unfinished game")
            elif self._resumed(readable.pop(int(answer) - 1)):
                return

    def _resumed(self, one: UnfinishedGame) -> bool:
        try:
            self._open(resume_unfinished(one.path))
        except UsageError as error:
            complain(str(error))
            return False
        return True

    def _open(self, session: TerminalSession) -> None:
        switch_session(self.session, session)
        self._view.open(session)
        self._viewer = session.first_viewer

    # ---- reading lines ----------------------------------------------------------------------------------------

    def _run(self) -> None:
        """Read and answer line after line."""
        OUT.print(f"{self.session.game.title}, dice: {self.session.dice}. Type an order, or 'help'.", markup=False)
        self._catch_up()
        while True:
            turn = self.session.match.turn
            line = self._read(f"{self.session.seats[turn] if turn >= 0 else 'over'}> ")
            if line.strip():
                self._take(line)

    def _read(self, prompt: str) -> str:
        try:
            if self._interactive:
                return input(prompt)
            line = sys.stdin.readline()
        except EOFError:
            line = ""
        if not line:
            raise _LeaveTable
        OUT.print(prompt + line.rstrip("\n"), markup=False, soft_wrap=True)
        return line

    def _take(self, line: str) -> None:
        try:
            typed = parse_line(line, self.session)
            if typed.word:
                self._words[typed.word](typed.rest)
            else:
                self._order(typed.rest)
        except PawnstormError as error:
            self._refused = True
            complain(str(error))

    # ---- playing ----------------------------------------------------------------------------------------------

    def _order(self, text: str) -> None:
        offer = self.session.offer(text)
        if offer.odds and self._interactive:
            self._help.print_odds(offer)
            if self._read("Throw the dice? [Y/n] ").strip().lower() not in ("", "y", "yes"):
                return
        self._view.show_step(self.session.order(offer.order))
        self._catch_up()

    def _catch_up(self) -> None:
        """Let the programs play, then show the position."""
        self._report_save_error()
        while self.session.goes_on_alone():
            with thinking(self.session):
                order = self.session.choose_order()
            step = self.session.play_chosen(order)
            if not self.session.declined_without_effect():
                self._view.show_step(step)
        self._pass_keyboard()
        self._show_board()

    def _report_save_error(self) -> None:
        """Say once that the match cannot be saved."""
        error = self.session.saving.error
        if error and error != self._save_error:
            complain(f"this game is not saved: {error}")
        self._save_error = error

    def _pass_keyboard(self) -> None:
        """Where two people share a terminal and the game has secrets, hide what the last one saw."""
        before, self._viewer = self._viewer, self.session.viewer
        if self._interactive and before != self._viewer and self._viewer >= 0 and self.session.has_secrets():
            OUT.clear()
            self._read(f"{self.session.seats[self._viewer]}, please take the keyboard and press Enter. ")

    def _show_board(self) -> None:
        self._view.show_board()
        if self.session.match.turn != OVER and Picker(self.session.view().offers).is_a_question():
            self._help.show_orders("")

    # ---- the words --------------------------------------------------------------------------------------------

    def _mute(self, rest: str) -> None:
        OUT.print(f"You will not be asked {self.session.mute()} any more; 'unmute' changes that.", markup=False)
        self._catch_up()

    def _unmute(self, rest: str) -> None:
        self.session.unmute()
        OUT.print("You will be asked at every moment again.")

    def _undo(self, rest: str) -> None:
        count = self.session.take_back()
        OUT.print(f"{count} taken back.")
        self._show_board()

    def _save(self, rest: str) -> None:
        path = Path(rest or default_file_name(self.session))
        save_as(self.session, path)
        OUT.print(f"Saved to {path}.", markup=False, soft_wrap=True)

    def _load(self, rest: str) -> None:
        if not rest:
            raise UsageError("say which file: load FILE")
        self._open(resume(Path(rest), self.session.game))
        self._catch_up()

    def _resign(self, rest: str) -> None:
        before = len(self.session.match.steps)
        self.session.resign()
        for step in self.session.match.steps[before:]:
            self._view.show_step(step)
        self._catch_up()

    def _draw(self, rest: str) -> None:
        self.session.check_draw()
        if self._read("Does everybody agree to a draw? [y/N] ").strip().lower() in ("y", "yes"):
            self.session.agree_draw()
            self._catch_up()

    def _toggle(self, switch: Switch) -> None:
        self._view.toggle(switch)
        self._show_board()

    def _new(self, rest: str) -> None:
        self._open(new_game(self.session))
        OUT.print(f"A new game, dice: {self.session.dice}.", markup=False)
        self._catch_up()

    def _quit(self, rest: str) -> None:
        raise _LeaveTable
