"""A session: who plays which seat of a match, what they may see, and what they have agreed.

The terminal, the server and the lab follow this one policy. A wish of a player is answered with the changes that it
leads to, or it is refused. Nothing changes before `apply`, so that a server can store the changes first. The dice come
from `match.tower`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mypy_extensions import mypyc_attr

from pawnstorm.core.changes import (
    Agreed,
    Change,
    Declined,
    Drawn,
    Played,
    Proposal,
    ProposalKind,
    Proposed,
    Resigned,
    TakenBack,
)
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Game
from pawnstorm.core.match import Match
from pawnstorm.core.state import OVER, State
from pawnstorm.core.step import RESIGNS, Step
from pawnstorm.core.view import SPECTATOR

SHARED_SCREEN = -2
"""The viewer of a screen that several players share, while none of them looks at the own secrets."""
NOBODY_LOOKS = -1
"""Stands for the seat that looks at a shared screen while none does."""
MOST_MUTED = 32
"""How many windows a seat may mute, so that nobody fills the memory."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Seat:
    """A seat and who plays it: a person, known by some word (`holder`), or a program, known by its name."""

    def __init__(self, name: str, holder: str = "", program: str = "") -> None:
        self.name = name
        self.holder = holder
        self.program = program

    @property
    def taken(self) -> bool:
        """Whether somebody plays it."""
        return bool(self.program) or bool(self.holder)


@dataclass(frozen=True)
class Reaction:
    """A moment at which a person's seat may only react, or decline by `order`.

    `asked` says whether the player has something to choose and wants to be asked. Only that player may know it.
    """

    seat: int
    window: str
    order: str
    muted: bool
    asked: bool


def unasked_decline(game: Game, state: State, muted: Collection[str] = ()) -> str:
    """The order by which the table declines a reaction without asking the player; empty if the player must be asked.

    That is so if there is nothing else to do, or if the player has muted the window (docs/decisions/0012).
    """
    if state.turn() < 0:
        return ""
    move = state.decline()
    if move < 0 or (game.window(state) not in muted and len(state.legal()) > 1):
        return ""
    return game.write(state, move)


