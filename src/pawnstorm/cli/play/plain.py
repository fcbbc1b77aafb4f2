"""Line mode: the board in text, orders read line by line, so that a script or a screen reader can play."""

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from pawnstorm.cli.analyse import OFFER
from pawnstorm.cli.draw.board import Look, draw, lay_out
from pawnstorm.cli.draw.fights import dice_picture, odds_picture, seen_dice, sums_picture
from pawnstorm.cli.draw.panels import log_panel, piece_card, seats_panel, step_block
from pawnstorm.cli.draw.plainboard import draw_plain
from pawnstorm.cli.output import ERR, OUT, coloured, complain
from pawnstorm.cli.play import guide
from pawnstorm.cli.play.keeping import Unfinished, go_on
from pawnstorm.cli.play.picker import Picker
from pawnstorm.cli.play.resuming import resume
from pawnstorm.cli.play.sitting import Sitting
from pawnstorm.cli.play.words import WORDS, understand
from pawnstorm.core.errors import PawnstormError, Refusal, Refused, UsageError
from pawnstorm.core.record import end_text
from pawnstorm.core.state import OVER
from pawnstorm.core.step import Step
from pawnstorm.core.view import SPECTATOR, Offer, leaves

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


def play_lines(sitting: Sitting, letters: bool = False, others: Sequence[Unfinished] = ()) -> int:
    """Play until the input ends or the player leaves; returns 2 if a script gave an order that was refused.

    `others` are unfinished matches that the player may rather go on with.
    """
    game = _Lines(sitting, letters)
    try:
        with contextlib.suppress(_Leave):
            game.ask_to_go_on(others)
            game.run()
    finally:
        get_up(game.sitting)
    return REFUSED if game.refused and not game.asking else 0


def get_up(sitting: Sitting) -> None:
    """Leave the table, and say how to come back."""
    sitting.leave()
    if sitting.match.turn == OVER or not sitting.keeper:
        return
    if sitting.kept:
        OUT.print(f"The game is kept: '{sitting.keeper.way_back}' goes on with it.", markup=False, soft_wrap=True)
    elif sitting.keeper.trouble:
        complain(f"this game is not kept: {sitting.keeper.trouble}")


class _Lines:
    """A sitting in line mode."""

    def __init__(self, sitting: Sitting, letters: bool) -> None:
        self.sitting = sitting
        self.flipped = sitting.seen_from_above()
        self.letters = letters
        self.numbers = False
        self.refused = False
        self.eyes = self._first_eyes()
        self.asking = sys.stdin.isatty()
        self._trouble = ""
        self._words: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "howto": self._howto,
            "rules": self._rules,
            "piece": self._piece,
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

    def ask_to_go_on(self, others: Sequence[Unfinished]) -> None:
        """Ask whether the player would rather go on with one of these matches."""
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
            if not answer.isdigit() or not 1 <= int(answer) <= len(readable):
                complain(f"'{answer}' is not the number of an unfinished game")
            elif self._go_on_with(readable.pop(int(answer) - 1)):
                return

    def _go_on_with(self, one: Unfinished) -> bool:
        try:
            self._sit_at(go_on(one.path))
        except UsageError as error:
            complain(str(error))
            return False
        return True

    def _sit_at(self, sitting: Sitting) -> None:
        self.sitting = self.sitting.make_way(sitting)
        self.eyes = self._first_eyes()
        self.flipped = sitting.seen_from_above()

    def _first_eyes(self) -> int:
        """Of several people nobody's, until one has taken the keyboard."""
        return self.sitting.viewer if len(self.sitting.humans) == 1 else SPECTATOR

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
        self._say_trouble()
        while self.sitting.program_to_act():
            with patience(self.sitting):
                order = self.sitting.think()
            step = self.sitting.answer(order)
            if not self.sitting.was_silent():
                self._tell(step)
        self._hand_over()
        self._board()

    def _say_trouble(self) -> None:
        """Say once that the match cannot be kept."""
        trouble = self.sitting.keeper.trouble if self.sitting.keeper else ""
        if trouble and trouble != self._trouble:
            complain(f"this game is not kept: {trouble}")
        self._trouble = trouble

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
        OUT.print(step_block(self.sitting.match, len(self.sitting.match.steps) - 1, viewer))

    def _board(self) -> None:
        view, seats = self.sitting.view(), self.sitting.seats
        plan = lay_out(view)
        OUT.print()
        if coloured():
            last = self.sitting.last_cells(self.sitting.viewer)
            OUT.print(draw(plan, Look(seats, (5, 2), self.flipped, self.letters, self.numbers, last=last)))
        else:
            OUT.print(draw_plain(plan, seats, self.flipped), markup=False)
        OUT.print(seats_panel(view, self.sitting.match, self.sitting.roles, self.letters or not coloured(), OUT.width))
        if self.sitting.match.turn == OVER:
            OUT.print(Text(end_text(self.sitting.match), style="bold"))
            OUT.print(Text(OFFER, style="dim"))
        else:
            OUT.print(Text(view.prompt, style="bold"))
            if Picker(view.offers).is_a_question():
                self._moves("")

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

    def _howto(self, rest: str) -> None:
        OUT.print(guide.how_to_play(self.sitting.game))

    def _rules(self, word: str) -> None:
        game = self.sitting.game
        if word:
            OUT.print(guide.rules_table(guide.rules_about(game, word)))
            return
        for chapter in guide.chapters(game):
            OUT.print(Text(chapter.capitalize(), "bold yellow"))
            OUT.print(guide.chapter_table(game, chapter))

    def _piece(self, place: str) -> None:
        if not place:
            raise UsageError("say where the piece stands: piece PLACE")
        OUT.print(*guide.piece_parts(self.sitting, self.sitting.viewer, place, self.letters), sep="\n\n")

    def _moves(self, place: str) -> None:
        view = self.sitting.view()
        found = [leaf for offer in view.offers if place in ("", offer.cell) for leaf in leaves((offer,))]
        if place:
            OUT.print(piece_card(view, place, self.sitting.seats, self.letters))
        # Orders of some games are several words, so blanks alone would not tell them apart.
        between = "; " if any(" " in leaf.order for leaf in found) else " "
        OUT.print(between.join(leaf.order for leaf in found) or "no orders", markup=False)

    def _odds(self, text: str) -> None:
        if not text:
            self._explain_odds()
            return
        offer = self.sitting.offer(text)
        if offer.odds:
            self._show_odds(offer)
        else:
            OUT.print(f"{offer.order} needs no dice.", markup=False)

    def _explain_odds(self) -> None:
        orders = [leaf.order for leaf in leaves(self.sitting.view().offers) if leaf.odds]
        OUT.print("'odds ORDER' shows the exact chances of an order before the dice are thrown.")
        OUT.print(f"With dice now: {'; '.join(orders) or 'no order'}.", markup=False, soft_wrap=True)

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
        self._sit_at(resume(Path(rest), self.sitting.game))
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
            self.sitting.agree_draw()
            self._catch_up()

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
        self._sit_at(self.sitting.again())
        OUT.print(f"A new game, dice: {self.sitting.dice}.", markup=False)
        self._catch_up()

    def _quit(self, rest: str) -> None:
        raise _Leave
