"""Who may use a worker next: shares of addresses, within them shares of guests, and short jobs first within a share.

Every address has used some working time. The next job is one of the address that has used least, so an address with
many jobs delays others by at most the job that is running. One worker is always kept for people who play.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from itertools import count
from time import monotonic
from typing import NamedTuple


class Share(Enum):
    """What a job is for; the number is how much its time counts."""

    PLAY = 1.0
    """An order of a computer whose opponent is at the table."""
    ADVICE = 2.0
    REPLAY = 3.0
    ANALYSIS = 4.0
    UNATTENDED = 8.0
    """An order of a computer at a table where none of the players is a person who is there."""


class Asker(NamedTuple):
    """For whom a job is done."""

    address: str
    guest: str = ""
    share: Share = Share.PLAY


NOBODY = Asker("")
"""The asker of a job that the server gives itself."""
LONG = 0.25
"""A job of so many seconds is a long one: no address may fill all workers with them."""


@dataclass(eq=False)
class Ticket:
    """A job that waits or is being done; `seconds` is how long it will take, as far as is known."""

    asker: Asker
    seconds: float
    on_turn: Callable[[], None]
    number: int = 0
    begun: float = field(default=0.0, init=False)

    @property
    def order(self) -> tuple[bool, float, int]:
        """The order among the jobs of one guest."""
        return self.asker.share is Share.UNATTENDED, self.seconds, self.number


class FairQueue:
    """Tickets that wait for one of some workers, and those that have one."""

    def __init__(self, workers: int, clock: Callable[[], float] = monotonic) -> None:
        self._workers = workers
        self._clock = clock
        self._waiting: list[Ticket] = []
        self._running: list[Ticket] = []
        # Working time used by addresses, and by the guests of each address.
        self._used: defaultdict[str, float] = defaultdict(float)
        self._used_by_guests: defaultdict[tuple[str, str], float] = defaultdict(float)
        self._numbers = count()

    def __len__(self) -> int:
        return len(self._waiting)

    def waiting(self, share: Share) -> int:
        """How many jobs of a share wait."""
        return sum(ticket.asker.share is share for ticket in self._waiting)

    def enter(self, ticket: Ticket) -> None:
        """A job comes."""
        ticket.number = next(self._numbers)
        self._join(ticket.asker)
        self._waiting.append(ticket)
        self._call()

    def leave(self, ticket: Ticket) -> None:
        """A job is done, or nobody wants it any more."""
        if ticket in self._running:
            self._running.remove(ticket)
            self._charge(ticket)
        else:
            self._waiting.remove(ticket)
        self._forget()
        self._call()

    def _join(self, asker: Asker) -> None:
        """Nobody saves up time while doing nothing: an address joins with as much as the one that has used least."""
        here = {ticket.asker for ticket in (*self._waiting, *self._running)}
        addresses = {one.address for one in here}
        if addresses and asker.address not in addresses:
            self._used[asker.address] = max(self._used[asker.address], min(map(self._used.__getitem__, addresses)))
        guests = {one[:2] for one in here if one.address == asker.address}
        if guests and asker[:2] not in guests:
            least = min(map(self._used_by_guests.__getitem__, guests))
            self._used_by_guests[asker[:2]] = max(self._used_by_guests[asker[:2]], least)

    def _charge(self, ticket: Ticket) -> None:
        used = (self._clock() - ticket.begun) * ticket.asker.share.value
        self._used[ticket.asker.address] += used
        self._used_by_guests[ticket.asker[:2]] += used

    def _forget(self) -> None:
        """Without jobs nobody has used anything; otherwise those are forgotten who have used least."""
        here = [ticket.asker for ticket in (*self._waiting, *self._running)]
        if not here:
            self._used.clear()
            self._used_by_guests.clear()
            return
        addresses = {asker.address for asker in here}
        least = min(self._used[address] for address in addresses)
        for address in [one for one, used in self._used.items() if used <= least and one not in addresses]:
            del self._used[address]
            for guest in [one for one in self._used_by_guests if one[0] == address]:
                del self._used_by_guests[guest]

    def _call(self) -> None:
        """Give free workers to the next jobs."""
        while len(self._running) < self._workers:
            able = [ticket for ticket in self._waiting if self._may_run(ticket)]
            if not able:
                return
            ticket = min(able, key=self._rank)
            self._waiting.remove(ticket)
            ticket.begun = self._clock()
            self._running.append(ticket)
            ticket.on_turn()

    def _rank(self, ticket: Ticket) -> tuple[float, float, bool, float, int]:
        """Time of a running job counts already, so that an address does not get several workers in a row."""
        asker = ticket.asker
        address = self._used[asker.address] + self._in_use(one for one in self._running if one.asker[0] == asker[0])
        guest = self._in_use(one for one in self._running if one.asker[:2] == asker[:2])
        return address, self._used_by_guests[asker[:2]] + guest, *ticket.order

    def _in_use(self, running: Iterable[Ticket]) -> float:
        now = self._clock()
        return sum(max(now - one.begun, one.seconds) * one.asker.share.value for one in running)

    def _may_run(self, ticket: Ticket) -> bool:
        """Whether a job is within the limit of its share, and its address within the limit of long jobs."""
        most = max(1, self._workers - 1)
        asker = ticket.asker
        if asker.share is not Share.PLAY:
            others = [one for one in self._running if one.asker.share is not Share.PLAY]
            same = sum(one.asker.share is asker.share for one in others)
            if len(others) >= most or same >= max(1, self._workers // 2):
                return False
        long = sum(one.asker.address == asker.address and one.seconds >= LONG for one in self._running)
        return ticket.seconds < LONG or long < most
