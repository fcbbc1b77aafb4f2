"""A session at a terminal: the people here share one screen, programs play the other seats, and dice have a seed."""

import secrets
from typing import Protocol

from pawnstorm.ai.advice import Hint
from pawnstorm.ai.players import HUMAN
from pawnstorm.cli.play.computer_players import ComputerPlayers
from pawnstorm.core.changes import Change
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.match import Match
from pawnstorm.core.permissions import speaker
from pawnstorm.core.record import end_text
from pawnstorm.core.session import Seat, Session
from pawnstorm.core.state import OVER
from pawnstorm.core.step import Step
from pawnstorm.core.view import SPECTATOR, Offer, View, leaves

TERMINAL = "terminal"
"""The holder of all seats that people play here."""


class Autosave(Protocol):
    """Saves a session after every order, so that nothing is lost."""

    @property
    def started(self) -> bool:
        """Whether anything has been saved yet."""

    @property
    def error(self) -> str:
        """Why the last order could not be saved; empty if it was."""

    @property
    def resume_command(self) -> str:
        """The command that goes on with the match."""

    @property
    def part_of(self) -> str:
        """What the match is a part of, such as a campaign; empty if it stands alone."""

    def save(self, session: "TerminalSession") -> None:
        """Save the session as it is now."""

    def close(self, session: "TerminalSession") -> None:
        """The people leave the table."""

    def for_next_match(self) -> "Autosave":
        """The autosave of another match that is played instead."""


class SaveStatus:
    """What would be left of a match if everybody left now."""

    def __init__(self, match: Match) -> None:
        self.autosave: Autosave | None = None
        self._match = match
        self._saved: Step | None = None

    @property
    def autosaved(self) -> bool:
        """Whether the match can be resumed later exactly as it is now."""
        return self.autosave is not None and self.autosave.started and not self.autosave.error

    @property
    def error(self) -> str:
        """Why the match could not be saved automatically; empty if it was."""
        return self.autosave.error if self.autosave else ""

    @property
    def part_of(self) -> str:
        """What the match is a part of, such as a campaign; empty if it stands alone."""
        return self.autosave.part_of if self.autosave else ""

    @property
    def unsaved(self) -> bool:
        """Whether something would be lost."""
        worth_saving = len(self._match.steps) > 1 and self._match.turn != OVER
        return worth_saving and not self.autosaved and self._match.steps[-1] is not self._saved

    def mark_saved(self) -> None:
        """The player has a file of the match as it is now."""
        self._saved = self._match.steps[-1]


