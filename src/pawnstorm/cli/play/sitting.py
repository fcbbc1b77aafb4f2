"""One sitting at a terminal: a match, who plays which seat, the dice, taking back, saving and being kept."""

import re
import secrets
from pathlib import Path
from typing import Protocol

from pawnstorm.ai.advice import hint
from pawnstorm.ai.players import HUMAN, Hurry, SearchPlayer, derive, player
from pawnstorm.cli.files import save_record
from pawnstorm.core.changes import Change
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.record import end_text, of_match, write
from pawnstorm.core.session import Seat, Session
from pawnstorm.core.state import OVER
from pawnstorm.core.step import Step
from pawnstorm.core.view import SPECTATOR, Offer, View, leaves

TERMINAL = "terminal"
"""The holder of all seats that people play here: they share one screen."""
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
    """A session between people at this terminal and programs, with dice that can be repeated and a file to keep it."""

    keeper: Keeper | None = None

    def __init__(self, match: Match, players: tuple[str, ...], dice: str, home: int = 0) -> None:
        """`dice` says where the dice come from, `home` is the seat from whose side the board is first seen."""
        self.match = match
        self.players = players
        self.dice = dice
        self.home = home
        names = zip(match.seats, players, strict=True)
        self.session = Session(
            match.game,
            [Seat(name, TERMINAL) if player == HUMAN else Seat(name, program=player) for name, player in names],
        )
        self.session.begin(match)
        self._programs = {seat: player(name) for seat, name in enumerate(players) if name != HUMAN}
        self._hurry = Hurry()
        for program in self._programs.values():
            if isinstance(program, SearchPlayer):
                program.watch = self._hurry
        self._view: tuple[Step, str, int, View] | None = None
        self._saved: Step | None = None

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
        return self.session.held_by(TERMINAL)

    @property
    def roles(self) -> tuple[str, ...]:
        """Who plays each seat, in a word."""
        alone = len(self.humans) == 1
        return tuple("you" if alone and name == HUMAN else name for name in self.players)

    @property
    def viewer(self) -> int:
        """Through whose eyes the board is seen: at a shared screen those of the person to act."""
        if len(self.humans) > 1 and self.match.turn not in self.humans:
            return SPECTATOR
        return self.session.viewer_of(TERMINAL, self.match.turn)

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
        self.session.check_turn(TERMINAL)
        state = self.match.state
        order = self.game.write(state, self.game.read(state, text))
        return next(
            (leaf for leaf in leaves(self.view().offers) if leaf.order == order), Offer(order, "order", "", order)
        )

    def order(self, text: str) -> Step:
        """Carry out an order of the human to act."""
        self._apply(self.session.order(TERMINAL, text))
        return self.match.steps[-1]

    def _apply(self, changes: list[Change], by_people: bool = True) -> None:
        self.session.apply(changes)
        self._keep(by_people)

    def _keep(self, by_people: bool = True) -> None:
        """Write the match down; what programs do before any person has acted is not worth it."""
        if self.keeper and (by_people or self.keeper.begun):
            self.keeper.keep(self)

    def program_to_act(self) -> bool:
        """Whether a program must choose now, or the table declines for a person who need not be asked."""
        return self.session.program_to_act() >= 0 or self._declines()

    def _declines(self) -> bool:
        """Whether the table declines a reaction for a person who cannot or does not want to react."""
        reaction = self.session.reaction()
        return reaction is not None and self.session.declines_at_once(reaction)

    def think(self) -> str:
        """The order that the program to act chooses, or by which the table declines; nothing is played yet."""
        if (reaction := self.session.reaction()) and self.session.declines_at_once(reaction):
            return reaction.order
        self._hurry.hurried = False
        # Its luck hangs on the order due and on nothing before, so that a match goes on as if never interrupted.
        luck = Luck(derive(len(self.match.steps), self.dice))
        return self._programs[self.match.turn].choose(self.game, self.match.state, luck)

    def hurry(self) -> None:
        """Whoever is thinking answers with the best found so far."""
        self._hurry.hurried = True

    def hint(self) -> tuple[str, float]:
        """What the computer would do in place of the person to act, and that person's chance to win."""
        self.session.check_turn(TERMINAL)
        self._hurry.hurried = False
        return hint(self.game, self.match.state, Luck(derive(len(self.match.steps), "hint")), self._hurry)

    def answer(self, text: str) -> Step:
        """Carry out what a program has chosen, or decline for a person."""
        seat = self.session.program_to_act()
        changes = self.session.program_order(seat, text) if seat >= 0 else self.session.decline()
        self._apply(changes, by_people=False)
        return self.match.steps[-1]

    def was_silent(self) -> bool:
        """Whether the table declined for a person just now, and nothing came of it."""
        step = self.match.steps[-1]
        return len(self.match.steps) - 1 in self.session.unasked and not step.faces and not step.events

    def mute(self) -> str:
        """The person to act does not want to be asked for such a reaction again; returns what it is called."""
        self.session.check_turn(TERMINAL)
        window = self.game.window(self.match.state)
        self.session.mute(TERMINAL, self.match.turn, window)
        self._keep(by_people=False)
        return window

    def unmute(self) -> None:
        """All people here want to be asked again for every reaction."""
        self.session.unmute(TERMINAL)
        self._keep(by_people=False)

    def take_back(self) -> int:
        """Take back the last human order and every answer to it, unless a die was thrown; returns how many."""
        before = len(self.match.steps)
        self._apply(self.session.propose(TERMINAL, self._speaker(), "undo"))
        return before - len(self.match.steps)

    def resign(self) -> None:
        """The human to act, or the only human who is still in the game, gives up; the others may play on."""
        if len(self._humans_in_game()) > 1:
            self.session.check_turn(TERMINAL)
        self._apply(self.session.resign(TERMINAL, self._speaker()))

    def agree_draw(self) -> None:
        """Everybody who is still in the game agrees to a draw; programs never do."""
        self._apply(self.session.propose(TERMINAL, self._speaker(), "draw"))

    def _humans_in_game(self) -> list[int]:
        return [seat for seat in self.humans if seat in self.match.in_game]

    def _speaker(self) -> int:
        """The seat that speaks for the people here: the one to act, else the first that is still in the game."""
        humans = self._humans_in_game() or self.humans
        if not humans:
            raise Refused(Refusal.NOT_YOUR_SEAT, "no person plays here")
        return self.match.turn if self.match.turn in humans else humans[0]

    @property
    def people_alone(self) -> bool:
        """Whether only people are still in the game, so that they may agree to a draw."""
        return self.session.people_alone

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
