"""A table: a session, and what the web adds to it: invitations, seeds, revisions, counted hints, a rematch.

Only its entries change it, so it can be rebuilt from them.
"""

import hmac
from collections.abc import Iterator

from pawnstorm.core.changes import Agreed, Change, Declined, Drawn, Played, Proposed, Resigned, TakenBack
from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.fairdice import FairTower, Pledge, commitment
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.core.session import Seat, Session
from pawnstorm.core.step import Faces, Step
from pawnstorm.games import load
from pawnstorm.server.storage import entries
from pawnstorm.server.storage.entries import Entry, Made, SeatMade
from pawnstorm.server.table.uncounted import Uncounted
from pawnstorm.server.wire.base import SeatKind


class Damaged(Exception):
    """The entries of a table contradict each other."""


class TooNew(Exception):
    """The table was made by a newer Pawnstorm."""


class TableSeat(Seat):
    """A seat at a web table; holder and invitation are SHA-256 fingerprints."""

    def __init__(self, name: str, made: SeatMade) -> None:
        super().__init__(name, made.holder, made.player if made.kind == "computer" else "")
        self.kind: SeatKind = made.kind
        self.seed = made.seed
        self.invitation = made.invitation
        self.hints = 0


Precomputed = Change | Match | None
"""What a decision has already computed, so that applying an entry need not do it again."""


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
        self.seats = [TableSeat(name, seat) for name, seat in zip(self.opening.seat_names(), made.seats, strict=True)]
        self.session = Session(self.game, self.seats)
        self.commitment = commitment(table, made.server_seed)
        self.rev = 0
        self.revs: list[int] = []
        """The revision of every step of the match."""
        self.rolls = 0
        self.rematch = ""
        self.uncounted: Uncounted | None = None
        """The secret orders that are not revealed yet; None if there are none."""

    # ---- facts ------------------------------------------------------------------------------------------------

    @property
    def match(self) -> Match | None:
        """The match, once it has begun."""
        return self.session.match_or_none

    @property
    def waiting(self) -> bool:
        """Whether the match has still to begin."""
        return self.session.match_or_none is None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.session.over

    @property
    def turn(self) -> int:
        """The seat to act; OVER if there is none."""
        return self.session.turn

    def rev_for(self, guest: str) -> int:
        """The revision as a guest may count it: secret orders of somebody else are one change."""
        return self.rev - self.uncounted.behind(guest) if self.uncounted else self.rev

    def stored_rev(self, guest: str, rev: int) -> int:
        """The revision of the log that a guest means; -1 if it is not the present one."""
        return self.rev if rev == self.rev_for(guest) else -1

    def last_for(self, guest: str) -> int:
        """The number of the last step that a guest knows of."""
        if self.uncounted is None:
            return len(self.revs) - 1
        return max((number for _, number in self.uncounted.revs(guest)), default=self.uncounted.first - 1)

    def count_for(self, guest: str) -> int:
        """How many steps a guest knows of."""
        secret = self.uncounted
        return len(self.revs) if secret is None else secret.first + len(secret.revs(guest))

    @property
    def seeds(self) -> tuple[str, ...]:
        """The players' seeds, seat by seat."""
        return tuple(seat.seed for seat in self.seats)

    def pledge(self) -> Pledge:
        """What is needed to verify the dice, as far as it may be told now."""
        return Pledge(self.id, self.commitment, self.seeds, self.made.server_seed if self.over else "")

    def tower(self, seeds: tuple[str, ...] | None = None) -> FairTower:
        """The dice tower, ready for the next roll."""
        return FairTower(self.id, self.made.server_seed, seeds or self.seeds, self.rolls)

    def secret_seed(self, purpose: str) -> int:
        """A seed that no player knows; always the same for one purpose and position."""
        text = f"{purpose}|{self.id}|{len(self.session.match.steps)}"
        digest = hmac.digest(bytes.fromhex(self.made.server_seed), text.encode(), "sha256")
        return int.from_bytes(digest[:6], "big")

    # ---- changes ----------------------------------------------------------------------------------------------

    def apply(self, entry: Entry, computed: Precomputed = None) -> None:
        """Carry out a stored entry."""
        if isinstance(entry, entries.Ordered | entries.Resigned):
            self._change(computed if isinstance(computed, Change) else self._replayed(entry))
        elif isinstance(entry, entries.Started):
            self._started(entry, computed)
        elif isinstance(entry, entries.Joined):
            self.session.sit(entry.seat, entry.holder)
            self.seats[entry.seat].seed = entry.seed
        elif isinstance(entry, entries.Seeded):
            self.seats[entry.seat].seed = entry.seed
        elif isinstance(entry, entries.Rematched):
            self.rematch = entry.table
        elif isinstance(entry, entries.Hinted):
            self.seats[entry.seat].hints += 1
        elif not isinstance(entry, entries.Advanced):
            self._change(self._proposal_change(entry))
        self.rev += 1

    def _started(self, entry: entries.Started, computed: Precomputed) -> None:
        match = computed
        if not isinstance(match, Match):
            tower = _loaded(entry.faces)
            match = Match(self.game, self.setup, tower)
            _compare(match.steps[0], entry.faces, entry.digest, tower)
        self.session.begin(match)
        self.revs = [self.rev + 1]
        self._look_for_secrets()
        self.rolls = len(entry.faces)

    def _replayed(self, entry: entries.Ordered | entries.Resigned) -> Change:
        """The change of an entry of the log, with the recorded dice."""
        match = self.session.match
        match.tower = tower = _loaded(entry.faces)
        if isinstance(entry, entries.Ordered):
            step = match.step_for(entry.seat, entry.order)
            _compare(step, entry.faces, entry.digest, tower)
            return Played(step, entry.unasked)
        if not entry.digest:
            return Resigned(entry.seat, None)
        left = match.step_for_resigning(entry.seat)
        if left is None:
            raise Damaged("a seat resigned and the others played on, which is not possible in this game")
        _compare(left, entry.faces, entry.digest, tower)
        return Resigned(entry.seat, left)

    def _proposal_change(self, entry: Entry) -> Change:
        """The change of an entry about proposals."""
        if isinstance(entry, entries.Proposed):
            return Proposed(entry.seat, entry.kind)
        if isinstance(entry, entries.Agreed):
            return Agreed(entry.seat)
        if isinstance(entry, entries.Declined):
            return Declined(entry.seat)
        if isinstance(entry, entries.Drawn):
            return Drawn(entry.seat)
        if isinstance(entry, entries.TakenBack):
            steps = self.session.match.steps
            if not 0 < entry.count < len(steps) or steps[-1 - entry.count].digest != entry.digest:
                raise Damaged("after a take-back the position differs from the one recorded")
            return TakenBack(entry.seat, entry.count)
        raise Damaged(f"a {type(entry).__name__} entry is in the wrong place")

    def _change(self, change: Change) -> None:
        self.session.running_match()
        self.session.apply([change])
        step = change.step if isinstance(change, Played | Resigned) else None
        if step is not None:
            self.revs.append(self.rev + 1)
            self.rolls += len(step.faces)
            if self.uncounted:
                self.uncounted.played(step, self.rev + 1)
        elif isinstance(change, TakenBack):
            del self.revs[-change.count :]
            if self.uncounted:
                self.uncounted.taken_back(change.count)
        self._look_for_secrets()

    def _look_for_secrets(self) -> None:
        """Secret orders begin, or all of them are revealed."""
        if self.game.open or self.session.match.revealed:
            self.uncounted = None
        elif self.uncounted is None or self.uncounted.first > len(self.revs):
            self.uncounted = Uncounted(self.session, len(self.revs))


def _loaded(faces: Faces) -> LoadedTower:
    return LoadedTower([face for group in faces for face in group])


def _compare(step: Step, faces: Faces, digest: str, tower: LoadedTower) -> None:
    if step.faces != faces or step.digest != digest or tower.left_over():
        raise Damaged(f"after '{step.order or 'start'}' the position differs from the one recorded")


def rebuild(table: str, entries: list[Entry]) -> Table:
    """The table of a log; `Damaged` if the log contradicts itself, `TooNew` if its rules are not known yet."""
    *_, found = rebuilding(table, entries)
    return found


def rebuilding(table: str, entries: list[Entry]) -> Iterator[Table]:
    """The same entry by entry, so that a long log can be read in slices: the last table is whole."""
    if not entries or not isinstance(entries[0], Made):
        raise Damaged("the first entry of the log does not make a table")
    try:
        yield (found := Table(table, entries[0]))
        for entry in entries[1:]:
            found.apply(entry)
            yield found
    except PawnstormError as error:
        raise Damaged(str(error)) from None
