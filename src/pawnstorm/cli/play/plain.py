"""Line mode: the board in text, orders read line by line, so that a script or a screen reader can play."""

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.table import Table
from rich.text import Text

from pawnstorm.cli.analyse import OFFER
from pawnstorm.cli.draw.board import Look, draw, lay_out
from pawnstorm.cli.draw.fights import dice_picture, odds_picture, seen_dice, sums_picture
from pawnstorm.cli.draw.panels import log_panel, piece_card, seats_panel, step_block
from pawnstorm.cli.draw.plainboard import draw_plain
from pawnstorm.cli.output import ERR, OUT, complain
from pawnstorm.cli.play.sitting import Sitting, resume
from pawnstorm.cli.play.words import WORDS, understand
from pawnstorm.core.errors import PawnstormError, Refusal, Refused, UsageError
from pawnstorm.core.record import end_text
from pawnstorm.core.state import OVER
from pawnstorm.core.table import Step
from pawnstorm.core.view import Offer, leaves

REFUSED = 2


@contextlib.contextmanager
def patience(sitting: Sitting) -> Iterator[None]:
    """While a program thinks, say so, and let Ctrl-C mean that it should answer now."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: sitting.hurry())
    try:
        with ERR.status("thinking (Ctrl-C: answer now)") if ERR.is_terminal else contextlib.nullcontext():
            yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Leave(Exception):
    """The player has had enough."""


def play_lines(sitting: Sitting, letters: bool = False) -> int:
    """Play until the input ends or the player leaves; returns 2 if a script gave an order that was refused."""
    game = _Lines(sitting, letters)
    with contextlib.suppress(_Leave):
        game.run()
    return REFUSED if game.refused and not game.asking else 0


class _Lines:
    """A sitting in line mode."""

    def __init__(self, sitting: Sitting, letters: bool) -> None:
        self.sitting = sitting
        self.flipped = sitting.seen_from_above()
        self.letters = letters
        self.numbers = False
        self.refused = False
        self.eyes = sitting.viewer
        self.asking = sys.stdin.isatty()
        self._words: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": self._moves,
            "odds": self._odds,
            "hint": self._hint,
            "undo": self._undo,
            "save": self._save,
            "load": self._load,
            "resign": self._resign,
            "draw": self._draw,
            "mute": self._mute,
            "unmute": self._unmute,
            "flip": self._flip,
            "letters": self._switch_letters,
            "numbers": self._switch_numbers,
            "board": lambda rest: self._board(),
            "log": self._log,
            "new": self._new,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Read and answer line after line."""
        dice = f"dice: {self.sitting.dice}"
        OUT.print(f"{self.sitting.game.title}, {dice}. Type an order, or 'help'.", markup=False)
        self._catch_up()
        while True:
            line = self._read(f"{self._asked()}> ")
            if line.strip():
                self._take(line)

    def _asked(self) -> str:
        turn = self.sitting.match.turn
        return self.sitting.seats[turn] if turn >= 0 else "over"

    def _read(self, prompt: str) -> str:
        try:
            if self.asking:
                return input(prompt)
            line = sys.stdin.readline()
        except EOFError:
            line = ""
        if not line:
            raise _Leave
        OUT.print(prompt + line.rstrip("\n"), markup=False, soft_wrap=True)
        return line

    def _take(self, line: str) -> None:
        try:
            typed = understand(line, self.sitting)
            if typed.word:
                self._words[typed.word](typed.rest)
            else:
                self._order(typed.rest)
        except PawnstormError as error:
            self.refused = True
            complain(str(error))

    def _order(self, text: str) -> None:
        offer = self.sitting.offer(text)
        if offer.odds and self.asking:
            self._show_odds(offer)
            if self._read("Throw the dice? [Y/n] ").strip().lower() not in ("", "y", "yes"):
                return
        self._tell(self.sitting.order(offer.order))
        self._catch_up()

    def _catch_up(self) -> None:
        """Let the programs play, then show where it stands."""
        while self.sitting.program_to_act():
            with patience(self.sitting):
                order = self.sitting.think()
            step = self.sitting.answer(order)
            if not self.sitting.was_silent():
                self._tell(step)
        self._hand_over()
        self._board()

    def _hand_over(self) -> None:
        """Where two people share a terminal and the game has secrets, hide what the last one saw."""
        before, self.eyes = self.eyes, self.sitting.viewer
        if self.asking and before != self.eyes and self.eyes >= 0 and self.sitting.has_secrets():
            OUT.clear()
            self._read(f"{self.sitting.seats[self.eyes]}, please take the keyboard and press Enter. ")

    def _tell(self, step: Step) -> None:
        viewer, seats = self.sitting.viewer, self.sitting.seats
        dice = seen_dice(step, viewer)
        if dice and OUT.is_terminal:
            OUT.print(dice_picture(dice, seats, OUT.width))
        OUT.print(step_block(len(self.sitting.match.steps) - 1, step, viewer, seats))

    def _board(self) -> None:
        view, seats = self.sitting.view(), self.sitting.seats
        plan = lay_out(view)
        OUT.print()
        if OUT.color_system:
            last = self.sitting.last_cells(self.sitting.viewer)
            OUT.print(draw(plan, Look(seats, (5, 2), self.flipped, self.letters, self.numbers, last=last)))
        else:
            OUT.print(draw_plain(plan, seats, self.flipped), markup=False)
        OUT.print(seats_panel(view, self.sitting.match, self.sitting.roles, self.letters or not OUT.color_system))
        if self.sitting.match.turn == OVER:
            OUT.print(Text(end_text(self.sitting.match), style="bold"))
            OUT.print(Text(OFFER, style="dim"))
        else:
            OUT.print(Text(view.prompt, style="bold"))

    def _mute(self, rest: str) -> None:
        OUT.print(f"You will not be asked {self.sitting.mute()} any more; 'unmute' changes that.", markup=False)
        self._catch_up()

    def _unmute(self, rest: str) -> None:
        self.sitting.unmute()
        OUT.print("You will be asked at every moment again.")

    def _help(self, rest: str) -> None:
        table = Table.grid(padding=(0, 2, 0, 0))
        for word, meaning in WORDS.items():
            table.add_row(Text(word, "cyan"), meaning)
        OUT.print("Type an order of the game ('moves' lists them), or one of these words:")
        OUT.print(table)

    def _moves(self, place: str) -> None:
        view = self.sitting.view()
        found = [leaf for offer in view.offers if place in ("", offer.cell) for leaf in leaves((offer,))]
        if place:
            OUT.print(piece_card(view, place, self.sitting.seats, self.letters))
        # Orders of some games are several words, so blanks alone would not tell them apart.
        between = "; " if any(" " in leaf.order for leaf in found) else " "
        OUT.print(between.join(leaf.order for leaf in found) or "no orders", markup=False)

    def _odds(self, text: str) -> None:
        offer = self.sitting.offer(text)
        if offer.odds:
            self._show_odds(offer)
        else:
            OUT.print(f"{offer.order} needs no dice.", markup=False)

    def _show_odds(self, offer: Offer) -> None:
        if offer.parts:
            OUT.print(sums_picture(offer.parts, self.sitting.seats))
        OUT.print(odds_picture(offer.odds, min(OUT.width, 90)))

    def _hint(self, rest: str) -> None:
        with patience(self.sitting):
            order, chance = self.sitting.hint()
        OUT.print(f"The computer would play {order}; your chance to win is {100 * chance:.0f} %.", markup=False)

    def _undo(self, rest: str) -> None:
        count = self.sitting.take_back()
        OUT.print(f"{count} taken back.")
        self._board()

    def _save(self, rest: str) -> None:
        path = Path(rest or self.sitting.file_name())
        self.sitting.save(path)
        OUT.print(f"Saved to {path}.", markup=False, soft_wrap=True)

    def _load(self, rest: str) -> None:
        if not rest:
            raise UsageError("say which file: load FILE")
        self.sitting = resume(Path(rest), self.sitting.game)
        self._catch_up()

    def _resign(self, rest: str) -> None:
        before = len(self.sitting.match.steps)
        self.sitting.resign()
        for step in self.sitting.match.steps[before:]:
            self._tell(step)
        self._catch_up()

    def _draw(self, rest: str) -> None:
        if not self.sitting.people_alone:
            raise Refused(Refusal.ILLEGAL, "a program does not agree on draws")
        if self._read("Does everybody agree on a draw? [y/N] ").strip().lower() in ("y", "yes"):
            self.sitting.match.agree_draw()
            self._board()

    def _flip(self, rest: str) -> None:
        self.flipped = not self.flipped
        self._board()

    def _switch_letters(self, rest: str) -> None:
        self.letters = not self.letters
        self._board()

    def _switch_numbers(self, rest: str) -> None:
        self.numbers = not self.numbers
        self._board()

    def _log(self, rest: str) -> None:
        OUT.print(log_panel(self.sitting.match, self.sitting.viewer, len(self.sitting.match.steps)))

    def _new(self, rest: str) -> None:
        self.sitting = self.sitting.again()
        OUT.print(f"A new game, dice: {self.sitting.dice}.", markup=False)
        self._catch_up()

    def _quit(self, rest: str) -> None:
        raise _Leave
