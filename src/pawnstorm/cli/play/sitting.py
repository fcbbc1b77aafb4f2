"""One sitting at a terminal: a match, who plays which seat, the dice, taking back, saving and being kept."""

import re
import secrets
from pathlib import Path
from typing import Protocol

from pawnstorm.ai.players import HUMAN, Hurry, Thinker, derive, player
from pawnstorm.cli.files import save_record
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.reactions import unasked
from pawnstorm.core.record import end_text, of_match, write
from pawnstorm.core.state import OVER
from pawnstorm.core.table import RESIGNS, Step
from pawnstorm.core.view import Offer, View, leaves

SPECTATOR = -1
ADVISER = "8"
"""The level that gives hints."""
_SEED = re.compile(r"seed (\d+)")


def fresh_seed() -> int:
    """A seed nobody can foresee, short enough to be typed again."""
    return secrets.randbelow(1 << 32)


class Keeper(Protocol):
    """Whoever writes a sitting down after every order, so that nothing is lost."""

    @property
    def begun(self) -> bool:
        """Whether anything is written down yet."""

    @property
    def trouble(self) -> str:
        """Why the last order could not be written down; empty if it was."""

    @property
    def way_back(self) -> str:
        """The command that goes on with the match."""

    @property
    def whole(self) -> str:
        """What the match is a part of, as a campaign; empty if it stands alone."""

    def keep(self, sitting: "Sitting") -> None:
        """Write the sitting down as it is now."""

    def leave(self, sitting: "Sitting") -> None:
        """The people get up from the table."""

    def fresh(self) -> "Keeper":
        """A keeper for another match."""


