"""A table: seats, a match, a standing proposal. It is rebuilt from its entries, and changes by nothing else."""

import hmac
from dataclasses import dataclass, field
from itertools import islice

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.fairdice import FairTower, Pledge, commitment
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.core.state import OVER
from pawnstorm.core.table import RESIGNS, Faces, Step, advance, give_up
from pawnstorm.games import load
from pawnstorm.server.entries import (
    Advanced,
    Agreed,
    Declined,
    Drawn,
    Entry,
    Hinted,
    Joined,
    Made,
    Ordered,
    ProposalKind,
    Proposed,
    Rematched,
    Resigned,
    Seeded,
    Started,
    TakenBack,
)
from pawnstorm.server.protocol import SeatKind


class Damaged(Exception):
    """The entries of a table do not lead where they say."""


class TooNew(Exception):
    """The table was made by a newer Pawnstorm."""


@dataclass
class Seat:
    """A seat and who has it; holder and invitation are SHA-256 fingerprints."""

    name: str
    kind: SeatKind
    player: str
    holder: str
    seed: str
    invitation: str
    hints: int = 0

    @property
    def taken(self) -> bool:
        """Whether somebody plays it."""
        return self.kind == "computer" or bool(self.holder)


@dataclass
class Standing:
    """A proposal that waits for answers, and the seats that have agreed so far."""

    kind: ProposalKind
    seat: int
    agreed: list[int] = field(default_factory=list)


Fruit = Step | Match | None
"""What planning an entry has already computed, so that applying it need not do it again."""


