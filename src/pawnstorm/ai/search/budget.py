"""How long a search may take, in positions, in seconds or both, and how it is told to stop."""

from time import perf_counter, process_time
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.errors import UsageError

ENDLESS: Final = 1 << 60
"""More positions than any search reaches."""
FOREVER: Final = 1e18
"""More seconds than anybody will wait."""
_BETWEEN_CHECKS: Final = 1024


class Finding:
    """What a search knows so far: all chances are those of the seat that thinks."""

    def __init__(
        self, depth: int, win: float, line: tuple[int, ...], values: tuple[tuple[int, float], ...], nodes: int
    ) -> None:
        self.depth = depth
        self.win = win
        self.line = line
        """The best order, and what may follow until dice decide."""
        self.values = values
        """Every legal order with its value, the best first; clearly worse ones have only an upper bound."""
        self.nodes = nodes

    @property
    def best(self) -> int:
        """The best order."""
        return self.values[0][0]


@mypyc_attr(allow_interpreted_subclasses=True)
class Watch:
    """Observes a search: it is told every finding and may stop the search.

    While compiled code runs, neither signals nor other threads get a turn. A watch in ordinary Python gives them one.
    """

    def stops(self) -> bool:
        """Whether the search should end now; asked every thousand positions or so."""
        return False

    def hear(self, finding: Finding) -> None:
        """Take a finding; each one is better than those before."""


@final
class Budget:
    """The positions and the time that are left, counted down by one search."""

    def __init__(
        self, nodes: int = ENDLESS, seconds: float = FOREVER, watch: Watch | None = None, cpu: float = FOREVER
    ) -> None:
        if nodes < 1:
            raise UsageError(f"a search needs a budget of at least one position, not {nodes}")
        if not min(seconds, cpu) > 0.0:
            raise UsageError(f"a search needs a budget of more than zero seconds, not {min(seconds, cpu):g}")
        self.watch: Final = Watch() if watch is None else watch
        self.limit: Final[i64] = nodes
        self.deadline: Final[float] = perf_counter() + seconds
        self.cpu_deadline: Final[float] = process_time() + cpu if cpu < FOREVER else FOREVER
        self.spent: i64 = 0
        self.over: bool = False
        self.pace: i64 = _BETWEEN_CHECKS
        """Positions between two looks at the clock; fewer for engines whose positions take long."""
        self._next_check: i64 = 1

    def count(self) -> bool:
        """Count one more position; says whether the search is over."""
        self.spent += 1
        if self.spent >= self._next_check:
            self._check()
        return self.over

    def _check(self) -> None:
        self._next_check = min(self.spent + self.pace, self.limit)
        late = self.cpu_deadline < FOREVER and process_time() >= self.cpu_deadline
        if late or self.spent >= self.limit or perf_counter() >= self.deadline or self.watch.stops():
            self.over = True

    def part(self, parts: int, to_come: int) -> "Budget":
        """A budget for one of several searches that share this one, `to_come` of which have not begun."""
        nodes: i64 = self.limit if self.limit >= ENDLESS else max(1, self.limit // parts)
        left = max(1e-6, (self.deadline - perf_counter()) / to_come) if self.deadline < FOREVER else FOREVER
        cpu = max(1e-6, (self.cpu_deadline - process_time()) / to_come) if self.cpu_deadline < FOREVER else FOREVER
        return Budget(nodes, left, self.watch, cpu)