class Sitting:
    """A match between people at this terminal and programs."""

    keeper: Keeper | None = None

    def __init__(self, match: Match, players: tuple[str, ...], dice: str, home: int = 0) -> None:
        """`dice` says where the dice come from, `home` is the seat from whose side the board is first seen."""
        self.match = match
        self.players = players
        self.dice = dice
        self.home = home
        self._programs = {seat: player(name) for seat, name in enumerate(players) if name != HUMAN}
        self._hurry = Hurry()
        for program in self._programs.values():
            if isinstance(program, Thinker):
                program.watch = self._hurry
        self._view: tuple[Step, str, int, View] | None = None
        self._saved: Step | None = None
        self.muted: dict[int, set[str]] = {seat: set() for seat in self.humans}
        self.unasked: set[int] = set()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.match.seats

    @property
    def humans(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, name in enumerate(self.players) if name == HUMAN]

    @property
    def roles(self) -> tuple[str, ...]:
        """Who plays each seat, in a word."""
        alone = len(self.humans) == 1
        return tuple("you" if alone and name == HUMAN else name for name in self.players)

    @property
    def viewer(self) -> int:
        """Through whose eyes the board is seen: the only human's, else the human's whose turn it is."""
        if len(self.humans) == 1:
            return self.humans[0]
        turn = self.match.turn
        return turn if turn in self.humans else SPECTATOR

    @property
    def kept(self) -> bool:
        """Whether the match can be gone on with later as it stands now."""
        return self.keeper is not None and self.keeper.begun and not self.keeper.trouble

    @property
    def unsaved(self) -> bool:
        """Whether something would be lost if everybody left now."""
        worth = len(self.match.steps) > 1 and self.match.turn != OVER
        return worth and not self.kept and self.match.steps[-1] is not self._saved

    def view(self, viewer: int | None = None) -> View:
        """What the viewer sees now; kept until something changes, because odds take time."""
        eyes = self.viewer if viewer is None else viewer
        key = (self.match.steps[-1], end_text(self.match), eyes)
        if self._view is None or self._view[:3] != key:
            self._view = (*key, self.game.view(self.match.state, eyes))
        return self._view[3]

    def last_cells(self, viewer: int) -> frozenset[str]:
        """The cells that the last order touched, as far as a viewer may know."""
        events = self.match.steps[-1].events
        return frozenset(cell for event in events if event.may_know(viewer) for cell in event.cells)

    def has_secrets(self) -> bool:
        """Whether two people at this terminal must not see the same screen."""
        views = [self.game.view(self.match.state, seat) for seat in self.humans]
        return any((v.tokens, v.trays, v.gauges) != (views[0].tokens, views[0].trays, views[0].gauges) for v in views)

    def offer(self, text: str) -> Offer:
        """The choice of the human to act that a text means; a `Refused` says why there is none."""
        self._people_act()
        state = self.match.state
        order = self.game.write(state, self.game.read(state, text))
        return next(
            (leaf for leaf in leaves(self.view().offers) if leaf.order == order), Offer(order, "order", "", order)
        )

    def _people_act(self) -> None:
        if self.match.turn == OVER:
            raise Refused(Refusal.OVER, "the game is over")
        if self.match.turn not in self.humans:
            raise Refused(Refusal.NOT_YOUR_TURN, f"{self.seats[self.match.turn]} is thinking")

    def order(self, text: str) -> Step:
        """Carry out an order of the human to act."""
        self._people_act()
        step = self.match.order(self.match.turn, text)
        self._keep()
        return step

    def _keep(self, by_people: bool = True) -> None:
        """Write the match down; what programs do before any person has acted is not worth it."""
        if self.keeper and (by_people or self.keeper.begun):
            self.keeper.keep(self)

    def program_to_act(self) -> bool:
        """Whether a program must choose now, or the table answers for a person who need not be asked."""
        return self.match.turn in self._programs or bool(self._let_pass())

    def _let_pass(self) -> str:
        """The order that lets a reaction go by for a person who cannot or does not want to react."""
        muted = self.muted.get(self.match.turn)
        return "" if muted is None else unasked(self.game, self.match.state, muted)

    def think(self) -> str:
        """The order that the program to act chooses; nothing is played yet."""
        if self.match.turn not in self._programs:
            return self._let_pass()
        self._hurry.hurried = False
        # Its luck hangs on the order due and on nothing before, so that a match goes on as if never interrupted.
        luck = Luck(derive(len(self.match.steps), self.dice))
        return self._programs[self.match.turn].choose(self.game, self.match.state, luck)

    def hurry(self) -> None:
        """Whoever is thinking answers with the best found so far."""
        self._hurry.hurried = True

    def hint(self) -> tuple[str, float]:
        """What the computer would do in place of the person to act, and that person's chance to win."""
        self._people_act()
        self._hurry.hurried = False
        adviser = Thinker(ADVISER, self._hurry)
        found = adviser.analyse(self.game, self.match.state, Luck(derive(len(self.match.steps), "hint")))
        return self.game.write(self.match.state, found.best), found.win

    def answer(self, text: str) -> Step:
        """Carry out what a program has chosen, or the table in the name of a person."""
        if self.match.turn in self.humans:
            self.unasked.add(len(self.match.steps))
        step = self.match.order(self.match.turn, text)
        self._keep(by_people=False)
        return step

    def was_silent(self) -> bool:
        """Whether the table gave the last order for a person, and nothing came of it."""
        step = self.match.steps[-1]
        return len(self.match.steps) - 1 in self.unasked and not step.faces and not step.events

    def mute(self) -> str:
        """The person to act wants to be left alone at moments such as this one; returns what they are called."""
        self._people_act()
        window = self.game.window(self.match.state)
        if not window:
            raise Refused(Refusal.ILLEGAL, "this is a decision, and nobody can be spared it")
        self.muted[self.match.turn].add(window)
        self._keep(by_people=False)
        return window

    def unmute(self) -> None:
        """All people here want to be asked again at every moment."""
        for windows in self.muted.values():
            windows.clear()
        self._keep(by_people=False)

    def take_back(self) -> int:
        """Take back the last human order and every answer to it, unless a die was thrown; returns how many."""
        count = self._orders_to_take_back()
        for _ in range(count):
            self.match.undo()
        self.unasked = {number for number in self.unasked if number < len(self.match.steps)}
        self._keep()
        return count

    def _orders_to_take_back(self) -> int:
        if self.match.closing:
            raise Refused(Refusal.OVER, "the game is over")
        count = 0
        for number in range(len(self.match.steps) - 1, 0, -1):
            step = self.match.steps[number]
            count += 1
            if step.faces:
                raise Refused(Refusal.ILLEGAL, "the dice have been thrown: the last order cannot be taken back")
            if step.order == RESIGNS:
                raise Refused(Refusal.ILLEGAL, f"{self.seats[step.seat]} has given up: that is not taken back")
            if step.seat in self.humans and number not in self.unasked:
                return count
        raise Refused(Refusal.ILLEGAL, "there is no order to take back")

    def resign(self) -> None:
        """The human to act, or the only human who is still in the game, gives up; the others may play on."""
        humans = [seat for seat in self.humans if seat in self.match.in_game]
        if len(humans) != 1:
            self._people_act()
        self.match.resign(humans[0] if len(humans) == 1 else self.match.turn)
        self._keep()

    def agree_draw(self) -> None:
        """Everybody who is still in the game agrees on a draw; programs never do."""
        if not self.people_alone:
            raise Refused(Refusal.ILLEGAL, "a program does not agree on draws")
        self.match.agree_draw()
        self._keep()

    @property
    def people_alone(self) -> bool:
        """Whether only people are still in the game, so that they may agree on a draw."""
        return all(seat in self.humans for seat in self.match.in_game)

    def record(self) -> str:
        """The match as a record."""
        return write(of_match(self.match, dict(zip(self.seats, self.players, strict=True)), self.dice))

    def save(self, path: Path) -> None:
        """Write the record to a file."""
        save_record(path, self.record())
        self.mark_saved()

    def mark_saved(self) -> None:
        """The match stands in a file of the player as it is now."""
        self._saved = self.match.steps[-1]

    def file_name(self) -> str:
        """A good name for the record."""
        seed = _SEED.search(self.dice)
        return f"{self.game.key}-{seed[1] if seed else 'game'}.rec"

    def refuse_again(self) -> None:
        """Say why there can be no new game instead of this one, if so."""
        if self.keeper and self.keeper.whole:
            raise Refused(Refusal.ILLEGAL, f"this match is a part of {self.keeper.whole}: leave it to go on there")

    def again(self) -> "Sitting":
        """A new game of the same kind, with fresh dice and by the present rules."""
        self.refuse_again()
        return open_sitting(self.game, self.game.renewed(self.match.setup), self.players, fresh_seed(), self.home)

    def make_way(self, other: "Sitting") -> "Sitting":
        """Get up from this table and sit down at another, which is kept as this one was."""
        self.leave()
        if self.keeper and not other.keeper:
            other.keeper = self.keeper.fresh()
        return other

    def leave(self) -> None:
        """Get up from the table."""
        if self.keeper:
            self.keeper.leave(self)

    def seen_from_above(self) -> bool:
        """Whether the home seat's pieces began in the upper half, so that the board should be turned."""
        # A game of four seats may turn the board to each viewer by itself.
        view = self.game.view(self.match.steps[0].state, self.home)
        places = {cell.id: cell.row for cell in view.cells}
        rows = [places[token.cell] for token in view.tokens if token.owner == self.home and token.cell in places]
        return bool(rows) and 2 * sum(rows) > len(rows) * (view.rows - 1)


def open_sitting(game: Game, setup: Setup, players: tuple[str, ...], seed: int, home: int = 0) -> Sitting:
    """A new match whose dice follow from a seed."""
    return Sitting(Match(game, setup, SeededTower(seed)), players, f"seed {seed}", home)