class Table:
    """One table in memory."""

    def __init__(self, table: str, made: Made) -> None:
        self.id = table
        self.made = made
        self.game = load(made.game)
        if made.rules_version > self.game.rules_version:
            raise TooNew(f"this table is played by rules version {made.rules_version} of {self.game.title}")
        self.setup = self.game.agree(Setup(made.options, made.armies, made.map, made.rules_version))
        self.opening = self.game.start(self.setup)
        self.seats = [
            Seat(name, seat.kind, seat.player, seat.holder, seat.seed, seat.invitation)
            for name, seat in zip(self.opening.seat_names(), made.seats, strict=True)
        ]
        self.commitment = commitment(table, made.server_seed)
        self.match: Match | None = None
        self.rev = 0
        self.revs: list[int] = []
        self.unasked: set[int] = set()
        self.rolls = 0
        self.proposal: Standing | None = None
        self.declined: set[tuple[int, str]] = set()
        self.rematch = ""
        self._tower: FairTower | None = None
        self._held = self._holdings()

    # ---- facts ------------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        """Whether the match has still to begin."""
        return self.match is None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match is not None and self.match.turn == OVER

    @property
    def turn(self) -> int:
        """The seat to act; OVER if nobody is."""
        return OVER if self.match is None else self.match.turn

    @property
    def seeds(self) -> tuple[str, ...]:
        """The players' seeds, seat by seat."""
        return tuple(seat.seed for seat in self.seats)

    def pledge(self) -> Pledge:
        """What the dice rest on, as much as may be told now."""
        return Pledge(self.id, self.commitment, self.seeds, self.made.server_seed if self.over else "")

    def held_by(self, guest: str) -> list[int]:
        """The seats of a guest."""
        return self._held.get(guest, [])

    def has_say(self, guest: str) -> bool:
        """Whether a guest has a seat that is still in the game."""
        return self.match is not None and any(self.match.state.in_game(seat) for seat in self.held_by(guest))

    @property
    def out(self) -> list[int]:
        """The seats that are out of the game while others play on."""
        return [] if self.match is None else [seat for seat in range(len(self.seats)) if seat not in self.match.in_game]

    def _holdings(self) -> dict[str, list[int]]:
        held: dict[str, list[int]] = {}
        for number, seat in enumerate(self.seats):
            if seat.holder:
                held.setdefault(seat.holder, []).append(number)
        return held

    @property
    def shared(self) -> bool:
        """Whether several people play, who have secrets from each other."""
        return len(self._held) > 1

    @property
    def discreet(self) -> bool:
        """Whether people look on who must not learn anything from the time that a reaction takes."""
        return self.shared or (not self.game.open and any(len(seats) > 1 for seats in self._held.values()))

    @property
    def hints(self) -> bool:
        """Whether its players may ask the computer: always, unless people play each other and have not agreed on it."""
        return self.made.hints or not (self.shared or any(not seat.taken for seat in self.seats))

    def computer_to_act(self) -> int | None:
        """The seat to act if a computer plays it."""
        turn = self.turn
        return turn if turn >= 0 and self.seats[turn].kind == "computer" else None

    def undo_count(self, guest: str) -> int:
        """How many orders must go to take the guest's last one back; 0 if that is not possible.

        A die is never taken back, nor that somebody gave up. Whatever others have done since goes too, so a computer's
        reply does, and what the table has let go by in the guest's name is not the guest's order.
        """
        if self.match is None or self.over or not self.has_say(guest):
            return 0
        for count, step in enumerate(islice(reversed(self.match.steps), len(self.match.steps) - 1), 1):
            if step.faces or step.order == RESIGNS:
                return 0
            unasked = self.revs[-count] in self.unasked
            if self.seats[step.seat].holder == guest and not unasked:
                return count
        return 0

    def tower(self, seeds: tuple[str, ...] | None = None) -> FairTower:
        """The dice tower, ready for the next roll."""
        if seeds is not None:
            return FairTower(self.id, self.made.server_seed, seeds, self.rolls)
        if self._tower is None:
            self._tower = FairTower(self.id, self.made.server_seed, self.seeds)
        self._tower.rolls = self.rolls
        return self._tower

    def luck(self, purpose: str) -> int:
        """A number that nobody can foresee, for what a computer player does by chance; asked again it is the same."""
        assert self.match is not None
        text = f"{purpose}|{self.id}|{len(self.match.steps)}"
        digest = hmac.digest(bytes.fromhex(self.made.server_seed), text.encode(), "sha256")
        return int.from_bytes(digest[:6], "big")

    # ---- changes ----------------------------------------------------------------------------------------------

    def apply(self, entry: Entry, fruit: Fruit = None) -> None:
        """Carry out a stored entry."""
        if isinstance(entry, Ordered):
            self._ordered(entry, fruit)
        elif isinstance(entry, Started):
            self._started(entry, fruit)
        elif isinstance(entry, Joined):
            self.seats[entry.seat].holder = entry.holder
            self._held = self._holdings()
            self._seeded(entry.seat, entry.seed)
        elif isinstance(entry, Seeded):
            self._seeded(entry.seat, entry.seed)
        elif isinstance(entry, Rematched):
            self.rematch = entry.table
        elif isinstance(entry, Hinted):
            self.seats[entry.seat].hints += 1
        elif isinstance(entry, Resigned):
            self._resigned(entry, fruit)
        elif not isinstance(entry, Advanced):
            self._agreed(entry)
        self.rev += 1

    def _agreed(self, entry: Entry) -> None:
        """Everything that players do besides ordering."""
        match = self._running()
        if isinstance(entry, Proposed):
            self.proposal = Standing(entry.kind, entry.seat)
        elif isinstance(entry, Agreed):
            self._standing().agreed.append(entry.seat)
        elif isinstance(entry, Declined):
            self._declined()
        elif isinstance(entry, TakenBack):
            self._taken_back(match, entry)
        elif isinstance(entry, Drawn):
            self.proposal = None
            match.agree_draw()
        else:
            raise Damaged(f"a {type(entry).__name__} entry stands where none can be")

    def _running(self) -> Match:
        if self.match is None:
            raise Damaged("the match has not begun")
        return self.match

    def _standing(self) -> Standing:
        if self.proposal is None:
            raise Damaged("there is no proposal to answer")
        return self.proposal

    def _seeded(self, seat: int, seed: str) -> None:
        self.seats[seat].seed = seed
        self._tower = None

    def _started(self, entry: Started, fruit: Fruit) -> None:
        if not isinstance(fruit, Match):
            tower = _loaded(entry.faces)
            fruit = Match(self.game, self.setup, tower)
            _compare(fruit.steps[0], entry.faces, entry.digest, tower)
        self.match = fruit
        self.revs = [self.rev + 1]
        self.rolls = len(entry.faces)

    def _ordered(self, entry: Ordered, fruit: Fruit) -> None:
        match = self._running()
        if not isinstance(fruit, Step):
            tower = _loaded(entry.faces)
            fruit = advance(self.game, match.state, entry.seat, entry.order, tower)
            _compare(fruit, entry.faces, entry.digest, tower)
        if entry.unasked:
            self.unasked.add(self.rev + 1)
        self._stepped(match, fruit)

    def _resigned(self, entry: Resigned, fruit: Fruit) -> None:
        match = self._running()
        if not entry.digest:
            self.proposal = None
            match.resign(entry.seat)
            return
        tower = _loaded(entry.faces)
        step = fruit if isinstance(fruit, Step) else give_up(self.game, match.state, entry.seat, tower)
        if step is None:
            raise Damaged("a seat gave up and the others played on, which this game does not know")
        if step is not fruit:
            _compare(step, entry.faces, entry.digest, tower)
        self._stepped(match, step)

    def _stepped(self, match: Match, step: Step) -> None:
        match.steps.append(step)
        self.revs.append(self.rev + 1)
        self.rolls += len(step.faces)
        self.proposal = None
        if self.declined:
            self.declined.clear()

    def _declined(self) -> None:
        proposal = self._standing()
        self.declined.add((proposal.seat, proposal.kind))
        self.proposal = None

    def _taken_back(self, match: Match, entry: TakenBack) -> None:
        for _ in range(entry.count):
            match.undo()
            self.revs.pop()
        if match.steps[-1].digest != entry.digest:
            raise Damaged("after a take-back the position differs from the one recorded")
        self.proposal = None


def _loaded(faces: Faces) -> LoadedTower:
    return LoadedTower([face for group in faces for face in group])


def _compare(step: Step, faces: Faces, digest: str, tower: LoadedTower) -> None:
    if step.faces != faces or step.digest != digest or tower.left_over():
        raise Damaged(f"after '{step.order or 'start'}' the position differs from the one recorded")


def rebuild(table: str, entries: list[Entry]) -> Table:
    """The table that a log tells of; `Damaged` if it contradicts itself, `TooNew` if its rules are not known yet."""
    if not entries or not isinstance(entries[0], Made):
        raise Damaged("the log does not begin with the making of the table")
    try:
        found = Table(table, entries[0])
        for entry in entries[1:]:
            found.apply(entry)
    except PawnstormError as error:
        raise Damaged(str(error)) from None
    return found