class Session:
    """The seats of a match, the match once it has begun, and what stands between its players."""

    def __init__(self, game: Game, seats: Sequence[Seat]) -> None:
        self.game = game
        self.seats = list(seats)
        self.begun: Match | None = None
        self.proposal: Proposal | None = None
        self.declined: set[tuple[int, ProposalKind]] = set()
        # The numbers of the steps by which the table declined for a player.
        self.unasked: set[int] = set()
        self.muted: list[set[str]] = [set() for _ in self.seats]
        self._held = self._holdings()

    # ---- seats ------------------------------------------------------------------------------------------------

    def sit(self, seat: int, holder: str) -> None:
        """A person takes a seat."""
        self.seats[seat].holder = holder
        self._held = self._holdings()

    def _holdings(self) -> dict[str, list[int]]:
        held: dict[str, list[int]] = {}
        for number, seat in enumerate(self.seats):
            if seat.holder:
                held.setdefault(seat.holder, []).append(number)
        return held

    def held_by(self, holder: str) -> list[int]:
        """The seats of a person."""
        return self._held.get(holder, [])

    def check_seat(self, holder: str, seat: int) -> None:
        """Refuse a seat that is not the person's."""
        if seat not in self.held_by(holder):
            raise Refused(Refusal.NOT_YOUR_SEAT, "that seat is not yours")

    @property
    def several_people(self) -> bool:
        """Whether people play each other from screens of their own."""
        return len(self._held) > 1

    @property
    def hides_timing(self) -> bool:
        """Whether people look on who must not learn anything from the time that a reaction takes."""
        return self.several_people or (not self.game.open and any(len(seats) > 1 for seats in self._held.values()))

    @property
    def hides_declining(self) -> bool:
        """Whether people must not see at once that a player declines; at one screen everybody sees who presses what."""
        return self.several_people

    def free_names(self) -> str:
        """The names of the seats that nobody has taken yet."""
        return " and ".join(seat.name for seat in self.seats if not seat.taken)

    # ---- the match --------------------------------------------------------------------------------------------

    def begin(self, match: Match) -> None:
        """The match begins."""
        self.begun = match

    @property
    def match(self) -> Match:
        """The match; refused while it has not begun."""
        if self.begun is None:
            raise Refused(Refusal.WAITING, f"the game begins when {self.free_names()} has been taken")
        return self.begun

    @property
    def turn(self) -> int:
        """The seat to act; OVER if there is none."""
        return OVER if self.begun is None else self.begun.turn

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.begun is not None and self.begun.turn == OVER

    def running(self) -> Match:
        """The match; refused while it has not begun and after it has ended."""
        match = self.match
        if match.turn == OVER:
            raise Refused(Refusal.OVER, "the game is over")
        return match

    @property
    def out(self) -> list[int]:
        """The seats that are out of the game while others play on."""
        if self.begun is None:
            return []
        in_game = self.begun.in_game
        return [seat for seat in range(len(self.seats)) if seat not in in_game]

    def has_say(self, holder: str) -> bool:
        """Whether a person has a seat that is still in the game."""
        out = self.out
        return self.begun is not None and any(seat not in out for seat in self.held_by(holder))

    def program_to_act(self) -> int:
        """The seat to act if a program plays it; -1 otherwise."""
        turn = self.turn
        return turn if turn >= 0 and self.seats[turn].program else -1

    def _playing(self) -> list[Seat]:
        out = self.out
        return [seat for number, seat in enumerate(self.seats) if number not in out]

    def _others(self, holder: str) -> set[str]:
        """The other people who are still in the game; nobody waits for the rest."""
        return {seat.holder for seat in self._playing() if seat.holder and seat.holder != holder}

    @property
    def people_alone(self) -> bool:
        """Whether only people are still in the game, so that they may agree to a draw."""
        return not any(seat.program for seat in self._playing())

    # ---- whose eyes -------------------------------------------------------------------------------------------

    def shares_screen(self, holder: str) -> bool:
        """Whether the seats of one person have secrets from each other: several players share a screen."""
        return not self.game.open and not self.over and len(self.held_by(holder)) > 1

    def viewer_of(self, holder: str, look: int = NOBODY_LOOKS) -> int:
        """The seat through which a person sees the table: the one to act if it is the person's, else the first one.

        On a shared screen it is the seat that has asked to `look`. Without a seat it is the spectator.
        """
        held = self.held_by(holder)
        if not held:
            return SPECTATOR
        if self.shares_screen(holder):
            return look if look in held else SHARED_SCREEN if self.turn in held else SPECTATOR
        return self.turn if self.turn in held else held[0]

    def reader_of(self, holder: str, look: int = NOBODY_LOOKS) -> int:
        """The seat through which a person reads a replay: always the first one, so that the board is not turned."""
        held = self.held_by(holder)
        if self.shares_screen(holder):
            return look if look in held else SPECTATOR
        return held[0] if held else SPECTATOR

    # ---- orders -----------------------------------------------------------------------------------------------

    def check_player(self, holder: str) -> None:
        """Refuse a person without a seat."""
        if not self.held_by(holder):
            raise Refused(Refusal.NOT_YOUR_SEAT, "you are watching this table: you have no seat at it")

    def check_turn(self, holder: str) -> Match:
        """The match, if a seat of the person is to act."""
        self.check_player(holder)
        match = self.running()
        seat = self.seats[match.turn]
        if seat.holder != holder:
            raise Refused(Refusal.NOT_YOUR_TURN, f"it is {seat.name}'s turn")
        return match

    def order(self, holder: str, text: str) -> list[Change]:
        """An order of the person to act."""
        match = self.check_turn(holder)
        return [Played(match.step_for(match.turn, text))]

    def program_order(self, seat: int, text: str) -> list[Change]:
        """An order of the program to act."""
        match = self.running()
        if self.program_to_act() != seat:
            raise Refused(Refusal.NOT_YOUR_TURN, "it is not the computer's turn")
        return [Played(match.step_for(seat, text))]

    # ---- reactions --------------------------------------------------------------------------------------------

    def reaction(self) -> Reaction | None:
        """The reaction that a person is asked for now, if the match has come to one."""
        match = self.begun
        return None if match is None or match.closing else self.reaction_at(match.state)

    def reaction_for(self, holder: str, look: int = NOBODY_LOOKS) -> Reaction | None:
        """The present reaction as a person may know it: only the seat's own player learns more than seat and window.

        On a shared screen the seat is asked until it looks, so that nobody there learns what it holds.
        """
        reaction = self.reaction()
        if reaction is None:
            return None
        if not holder or self.seats[reaction.seat].holder != holder:
            return Reaction(reaction.seat, reaction.window, "", False, False)
        covered = self.viewer_of(holder, look) != reaction.seat
        asked = reaction.asked or (covered and not reaction.muted)
        return Reaction(reaction.seat, reaction.window, reaction.order, reaction.muted, asked)

    def reaction_at(self, state: State) -> Reaction | None:
        """The reaction that a position asks a person for, if it does."""
        seat = int(state.turn())
        if seat < 0 or self.seats[seat].program:
            return None
        move = state.decline()
        if move < 0:
            return None
        window = self.game.window(state)
        asked = not unasked_decline(self.game, state, self.muted[seat])
        return Reaction(seat, window, self.game.write(state, move), window in self.muted[seat], asked)

    def declines(self, text: str) -> bool:
        """Whether an order is the one by which the present reaction is declined."""
        state = self.match.state
        try:
            return self.game.read(state, text) == state.decline()
        except Refused:
            return False

    def decline(self) -> list[Change]:
        """The table declines for the player who is asked."""
        match, reaction = self.running(), self.reaction()
        if reaction is None:
            raise Refused(Refusal.ILLEGAL, "nobody is asked for a reaction")
        return [Played(match.step_for(reaction.seat, reaction.order), True)]

    def declines_after(self, step: Step) -> list[Change]:
        """What the table declines at once after a step, because nobody can learn anything from it."""
        match = self.match
        found: list[Change] = []
        while True:
            reaction = self.reaction_at(step.state)
            if reaction is None or not self.declines_at_once(reaction):
                return found
            step = match.step_from(step.state, reaction.seat, reaction.order)
            found.append(Played(step, True))

    def declines_at_once(self, reaction: Reaction, timed: bool = True) -> bool:
        """Whether the table declines without waiting, because nobody can learn anything from the time.

        `timed` says whether every reaction takes the same time where people play each other. Without that a muted
        reaction is declined at once. People who share a screen are asked even if they can only decline: the others
        would see who is not asked.
        """
        if reaction.asked:
            return False
        return not self.hides_timing or (reaction.muted and not (timed and self.hides_declining))

    def mute(self, holder: str, seat: int, window: str) -> None:
        """The player of a seat does not want to be asked at such a window any more. Nobody else is told."""
        self.check_seat(holder, seat)
        if not window:
            raise Refused(Refusal.ILLEGAL, "this is a decision and not a reaction, so it cannot be muted")
        if len(self.muted[seat]) >= MOST_MUTED:
            raise Refused(Refusal.ILLEGAL, f"a seat may mute {MOST_MUTED} kinds of reactions, not more")
        self.muted[seat].add(window)

    def unmute(self, holder: str) -> None:
        """The person wants to be asked at every reaction again."""
        for seat in self.held_by(holder):
            self.muted[seat].clear()

    def restore_mutes(self, mutes: list[tuple[int, str]]) -> None:
        """What the seats had muted before, as it was kept."""
        for seat, window in mutes:
            if 0 <= seat < len(self.muted):
                self.muted[seat].add(window)

    def muted_by(self, holder: str) -> list[tuple[int, str]]:
        """What a person has muted: seats and windows."""
        return [(seat, window) for seat in self.held_by(holder) for window in sorted(self.muted[seat])]

    # ---- resigning, draws, take-backs ---------------------------------------------------------------------------

    def _with_say(self, holder: str, seat: int) -> Match:
        self.check_seat(holder, seat)
        match = self.running()
        if not match.state.in_game(seat):
            name = self.seats[seat].name
            raise Refused(Refusal.ILLEGAL, f"{name} is out of the game and has no say any more")
        return match

    def resign(self, holder: str, seat: int) -> list[Change]:
        """A seat gives up; the others may play on."""
        return [Resigned(seat, self._with_say(holder, seat).step_for_resigning(seat))]

    def propose(self, holder: str, seat: int, kind: ProposalKind) -> list[Change]:
        """A seat proposes a draw or a take-back; it is done at once if nobody else has to be asked."""
        self._with_say(holder, seat)
        if self.proposal:
            raise Refused(Refusal.ILLEGAL, "another proposal waits for its answer")
        if kind == "undo":
            # A person may hold several seats: the one whose order goes asks for it.
            seat = self.match.steps[-self.take_back_count(holder)].seat
        if (seat, kind) in self.declined:
            raise Refused(Refusal.ILLEGAL, "that has been declined; it may be proposed again after the next order")
        change = self._concluded(kind, seat, holder)
        return [Proposed(seat, kind)] if self._others(holder) else [change]

    def _concluded(self, kind: ProposalKind, seat: int, holder: str) -> Change:
        """What a proposal becomes once everybody has agreed."""
        if kind == "undo":
            return TakenBack(seat, self.take_back_count(holder))
        if not self.people_alone:
            raise Refused(Refusal.ILLEGAL, "a computer does not agree to draws")
        return Drawn(seat)

    def answer(self, holder: str, seat: int, accept: bool) -> list[Change]:
        """A seat answers the proposal."""
        self._with_say(holder, seat)
        proposal = self._standing()
        if not accept:
            return [Declined(seat)]
        proposer = self.seats[proposal.seat].holder
        if proposer == holder:
            raise Refused(Refusal.ILLEGAL, "your own proposal waits for the others")
        agreed = {self.seats[other].holder for other in proposal.agreed}
        if holder in agreed:
            raise Refused(Refusal.ILLEGAL, "you have agreed already")
        if self._others(proposer) - agreed - {holder}:
            return [Agreed(seat)]
        return [self._concluded(proposal.kind, proposal.seat, proposer)]

    def _standing(self) -> Proposal:
        if self.proposal is None:
            raise Refused(Refusal.ILLEGAL, "there is no proposal to answer")
        return self.proposal

    def take_back_count(self, holder: str) -> int:
        """How many orders must go to take back the person's last one; refused if that is not possible.

        A die is never taken back, nor that somebody gave up. Everything that others have done since goes too, such as
        a computer's reply. What the table declined for the person does not count as the person's order.
        """
        count, reason = self._take_back(holder)
        if not count:
            raise Refused(Refusal.OVER if self.over else Refusal.ILLEGAL, reason)
        return count

    def can_take_back(self, holder: str) -> bool:
        """Whether the person's last order may be taken back."""
        return self._take_back(holder)[0] > 0

    def _take_back(self, holder: str) -> tuple[int, str]:
        """How many orders go; 0 and the reason if that is not possible."""
        if self.over:
            return 0, "the game is over"
        if not self.has_say(holder):
            return 0, "only a player who is still in the game takes orders back"
        steps = self.match.steps
        for number in range(len(steps) - 1, 0, -1):
            step = steps[number]
            if step.faces:
                return 0, "the dice have been thrown: the last order cannot be taken back"
            if step.order == RESIGNS:
                return 0, f"{self.seats[step.seat].name} has given up: that is not taken back"
            if self.seats[step.seat].holder == holder and number not in self.unasked:
                return len(steps) - number, ""
        return 0, "there is no order to take back"

    # ---- asking the computer ------------------------------------------------------------------------------------

    def may_have_hints(self, agreed: bool) -> bool:
        """Whether players may ask the computer: always, unless people play each other and have not agreed to it."""
        return agreed or not (self.several_people or any(not seat.taken for seat in self.seats))

    def check_help(self, holder: str, now: bool, orders: bool, agreed: bool = False) -> None:
        """Refuse a person who may not ask the computer while the match goes on (docs/decisions/0041).

        `now` says that the question is about the present position, `orders` that it is about what to do, `agreed` that
        people who play each other have agreed to hints.
        """
        own = self.turn in self.held_by(holder)
        if orders and not (now and own):
            raise Refused(Refusal.NOT_YOUR_TURN, "only the player to act may ask for a hint")
        if not self.several_people:
            return
        if not self.held_by(holder):
            sentence = "people play each other here, so spectators may ask when the game is over"
            raise Refused(Refusal.NOT_YOUR_SEAT, sentence)
        if not self.may_have_hints(agreed):
            sentence = "people play each other here and have not agreed to hints; ask when the game is over"
            raise Refused(Refusal.NO_HINTS, sentence)
        if not (now and own):
            sentence = "where people play each other, only the player to act may ask the computer"
            raise Refused(Refusal.NOT_YOUR_TURN, sentence)
        if self.reaction():
            raise Refused(Refusal.ILLEGAL, "the computer cannot be asked about a reaction")

    # ---- changes ------------------------------------------------------------------------------------------------

    def apply(self, changes: Sequence[Change]) -> None:
        """Carry out changes, in their order."""
        for change in changes:
            self._apply(change)

    def _apply(self, change: Change) -> None:
        if isinstance(change, Played):
            self._add(change.step, change.unasked)
        elif isinstance(change, Resigned):
            self._resigned(change)
        elif isinstance(change, Proposed):
            self.proposal = Proposal(change.kind, change.seat)
        elif isinstance(change, Agreed):
            self._standing().agreed.append(change.seat)
        elif isinstance(change, Declined):
            proposal = self._standing()
            self.declined.add((proposal.seat, proposal.kind))
            self.proposal = None
        elif isinstance(change, TakenBack):
            self._taken_back(change.count)
        else:
            self.proposal = None
            self.match.agree_draw()

    def _add(self, step: Step, unasked: bool = False) -> None:
        match = self.match
        if unasked:
            self.unasked.add(len(match.steps))
        match.add(step)
        self.proposal = None
        if self.declined:
            self.declined.clear()

    def _resigned(self, change: Resigned) -> None:
        if change.step is not None:
            self._add(change.step)
        else:
            self.proposal = None
            self.match.close_by_resigning(change.seat)

    def _taken_back(self, count: int) -> None:
        match = self.match
        for _ in range(count):
            match.undo()
        self.unasked = {number for number in self.unasked if number < len(match.steps)}
        self.proposal = None
