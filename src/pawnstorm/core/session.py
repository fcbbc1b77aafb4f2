"""A session: who plays which seat of a match, what they may see, and what they have agreed.

The terminal, the server and the lab follow this one policy. Each request of a player returns the changes that it
leads to, or it is refused. Nothing changes before `apply`, so that a server can store the changes first. The dice come
from `match.tower`.
"""

from collections.abc import Sequence

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
from pawnstorm.core.reactions import Reaction, find_reaction
from pawnstorm.core.state import OVER, State
from pawnstorm.core.step import RESIGNS, Step
from pawnstorm.core.view import SPECTATOR

SHARED_SCREEN = -2
"""The viewer of a screen that several players share, while none of them looks at their own secrets."""
NOBODY_LOOKS = -1
"""The `look` of a shared screen while no seat looks at its secrets."""
MOST_MUTED = 32
"""The most windows that a seat may mute, so that nobody fills the memory."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Seat:
    """A seat and its player: a person, known by an identifier (`holder`), or a program, known by its name."""

    def __init__(self, name: str, holder: str = "", program: str = "") -> None:
        self.name = name
        self.holder = holder
        self.program = program

    @property
    def taken(self) -> bool:
        """Whether somebody plays it."""
        return bool(self.program) or bool(self.holder)


class Session:
    """The seats of a match, the match once it has begun, and what its players have proposed, agreed and muted."""

    def __init__(self, game: Game, seats: Sequence[Seat]) -> None:
        self.game = game
        self.seats = list(seats)
        self.match_or_none: Match | None = None
        """The match; None until it begins."""
        self.proposal: Proposal | None = None
        self.declined_proposals: set[tuple[int, ProposalKind]] = set()
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
        """Whether several people play, each at their own screen."""
        return len(self._held) > 1

    @property
    def hides_timing(self) -> bool:
        """Whether somebody is present who must not learn anything from the time that a reaction takes."""
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
        self.match_or_none = match

    @property
    def match(self) -> Match:
        """The match; refused while it has not begun."""
        if self.match_or_none is None:
            names = self.free_names()
            verb = "have" if " and " in names else "has"
            raise Refused(Refusal.WAITING, f"the game begins when {names} {verb} been taken")
        return self.match_or_none

    @property
    def turn(self) -> int:
        """The seat to act; OVER if there is none."""
        return OVER if self.match_or_none is None else self.match_or_none.turn

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match_or_none is not None and self.match_or_none.turn == OVER

    def running_match(self) -> Match:
        """The match; refused while it has not begun and after it has ended."""
        match = self.match
        if match.turn == OVER:
            raise Refused(Refusal.OVER, "the game is over")
        return match

    @property
    def out(self) -> list[int]:
        """The seats that are out of the game."""
        if self.match_or_none is None:
            return []
        in_game = self.match_or_none.in_game
        return [seat for seat in range(len(self.seats)) if seat not in in_game]

    def has_say(self, holder: str) -> bool:
        """Whether a person has a seat that is still in the game."""
        out = self.out
        return self.match_or_none is not None and any(seat not in out for seat in self.held_by(holder))

    def program_to_act(self) -> int:
        """The seat to act if a program plays it; -1 otherwise."""
        turn = self.turn
        return turn if turn >= 0 and self.seats[turn].program else -1

    def _playing(self) -> list[Seat]:
        out = self.out
        return [seat for number, seat in enumerate(self.seats) if number not in out]

    def _others(self, holder: str) -> set[str]:
        """The other people who are still in the game; only they have to agree to anything."""
        return {seat.holder for seat in self._playing() if seat.holder and seat.holder != holder}

    @property
    def people_alone(self) -> bool:
        """Whether only people are still in the game, so that they may agree to a draw."""
        return not any(seat.program for seat in self._playing())

    # ---- viewers ----------------------------------------------------------------------------------------------

    def shares_screen(self, holder: str) -> bool:
        """Whether a person's seats have secrets from each other: several players share one screen."""
        return not self.game.open and not self.over and len(self.held_by(holder)) > 1

    def viewer_of(self, holder: str, look: int = NOBODY_LOOKS) -> int:
        """The viewer that a person is: the person's seat to act, else the person's first seat.

        On a shared screen it is the seat that has asked to `look`. A person without a seat is the spectator.
        """
        held = self.held_by(holder)
        if not held:
            return SPECTATOR
        if self.shares_screen(holder):
            return look if look in held else SHARED_SCREEN if self.turn in held else SPECTATOR
        return self.turn if self.turn in held else held[0]

    def replay_viewer_of(self, holder: str, look: int = NOBODY_LOOKS) -> int:
        """The viewer that a person is in a replay: always the first seat, so that the board is not turned."""
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
        match = self.running_match()
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
        match = self.running_match()
        if self.program_to_act() != seat:
            raise Refused(Refusal.NOT_YOUR_TURN, "it is not the computer's turn")
        return [Played(match.step_for(seat, text))]

    # ---- reactions --------------------------------------------------------------------------------------------

    def reaction(self) -> Reaction | None:
        """The reaction that a person is asked for now, if there is one."""
        match = self.match_or_none
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
        """The reaction that a position asks a person for, if there is one."""
        seat = int(state.turn())
        if seat < 0 or self.seats[seat].program:
            return None
        return find_reaction(self.game, state, self.muted[seat])

    def is_decline(self, text: str) -> bool:
        """Whether an order is the one that declines the present reaction."""
        state = self.match.state
        try:
            return self.game.read(state, text) == state.decline()
        except Refused:
            return False

    def decline(self) -> list[Change]:
        """The session declines the present reaction for its player."""
        match, reaction = self.running_match(), self.reaction()
        if reaction is None:
            raise Refused(Refusal.ILLEGAL, "nobody is asked for a reaction")
        return [Played(match.step_for(reaction.seat, reaction.order), True)]

    def unasked_declines_after(self, step: Step) -> list[Change]:
        """The reactions after a step that the session declines at once, because nobody can learn anything from it."""
        match = self.match
        found: list[Change] = []
        while True:
            reaction = self.reaction_at(step.state)
            if reaction is None or not self.declines_at_once(reaction):
                return found
            step = match.step_from(step.state, reaction.seat, reaction.order)
            found.append(Played(step, True))

    def declines_at_once(self, reaction: Reaction, timed: bool = True) -> bool:
        """Whether the session declines without asking, because nobody can learn anything from it.

        People who share a screen are asked even if they can only decline: the others would see who is not asked.
        `timed` says whether every reaction takes the same time where several people play. If not, the session
        declines a muted reaction at once there too.
        """
        if reaction.asked:
            return False
        return not self.hides_timing or (reaction.muted and not (timed and self.hides_declining))

    def mute(self, holder: str, seat: int, window: str) -> None:
        """The player of a seat no longer wants to be asked in a window. Nobody else is told."""
        self.check_seat(holder, seat)
        if not window:
            raise Refused(Refusal.ILLEGAL, "this is a decision and not a reaction, so it cannot be muted")
        if len(self.muted[seat]) >= MOST_MUTED:
            raise Refused(Refusal.ILLEGAL, f"a seat may mute {MOST_MUTED} kinds of reactions, not more")
        self.muted[seat].add(window)

    def unmute(self, holder: str) -> None:
        """The person wants to be asked in every window again."""
        for seat in self.held_by(holder):
            self.muted[seat].clear()

    def restore_mutes(self, mutes: list[tuple[int, str]]) -> None:
        """Mute again what the seats had muted when the session was stored."""
        for seat, window in mutes:
            if 0 <= seat < len(self.muted):
                self.muted[seat].add(window)

    def muted_by(self, holder: str) -> list[tuple[int, str]]:
        """What a person has muted: pairs of seat and window."""
        return [(seat, window) for seat in self.held_by(holder) for window in sorted(self.muted[seat])]

    # ---- resigning, draws, take-backs ---------------------------------------------------------------------------

    def _check_in_game(self, holder: str, seat: int) -> Match:
        self.check_seat(holder, seat)
        match = self.running_match()
        if not match.state.in_game(seat):
            name = self.seats[seat].name
            raise Refused(Refusal.ILLEGAL, f"{name} is out of the game")
        return match

    def resign(self, holder: str, seat: int) -> list[Change]:
        """A seat resigns; the others may play on."""
        return [Resigned(seat, self._check_in_game(holder, seat).step_for_resigning(seat))]

    def propose(self, holder: str, seat: int, kind: ProposalKind) -> list[Change]:
        """A seat proposes a draw or a take-back; it is done at once if nobody else has to be asked."""
        self._check_in_game(holder, seat)
        if self.proposal:
            raise Refused(Refusal.ILLEGAL, "another proposal is waiting for its answer")
        if kind == "undo":
            # A person may hold several seats: the seat whose order is taken back proposes it.
            seat = self.match.steps[-self.take_back_count(holder)].seat
        if (seat, kind) in self.declined_proposals:
            raise Refused(Refusal.ILLEGAL, "that has been declined; it may be proposed again after the next order")
        change = self._agreed_change(kind, seat, holder)
        return [Proposed(seat, kind)] if self._others(holder) else [change]

    def _agreed_change(self, kind: ProposalKind, seat: int, holder: str) -> Change:
        """What a proposal changes once everybody has agreed."""
        if kind == "undo":
            return TakenBack(seat, self.take_back_count(holder))
        if not self.people_alone:
            raise Refused(Refusal.ILLEGAL, "a computer does not agree to draws")
        return Drawn(seat)

    def answer(self, holder: str, seat: int, accept: bool) -> list[Change]:
        """A seat answers the proposal."""
        self._check_in_game(holder, seat)
        proposal = self._open_proposal()
        if not accept:
            return [Declined(seat)]
        proposer = self.seats[proposal.seat].holder
        if proposer == holder:
            raise Refused(Refusal.ILLEGAL, "your own proposal is waiting for the others")
        agreed = {self.seats[other].holder for other in proposal.agreed}
        if holder in agreed:
            raise Refused(Refusal.ILLEGAL, "you have agreed already")
        if self._others(proposer) - agreed - {holder}:
            return [Agreed(seat)]
        return [self._agreed_change(proposal.kind, proposal.seat, proposer)]

    def _open_proposal(self) -> Proposal:
        if self.proposal is None:
            raise Refused(Refusal.ILLEGAL, "there is no proposal to answer")
        return self.proposal

    def take_back_count(self, holder: str) -> int:
        """How many orders must be removed to take back the person's last one; refused if that is not possible.

        Dice and resignations are never taken back. Everything that others have done since is removed too, such as a
        computer's reply. What the session declined for the person does not count as the person's order.
        """
        count, reason = self._take_back(holder)
        if not count:
            raise Refused(Refusal.OVER if self.over else Refusal.ILLEGAL, reason)
        return count

    def can_take_back(self, holder: str) -> bool:
        """Whether the person's last order may be taken back."""
        return self._take_back(holder)[0] > 0

    def _take_back(self, holder: str) -> tuple[int, str]:
        """How many orders must be removed; 0 and the reason if that is not possible."""
        if self.over:
            return 0, "the game is over"
        if not self.has_say(holder):
            return 0, "only a player who is still in the game may take orders back"
        steps = self.match.steps
        for number in range(len(steps) - 1, 0, -1):
            step = steps[number]
            if step.faces:
                return 0, "the dice have been thrown: the last order cannot be taken back"
            if step.order == RESIGNS:
                return 0, f"{self.seats[step.seat].name} has resigned: that cannot be taken back"
            if self.seats[step.seat].holder == holder and number not in self.unasked:
                return len(steps) - number, ""
        return 0, "there is no order to take back"

    # ---- asking the computer ------------------------------------------------------------------------------------

    def may_have_hints(self, agreed: bool) -> bool:
        """Whether players may ask the computer: always, unless people play each other and have not agreed to it."""
        return agreed or not (self.several_people or any(not seat.taken for seat in self.seats))

    def check_help(self, holder: str, now: bool, orders: bool, agreed: bool = False) -> None:
        """Refuse a person who may not ask the computer while the match is running (docs/decisions/0041).

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
            self._open_proposal().agreed.append(change.seat)
        elif isinstance(change, Declined):
            proposal = self._open_proposal()
            self.declined_proposals.add((proposal.seat, proposal.kind))
            self.proposal = None
        elif isinstance(change, TakenBack):
            self._taken_back(change.count)
        else:
            self.proposal = None
            self.match.agree_draw()

    def _add(self, step: Step, unasked: bool) -> None:
        match = self.match
        if unasked:
            self.unasked.add(len(match.steps))
        match.add(step)
        self._new_position()

    def _new_position(self) -> None:
        """Proposals are about one position."""
        self.proposal = None
        if self.declined_proposals:
            self.declined_proposals.clear()

    def _resigned(self, change: Resigned) -> None:
        self.match.add_resignation(change.seat, change.step)
        self._new_position()

    def _taken_back(self, count: int) -> None:
        match = self.match
        match.take_back(count)
        self.unasked = {number for number in self.unasked if number < len(match.steps)}
        self.proposal = None
