"""Self-play: many games between programs, one after the other or in several worker processes.

Every game has its own seed, derived from the seed of the run and the number of the game, so the results do
not depend on how many workers share the games.

Games with a record, or with a program that searches, are played in a `Session`, as at a table. Random games without a
record are played directly on the position, which is many times faster. The conformance kit proves that both ways lead
to the same positions (`pawnstorm.testing.check`).
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass

from pawnstorm.ai.players import derive_seed
from pawnstorm.ai.search.playout import LONGEST, playout
from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Ending, Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import DRAW_AGREED, Match
from pawnstorm.core.record import of_match, write
from pawnstorm.core.session import Seat, Session
from pawnstorm.core.state import State
from pawnstorm.core.view import SPECTATOR
from pawnstorm.games import load
from pawnstorm.lab.contestants import contestant
from pawnstorm.lab.workers import in_order, worker_pool

Keep = Callable[[int, str], None]
"""Takes the number and the record of a game."""


@dataclass(frozen=True)
class SelfplayPlan:
    """What to play: the game with its set-up, a player for each seat, the seed, the number of games."""

    game: str
    options: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    seed: int
    games: int
    armies: tuple[str, ...] = ()
    map: str = ""
    purpose: str = ""

    @property
    def setup(self) -> Setup:
        """The set-up; a plan keeps its parts, because compiled classes cannot be sent to other processes."""
        return Setup(dict(self.options), self.armies, self.map)


@dataclass(frozen=True)
class Result:
    """How one game ended."""

    number: int
    winners: tuple[int, ...]
    reason: str
    rule: str
    orders: int
    rounds: int = 0
    """The round in which it ended; 0 in a game that counts no rounds."""


def selfplay(plan: SelfplayPlan, workers: int = 1, keep: Keep | None = None) -> Generator[list[Result]]:
    """The results of a plan, in order and in portions; `keep` also gets every record."""
    for _, results in play_all([plan], workers, keep):
        yield results


def play_all(
    plans: list[SelfplayPlan], workers: int = 1, keep: Keep | None = None
) -> Generator[tuple[SelfplayPlan, list[Result]]]:
    """The results of several plans, one after the other and in portions, with the same workers for all."""
    jobs = [(plan, portion) for plan in plans for portion in _portions(plan, workers)]
    if workers == 1:
        yield from ((plan, play_games(plan, portion, keep)) for plan, portion in jobs)
        return
    with worker_pool(workers) as pool:
        results = in_order(pool, play_games, ((*job, keep) for job in jobs), workers)
        yield from zip((plan for plan, _ in jobs), results, strict=True)


def _portions(plan: SelfplayPlan, workers: int) -> list[range]:
    """Enough portions to keep every worker busy and a progress bar moving; programs that search play game by game."""
    size = max(1, min(200, plan.games // (workers * 8))) if set(plan.players) == {"random"} else 1
    return [range(first, min(first + size, plan.games + 1)) for first in range(1, plan.games + 1, size)]


def play_games(plan: SelfplayPlan, numbers: range, keep: Keep | None) -> list[Result]:
    """Play some games of a plan."""
    game = load(plan.game)
    if keep is not None or set(plan.players) != {"random"}:
        return [_play_match(game, plan, number, keep) for number in numbers]
    return _play_out(game, plan, numbers)


def _play_out(game: Game, plan: SelfplayPlan, numbers: range) -> list[Result]:
    """Random against random: the playout of search, which writes nothing down."""
    start, moves, outcomes = game.start(plan.setup), Moves(), Outcomes()
    results: list[Result] = []
    for number in numbers:
        state = start.copy()
        orders = playout(state, Luck(game_seed(plan, number)), moves, outcomes)
        ending = game.ending(state) or Ending(state.seats_in_game(), DRAW_AGREED, "")
        results.append(_result(number, ending, int(orders), rounds_of(game, state)))
    return results


def _play_match(game: Game, plan: SelfplayPlan, number: int, keep: Keep | None) -> Result:
    """A session of programs with faces on every die, so that it has a record."""
    seed = game_seed(plan, number)
    match = Match(game, plan.setup, SeededTower(seed))
    names = zip(match.seats, plan.players, strict=True)
    session = Session(game, [Seat(name, program=player) for name, player in names])
    session.begin(match)
    players, luck = [contestant(game, name) for name in plan.players], Luck(derive_seed(seed, "players"))
    while not session.over and len(match.steps) <= LONGEST:
        seat = session.program_to_act()
        session.apply(session.program_order(seat, players[seat].choose(game, match.state, luck)))
    if not session.over:
        match.agree_draw()
    if keep is not None:
        seats = dict(zip(match.seats, plan.players, strict=True))
        keep(number, write(of_match(match, seats, f"seed {seed}")))
    return _result(number, match.ending, len(match.steps) - 1, rounds_of(game, match.state))


def game_seed(plan: SelfplayPlan, number: int) -> int:
    """The seed of one game of a plan."""
    return derive_seed(plan.seed, f"{plan.purpose} game {number}" if plan.purpose else f"game {number}")


def rounds_of(game: Game, state: State) -> int:
    """The round of a position, as everybody sees it; 0 in a game that counts no rounds."""
    return next((gauge.value for gauge in game.view(state, SPECTATOR).gauges if gauge.id == "round"), 0)


def _result(number: int, ending: Ending | None, orders: int, rounds: int) -> Result:
    if ending is None:
        raise AssertionError("a finished game says how it ended")
    return Result(number, ending.winners, ending.text, ending.rule, orders, rounds)