class TerminalSession:
    """A `Session` between people at this terminal and programs. It decides nothing itself about what players may do."""

    def __init__(self, match: Match, players: tuple[str, ...], dice: str, home: int = 0) -> None:
        """`dice` says where the dice come from, `home` is the seat from whose side the board is first seen."""
        self.match = match
        self.players = players
        self.dice = dice
        self.home = home
        self.computers = ComputerPlayers(players)
        names = zip(match.seats, players, strict=True)
        self.core = Session(
            match.game,
            [Seat(name, TERMINAL) if player == HUMAN else Seat(name, program=player) for name, player in names],
        )
        self.core.begin(match)
        self._view: tuple[Step, str, int, View] | None = None
        self.saving = SaveStatus(match)

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
        return self.core.held_by(TERMINAL)

    @property
    def roles(self) -> tuple[str, ...]:
        """Who plays each seat, in a word."""
        alone = len(self.humans) == 1
        return tuple("you" if alone and name == HUMAN else name for name in self.players)

    # ---- what is seen -----------------------------------------------------------------------------------------

    @property
    def viewer(self) -> int:
        """The viewer of the screen: the only person, or of several people the one to act."""
        if len(self.humans) > 1 and self.match.turn not in self.humans:
            return SPECTATOR
        return self.core.viewer_of(TERMINAL, self.match.turn)

    @property
    def first_viewer(self) -> int:
        """The viewer when play begins: where several people play, a spectator until one has taken the keyboard."""
        return self.viewer if len(self.humans) == 1 else SPECTATOR

    def view(self, viewer: int | None = None) -> View:
        """What a viewer sees now; cached until something changes, because odds take time."""
        viewer = self.viewer if viewer is None else viewer
        key = (self.match.steps[-1], end_text(self.match), viewer)
        if self._view is None or self._view[:3] != key:
            self._view = (*key, self.game.view(self.match.state, viewer))
        return self._view[3]

    def has_secrets(self) -> bool:
        """Whether two people at this terminal must not see the same screen."""
        views = [self.game.view(self.match.state, seat) for seat in self.humans]
        return any((v.tokens, v.trays, v.gauges) != (views[0].tokens, views[0].trays, views[0].gauges) for v in views)

    # ---- orders -----------------------------------------------------------------------------------------------

    def offer(self, text: str) -> Offer:
        """The choice of the person to act that a text means; a `Refused` says why there is none."""
        self.core.check_turn(TERMINAL)
        state = self.match.state
        order = self.game.write(state, self.game.read(state, text))
        return next(
            (leaf for leaf in leaves(self.view().offers) if leaf.order == order), Offer(order, "order", "", order)
        )

    def order(self, text: str) -> Step:
        """Carry out an order of the person to act."""
        self._apply(self.core.order(TERMINAL, text))
        return self.match.steps[-1]

    def goes_on_alone(self) -> bool:
        """Whether the next order needs no person: a program chooses it, or the session declines a reaction."""
        return self.core.program_to_act() >= 0 or bool(self._unasked_decline())

    def _unasked_decline(self) -> str:
        """The order by which the session declines for a person who need not be asked; empty if there is none."""
        reaction = self.core.reaction()
        return reaction.order if reaction and self.core.declines_at_once(reaction) else ""

    def choose_order(self) -> str:
        """The order that the program to act chooses, or by which the session declines; nothing is played yet."""
        return self._unasked_decline() or self.computers.choose(self.match, self.dice)

    def play_chosen(self, text: str) -> Step:
        """Carry out the order that `choose_order` has chosen."""
        seat = self.core.program_to_act()
        changes = self.core.program_order(seat, text) if seat >= 0 else self.core.decline()
        self._apply(changes, by_people=False)
        return self.match.steps[-1]

    def declined_without_effect(self) -> bool:
        """Whether the last step only declined a reaction for a person, and nothing happened."""
        step = self.match.steps[-1]
        return len(self.match.steps) - 1 in self.core.unasked and not step.faces and not step.events

    def hint(self) -> Hint:
        """What the computer would do in place of the person to act, and why."""
        self.core.check_turn(TERMINAL)
        self.core.check_help(TERMINAL, now=True, orders=True)
        return self.computers.hint(self.match)

    def mute(self) -> str:
        """The person to act does not want to be asked for such a reaction again; returns what it is called."""
        self.core.check_turn(TERMINAL)
        window = self.game.window(self.match.state)
        self.core.mute(TERMINAL, self.match.turn, window)
        self._save(by_people=False)
        return window

    def unmute(self) -> None:
        """All people here want to be asked again for every reaction."""
        self.core.unmute(TERMINAL)
        self._save(by_people=False)

    # ---- resigning, draws, take-backs ---------------------------------------------------------------------------

    def take_back(self) -> int:
        """Take back the last order of a person and every answer to it, unless a die was thrown; returns how many."""
        before = len(self.match.steps)
        self._apply(self.core.propose(TERMINAL, self._speaker(), "undo"))
        return before - len(self.match.steps)

    def resign(self) -> None:
        """The person to act, or the only person still in the game, gives up; the others may play on."""
        if len([seat for seat in self.humans if seat in self.match.in_game]) > 1:
            self.core.check_turn(TERMINAL)
        self._apply(self.core.resign(TERMINAL, self._speaker()))

    def check_draw(self) -> None:
        """Refuse a draw that the people here cannot agree to by themselves; call it before you ask them."""
        self.core.propose(TERMINAL, self._speaker(), "draw")

    def agree_draw(self) -> None:
        """Everybody who is still in the game agrees to a draw."""
        self._apply(self.core.propose(TERMINAL, self._speaker(), "draw"))

    def _speaker(self) -> int:
        """The seat in whose name the people here resign, propose and agree."""
        if not self.humans:
            raise Refused(Refusal.NOT_YOUR_SEAT, "no person plays here")
        seat = speaker(self.core, TERMINAL)
        # A seat that has no say is refused, with the reason.
        return seat if seat >= 0 else self.humans[0]

    # ---- saving -----------------------------------------------------------------------------------------------

    def _apply(self, changes: list[Change], by_people: bool = True) -> None:
        self.core.apply(changes)
        self._save(by_people)

    def _save(self, by_people: bool) -> None:
        """Save the match; what programs do before any person has acted is not worth it."""
        autosave = self.saving.autosave
        if autosave and (by_people or autosave.started):
            autosave.save(self)

    def leave(self) -> None:
        """The people leave the table."""
        if self.saving.autosave:
            self.saving.autosave.close(self)


def fresh_seed() -> int:
    """A seed nobody can foresee, short enough to be typed again."""
    return secrets.randbelow(1 << 32)


def new_session(game: Game, setup: Setup, players: tuple[str, ...], seed: int, home: int = 0) -> TerminalSession:
    """A new match whose dice follow from a seed."""
    return TerminalSession(Match(game, setup, SeededTower(seed)), players, f"seed {seed}", home)


def check_new_game(session: TerminalSession) -> None:
    """Refuse a new game where the match is a part of something larger."""
    if session.saving.part_of:
        raise Refused(Refusal.ILLEGAL, f"this match is part of {session.saving.part_of}: leave it to go on there")


def new_game(session: TerminalSession) -> TerminalSession:
    """A new game of the same kind, with fresh dice and by the present rules."""
    check_new_game(session)
    setup = session.game.renewed(session.match.setup)
    return new_session(session.game, setup, session.players, fresh_seed(), session.home)


def switch_session(old: TerminalSession, new: TerminalSession) -> None:
    """Leave one session for another, which is saved as the old one was."""
    old.leave()
    if old.saving.autosave and not new.saving.autosave:
        new.saving.autosave = old.saving.autosave.for_next_match()


def should_flip(session: TerminalSession) -> bool:
    """Whether the home seat's pieces began in the upper half, so that the board should be turned."""
    # A game of four seats may turn the board to each viewer by itself.
    view = session.game.view(session.match.steps[0].state, session.home)
    rows = {cell.id: cell.row for cell in view.cells}
    own = [rows[token.cell] for token in view.tokens if token.owner == session.home and token.cell in rows]
    return bool(own) and 2 * sum(own) > len(own) * (view.rows - 1)
